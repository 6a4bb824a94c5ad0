"""`perpend metric`: every metric by its name, with one set of options for files, output and comparison.

The options of all are those of `Files`, `Shown` and `Against`; a function here adds those of its own metric.
"""

from pathlib import Path
from typing import Annotated

import typer

from perpend.cli.commands import App, unbundled
from perpend.cli.comparing import Against
from perpend.cli.completing import one_of
from perpend.cli.metric_files import EditFiles, EditShown, Files, Shown, edit_rate, measure_files
from perpend.cli.options import Costs, IgnoreCase, Phrases, tokenizer
from perpend.errors import InputError

__all__ = ["app"]

app = App(
    help="Scores of hypotheses against references: WER, PER, TER, TERp, BLEU, chrF, NIST.",
    example="perpend metric bleu --hyp system.txt --compare other.txt --ref human.txt",
)

_Tokenizer = Annotated[str, tokenizer("13a", "intl", "char", "none", "zh")]
_Order = Annotated[int, typer.Option("--order", metavar="N", min=1, max=100, help="The longest n-grams, in words.")]
_AVERAGE = "--average-length/--chosen-length"
_AverageLength = Annotated[
    bool, typer.Option(_AVERAGE, help="Divide by the mean length of all references, or by that of the best.")
]
_Cap = Annotated[bool | None, typer.Option("--cap/--no-cap", help="Whether scores end at 1. [default: by the costs]")]


@app.command()
@unbundled
def wer(
    files: Files,
    shown: Shown,
    against: Against,
    tokenizer: _Tokenizer = "none",
    ignore_case: IgnoreCase = False,
    average_length: _AverageLength = True,
) -> None:
    """Words to substitute, insert or delete, per reference word.

    Examples:

        perpend metric wer --hyp system.txt --ref human.txt

        perpend metric wer --pairs pairs.tsv --tokenizer 13a --ignore-case --segments --json
    """
    from perpend.metrics.wer import Wer

    measure_files(Wer(tokenizer, ignore_case, average_length), files, against, shown)


@app.command()
@unbundled
def per(
    files: Files,
    shown: Shown,
    against: Against,
    tokenizer: _Tokenizer = "none",
    ignore_case: IgnoreCase = False,
    average_length: _AverageLength = True,
) -> None:
    """Words that only one side has, whatever their order, per reference word.

    Examples:

        perpend metric per --hyp system.txt --ref human.txt

        perpend metric per --hyp system.txt --ref human1.txt --ref human2.txt --chosen-length
    """
    from perpend.metrics.per import Per

    measure_files(Per(tokenizer, ignore_case, average_length), files, against, shown)


@app.command()
@unbundled
def ter(
    files: EditFiles,
    shown: EditShown,
    against: Against,
    tokenizer: Annotated[str, tokenizer("terp", "sacrebleu")] = "terp",
    normalized: Annotated[
        bool | None,
        typer.Option(
            "--normalized/--not-normalized", help="Split off punctuation. [default: if the tokenizer is terp]"
        ),
    ] = None,
    no_punct: Annotated[bool, typer.Option("--no-punct", help="Remove punctuation.")] = False,
    asian_support: Annotated[
        bool, typer.Option("--asian-support", help="Treat ideographs as words (tokenizer sacrebleu).")
    ] = False,
    ignore_case: IgnoreCase = True,
    cap: _Cap = None,
    average_length: _AverageLength = True,
) -> None:
    """Edits per reference word that turn the hypotheses into the references; every edit costs 1.

    Examples:

        perpend metric ter --hyp system.txt --ref human.txt

        perpend metric ter --hyp system.txt --ref human1.txt --ref human2.txt --segments

        perpend metric ter --hyp system.txt --compare other.txt --ref human.txt

        perpend metric ter --pairs pairs.tsv --tokenizer sacrebleu --normalized --json
    """
    from perpend.metrics.ter import ter_scorer

    scorer = ter_scorer(
        tokenizer=tokenizer,
        normalized=normalized,
        no_punct=no_punct,
        asian_support=asian_support,
        case_sensitive=not ignore_case,
        cap=bool(cap),
        average_length=average_length,
    )
    edit_rate(scorer, files, against, shown)


@app.command()
@unbundled
def terp(
    files: EditFiles,
    shown: EditShown,
    against: Against,
    costs: Costs = "terpa",
    phrases: Phrases = None,
    cap: _Cap = None,
    average_length: Annotated[
        bool | None,
        typer.Option(_AVERAGE, help="Divide by the mean length of all references, or not. [default: by the costs]"),
    ] = None,
) -> None:
    """Costs per reference word, with stems, synonyms and paraphrases (TER-Plus).

    Examples:

        perpend metric terp --hyp system.txt --ref human.txt

        perpend metric terp --hyp system.sgm --ref human.sgm --costs terph --native out/run1.

        perpend metric terp --hyp system.txt --compare other.txt --ref human.txt

        perpend metric terp --pairs pairs.tsv --phrases meteor.phrases --explain --json
    """
    from perpend.metrics.terp import terp_scorer

    scorer = terp_scorer(costs, phrases, cap=cap, average_length=average_length)
    edit_rate(scorer, files, against, shown)


