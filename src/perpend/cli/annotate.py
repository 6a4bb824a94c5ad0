"""`perpend annotate`: tags, lemmas, heads, relations and names of the tokens of texts.

perpend annotate "Maria visited Oslo."
perpend annotate --conllu "She didn't sell it." "He did."
perpend annotate --texts texts.txt --json > annotations.jsonl
"""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from perpend.cli.checking import check_forms
from perpend.cli.input import read_texts
from perpend.cli.options import AsJson, Pipeline
from perpend.cli.output import print_details, print_json, print_json_line, print_table, progress, write_output
from perpend.errors import InputError

if TYPE_CHECKING:
    from perpend.text.sentence import Sentence

__all__ = ["annotate"]

_COLUMNS = ("", "token", "tag", "coarse", "lemma", "head", "relation", "entity")


def annotate(
    texts: Annotated[list[str] | None, typer.Argument(help="Texts; - reads one from standard input.")] = None,
    file: Annotated[Path | None, typer.Option("--texts", metavar="FILE", help="A file of texts, one a line.")] = None,
    pipeline: Pipeline = "perpend",
    as_json: AsJson = False,
    as_conllu: Annotated[bool, typer.Option("--conllu", help="Print CoNLL-U.")] = False,
) -> None:
    """Show what a spaCy pipeline says of each token: Penn tag, coarse tag, lemma, head, relation and entity.

    Needs the extra `nlp`. The tokens are Perpend's own, Penn-style.

    Examples:

        perpend annotate "Maria visited Oslo."

        perpend annotate --texts texts.txt --conllu > texts.conllu
    """
    from perpend.text.annotate import Annotator

    check_forms({"--json": as_json, "--conllu": as_conllu})
    if bool(texts) == (file is not None):
        raise InputError("texts are needed, either as arguments or with --texts FILE")
    raws = _lines(file) if file else read_texts(*(texts or ()))
    annotator = Annotator(pipeline)
    annotated = _with_progress(annotator.annotate_many(raws), len(raws))
    for number, one in enumerate(annotated, 1):
        if as_json:
            many = file is not None or len(raws) > 1
            (print_json_line if many else print_json)({**one.to_dict(), "signature": annotator.signature()})
        elif as_conllu:
            write_output(None, [one.to_conllu()])
        else:
            print_table(_COLUMNS, _rows(one), title=f"text {number}" if len(raws) > 1 else None)
    if not (as_json or as_conllu):
        print_details(annotator.signature())


def _lines(path: Path) -> list[str]:
    from perpend.files.lines import read_lines

    return list(read_lines(path, whole=True))


def _with_progress(annotated: "Iterable[Sentence]", total: int) -> "Iterator[Sentence]":
    with progress() as bar:
        task = bar.add_task("annotating", total=total)
        for one in annotated:
            yield one
            bar.advance(task)


def _rows(sentence: "Sentence") -> Iterator[tuple[object, ...]]:
    """One row a token; a head is shown with its number, the root's with none; a sentence's first row is numbered 1."""
    starts = {start: start for start, _ in sentence.sentences}
    start = 0
    for place, row in enumerate(sentence.rows()):
        start = starts.get(place, start)
        head = "" if row.head == place else f"{row.head - start + 1} {sentence.tokens[row.head]}"
        yield place - start + 1, row.token, row.tag, row.coarse, row.lemma, head, row.relation, row.entity
