"""`perpend align`: the edits that turn one text into another, as a picture, JSON, SVG or HTML.

perpend align "on the mat the cats sat" "the cat sat on the mat"
perpend align --costs ter --json "a b c" "a c b"
perpend align --svg picture.svg "He left at once." "He went away immediately."
perpend align --hyp system.txt --ref reference.txt --jsonl > alignments.jsonl
"""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from perpend.cli.output import json_text, print_json, progress
from perpend.errors import InputError
from perpend.files.writing import write_text

if TYPE_CHECKING:
    from perpend.alignment import Aligner, Alignment

__all__ = ["align"]

_CHUNK = 2_000
"""Pairs aligned at a time: enough to be fast, few enough for a smooth bar and little memory."""


def align(
    hyp: Annotated[str | None, typer.Argument(help="The hypothesis.", show_default=False)] = None,
    ref: Annotated[str | None, typer.Argument(help="The reference.", show_default=False)] = None,
    hyp_file: Annotated[
        Path | None, typer.Option("--hyp", help="A file of hypotheses, one a line.", show_default=False)
    ] = None,
    ref_file: Annotated[
        Path | None, typer.Option("--ref", help="A file of references, line by line.", show_default=False)
    ] = None,
    costs: Annotated[str, typer.Option(help="ter, terpa, terph, or a parameter file in TERp's format.")] = "terpa",
    phrases: Annotated[
        Path | None, typer.Option(help="A phrase table made by `perpend phrases build`.", show_default=False)
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON for programs.")] = False,
    as_jsonl: Annotated[bool, typer.Option("--jsonl", help="One JSON document a line; for files.")] = False,
    svg: Annotated[Path | None, typer.Option(help="Write the picture to this SVG file.", show_default=False)] = None,
    html: Annotated[Path | None, typer.Option(help="Write a page to this HTML file.", show_default=False)] = None,
) -> None:
    """Show the cheapest edits that turn a hypothesis into a reference.

    Example: perpend align "on the mat the cats sat" "the cat sat on the mat"
    """
    from perpend.alignment import Aligner

    if sum(map(bool, (as_json, as_jsonl, svg, html))) > 1:
        raise InputError("--json, --jsonl, --svg and --html exclude each other: give one of them")
    if hyp_file or ref_file:
        if hyp is not None or hyp_file is None or ref_file is None or not as_jsonl:
            raise InputError("files need --hyp FILE --ref FILE --jsonl, and no texts as arguments")
        _align_files(Aligner(costs, phrases), hyp_file, ref_file)
        return
    if hyp is None or ref is None:
        raise InputError("two texts are needed: perpend align HYP REF, or --hyp FILE --ref FILE --jsonl")
    _show(Aligner(costs, phrases).align(hyp, ref), as_json, as_jsonl, svg, html)


def _show(alignment: "Alignment", as_json: bool, as_jsonl: bool, svg: Path | None, html: Path | None) -> None:
    if as_json:
        print_json(alignment.to_dict())
    elif as_jsonl:
        _print_line(alignment)
    elif svg:
        write_text(svg, alignment.to_svg())
    elif html:
        write_text(html, alignment.to_html(page=True))
    else:
        print(alignment.draw())


def _print_line(alignment: "Alignment") -> None:
    sys.stdout.write(json_text(alignment.to_dict()) + "\n")


def _align_files(aligner: "Aligner", hyp_file: Path, ref_file: Path) -> None:
    from perpend.metrics.pairing import pair_segments
    from perpend.metrics.terp_files.reading import read_segments

    files = read_segments(hyp_file, "plain"), read_segments(ref_file, "plain")
    groups = pair_segments(files[0], [files[1]])
    with progress() as bar:
        task = bar.add_task("aligning", total=len(groups))
        for start in range(0, len(groups), _CHUNK):
            chunk = groups[start : start + _CHUNK]
            for alignment in aligner.align_many([g.hyp for g in chunk], [g.refs[0] for g in chunk]):
                _print_line(alignment)
            bar.advance(task, len(chunk))