@app.command()
@unbundled
def bleu(
    files: Files,
    shown: Shown,
    against: Against,
    order: _Order = 4,
    tokenizer: _Tokenizer = "13a",
    ignore_case: IgnoreCase = False,
    smooth: Annotated[
        str,
        typer.Option(
            "--smooth", help="What an order without a match counts.", **one_of("exp", "floor", "add-k", "none")
        ),
    ] = "exp",
    smooth_value: Annotated[
        float | None,
        typer.Option("--smooth-value", min=0, max=1_000_000, help="The number of floor (0.1) or add-k (1)."),
    ] = None,
    effective_order: Annotated[
        bool | None,
        typer.Option(
            "--effective-order/--all-orders",
            help="Leave out orders that a text is too short for, or not. [default: for single segments only]",
        ),
    ] = None,
    brevity_penalty: Annotated[
        bool, typer.Option("--brevity-penalty/--no-brevity-penalty", help="Mark down what is too short.")
    ] = True,
    reference_length: Annotated[
        str,
        typer.Option(
            "--reference-length",
            help="Of several references, which length counts.",
            **one_of("closest", "shortest"),
        ),
    ] = "closest",
) -> None:
    """Shared n-grams, as sacrebleu counts them.

    Examples:

        perpend metric bleu --hyp system.txt --ref human1.txt --ref human2.txt

        perpend metric bleu --hyp system.txt --compare other.txt --ref human.txt --test randomisation

        perpend metric bleu --pairs pairs.tsv --order 2 --smooth none --no-brevity-penalty --segments
    """
    from perpend.metrics.bleu import Bleu

    settings = (smooth, smooth_value, effective_order, brevity_penalty, reference_length)
    measure_files(Bleu(order, tokenizer, ignore_case, *settings), files, against, shown)


@app.command()
@unbundled
def chrf(
    files: Files,
    shown: Shown,
    against: Against,
    char_order: Annotated[
        int, typer.Option("--char-order", metavar="N", min=1, max=100, help="The longest n-grams, in characters.")
    ] = 6,
    word_order: Annotated[
        int,
        typer.Option(
            "--word-order", metavar="N", min=0, max=100, help="The longest n-grams in words too: 2 is chrF++."
        ),
    ] = 0,
    beta: Annotated[
        float, typer.Option("--beta", min=0, max=1000, help="How much more recall counts than precision.")
    ] = 2,
    ignore_case: IgnoreCase = False,
    whitespace: Annotated[bool, typer.Option("--whitespace", help="Blanks are characters too.")] = False,
    eps_smoothing: Annotated[
        bool, typer.Option("--eps-smoothing", help="Smooth as the original program, not by effective order.")
    ] = False,
) -> None:
    """Shared character n-grams, as sacrebleu counts them.

    Examples:

        perpend metric chrf --hyp system.txt --ref human.txt

        perpend metric chrf --hyp system.txt --ref human.txt --word-order 2 --json
    """
    from perpend.metrics.chrf import Chrf

    measure = Chrf(char_order, word_order, beta, ignore_case, whitespace, eps_smoothing)
    measure_files(measure, files, against, shown)


@app.command()
@unbundled
def nist(
    files: Files,
    shown: Shown,
    against: Against,
    order: _Order = 5,
    tokenizer: _Tokenizer = "13a",
    ignore_case: IgnoreCase = False,
    information: Annotated[
        list[Path] | None,
        typer.Option(
            "--information",
            metavar="FILE",
            help="Texts that say how much an n-gram tells, instead of the references; may be repeated.",
        ),
    ] = None,
    own_ngrams: Annotated[
        bool, typer.Option("--own-ngrams", help="Count the n-grams of each segment too (with --information).")
    ] = False,
) -> None:
    """Shared n-grams by how much they tell, as mteval-v13a counts them.

    Examples:

        perpend metric nist --hyp system.txt --ref human.txt

        perpend metric nist --pairs pairs.tsv --information left.txt --information right.txt --own-ngrams --segments
    """
    from perpend.metrics.nist import Nist
    from perpend.metrics.terp_files.reading import read_segments

    measure = Nist(order, tokenizer, ignore_case, own_ngrams=own_ngrams)
    if own_ngrams and not information:
        raise InputError("--own-ngrams adds to the counts of --information: give --information FILE too")
    if information:
        texts = (part.text for path in information for part in read_segments(path, files.format).segments)
        measure = measure.trained(texts, own_ngrams=own_ngrams)
    measure_files(measure, files, against, shown)
