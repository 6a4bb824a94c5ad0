"""`perpend words`: the tokens of one or two texts, what is known of each, and which of them are related.

perpend words "The cats slept." "A cat was asleep."
perpend words --tokenizer penn --json "She didn't."
echo "The cats slept." | perpend words -
"""

from itertools import islice
from typing import TYPE_CHECKING, Annotated, Any

import typer

from perpend.cli.input import read_texts
from perpend.cli.options import AsJson, tokenizer
from perpend.cli.output import print_json, print_table
from perpend.limits import check, limit

if TYPE_CHECKING:
    from perpend.text import Sentence

__all__ = ["describe", "words"]

_COLUMNS = ("token", "span", "stem", "classes", "log10 frequency")


def words(
    text1: Annotated[str, typer.Argument(metavar="TEXT1", help="A text; - reads standard input.")],
    text2: Annotated[
        str | None, typer.Argument(metavar="TEXT2", help="A second text, to see which tokens are related.")
    ] = None,
    tokenizer: Annotated[str, tokenizer("terp", "penn")] = "terp",
    as_json: AsJson = False,
) -> None:
    """Show the tokens of a text and what is known of each; with two texts, also which tokens are related.

    Examples:

        perpend words "The cats slept." "A cat was asleep."

        echo "She didn't." | perpend words - --tokenizer penn --json
    """
    described = describe(*read_texts(text1, text2), tokenizer=tokenizer)
    if as_json:
        print_json(described)
        return
    for number, one in enumerate(described["texts"], 1):
        print_table(_COLUMNS, map(_row, one["words"]), title=f"text {number} ({one['tokenizer']})")
    if text2 is not None:
        print_table(("text 1", "relation", "text 2"), map(_relation_row, described["relations"]), title="relations")


def describe(*raws: str, tokenizer: str = "terp") -> dict[str, Any]:
    """What the command shows, as JSON-able data: `texts` and, for two of them, `relations`."""
    from perpend.lexicon import frequency
    from perpend.lexicon.wordnet.relations import relations
    from perpend.text import Sentence

    texts = [Sentence.of(raw, tokenizer) for raw in raws]
    check("words", "words", max(map(len, texts)))
    result: dict[str, Any] = {"texts": [_describe_text(text) for text in texts], "frequencies": frequency.signature()}
    if len(texts) > 1:
        first, second = texts
        found = list(islice(relations(first, second), limit("words", "relations") + 1))
        check("words", "relations", len(found))
        result["relations"] = [
            {"token1": i, "word1": first.tokens[i], "token2": j, "word2": second.tokens[j], "relation": relation}
            for i, j, relation in found
        ]
    return result


def _describe_text(text: "Sentence") -> dict[str, Any]:
    from perpend.lexicon.frequency import log10_frequency
    from perpend.lexicon.words import word_class

    entries = [
        {
            "token": token,
            "span": list(span),
            "stem": stem,
            "classes": word_class(token).names(),
            "log10_frequency": log10_frequency(token),
        }
        for token, span, stem in zip(text.tokens, text.spans, text.stems, strict=True)
    ]
    return {"raw": text.raw, "tokenizer": text.tokenizer.signature(), "words": entries}


def _row(entry: dict[str, Any]) -> tuple[str, ...]:
    start, end = entry["span"]
    share = entry["log10_frequency"]
    shown = "" if share is None else f"{share:.2f}"
    return (entry["token"], f"{start}-{end}", entry["stem"], ", ".join(entry["classes"]), shown)


def _relation_row(entry: dict[str, Any]) -> tuple[str, ...]:
    first, second = (f"{entry[f'word{side}']} ({entry[f'token{side}']})" for side in (1, 2))
    return (first, entry["relation"], second)
