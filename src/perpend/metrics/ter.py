"""TER, the translation edit rate: the number of edits that turn a hypothesis into its reference, per reference word.

    hyp   on the mat the cat sat        1 shift  ("on the mat" moves behind "sat")
    ref   the cat sat on the mat        score 1 / 6

An edit is an insertion, a deletion or a substitution of a word, or the shift of a block of words; each costs 1. The
search is that of the original TER-Plus program with its `ter` settings. There are two tokenisers:

    terp        TERp's normaliser (the default)
    sacrebleu   that of sacrebleu's TER, with its options; the search for shifts does not change

docs/ter.md describes how far the second agrees with sacrebleu, and why not everywhere.
"""

from collections.abc import Sequence
from dataclasses import replace

from perpend.alignment import Costs
from perpend.alignment.aligner import kept_aligner
from perpend.arguments import flag, text_of
from perpend.errors import SettingError, unknown_name
from perpend.metrics.edit_rate import EditRate
from perpend.metrics.scorer import Scorer
from perpend.metrics.streams import References, groups_of
from perpend.text import Normalization, Tokenizer
from perpend.text.tercom import Tercom

__all__ = ["TER_TOKENIZERS", "ter", "ter_scorer"]

TER_TOKENIZERS = ("sacrebleu", "terp")


def ter(
    hyps: Sequence[str],
    refs: References,
    *,
    tokenizer: str = "terp",
    normalized: bool | None = None,
    no_punct: bool = False,
    asian_support: bool = False,
    case_sensitive: bool = False,
    cap: bool = False,
    average_length: bool = True,
    lengths: Sequence[str] | None = None,
    documents: Sequence[str] | None = None,
) -> EditRate:
    """Returns the translation edit rate: edits and shifts of blocks, per reference word; 0 is perfect.

    `hyps` are the texts to score; `refs` has a reference for each, or several lists of references. `tokenizer` is terp
    or sacrebleu. `normalized` splits off punctuation (default: terp does, sacrebleu does not), `no_punct` removes it,
    `asian_support` splits Chinese and Japanese characters (sacrebleu), and `case_sensitive` respects case. `cap` limits
    scores to 1. `average_length` divides by the average length of several references, otherwise by that of the chosen
    one; `lengths` are texts whose lengths are used instead. `documents` has the name of each segment's document.

    >>> result = ter(["on the mat the cat sat", "he ran"], ["the cat sat on the mat", "he runs"])
    >>> result.score, result.edits, result.words
    (0.25, 2.0, 8.0)
    >>> [segment.score for segment in result.segments]
    [0.16666666666666666, 0.5]
    """
    scorer = ter_scorer(
        tokenizer=tokenizer,
        normalized=normalized,
        no_punct=no_punct,
        asian_support=asian_support,
        case_sensitive=case_sensitive,
        cap=cap,
        average_length=average_length,
    )
    return scorer.score(groups_of(hyps, refs, lengths, documents))


def ter_scorer(
    *,
    tokenizer: str = "terp",
    normalized: bool | None = None,
    no_punct: bool = False,
    asian_support: bool = False,
    case_sensitive: bool = False,
    cap: bool = False,
    average_length: bool = True,
) -> Scorer:
    """Returns the scorer of `ter`, for groups of texts from files.

    `tokenizer`, `normalized`, `no_punct`, `asian_support`, `case_sensitive`, `cap` and `average_length`: see `ter`.
    """
    flags = {"no_punct": no_punct, "asian_support": asian_support, "case_sensitive": case_sensitive, "cap": cap}
    for name, value in flags.items():
        flag(value, name)
    if normalized is not None:
        flag(normalized, "normalized")
    if text_of(tokenizer, "the tokenizer of TER") not in TER_TOKENIZERS:
        raise unknown_name("tokenizer of TER", tokenizer, TER_TOKENIZERS)
    split: Tokenizer
    if tokenizer == "sacrebleu":
        split = Tercom(bool(normalized), no_punct, asian_support, case_sensitive)
    elif asian_support:
        raise SettingError("asian_support is a switch of the sacrebleu tokenizer: choose tokenizer sacrebleu")
    else:
        split = Normalization(normalized is not False, case_sensitive, strip_punctuation=no_punct)
    costs = replace(Costs.named("ter"), normalization=split, cap=cap)
    return Scorer("ter", kept_aligner(costs, command="metric ter"), average_length=average_length)
