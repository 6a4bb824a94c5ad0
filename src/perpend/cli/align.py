"""`perpend align`: the edits that turn one text into another, as a picture, JSON, SVG or HTML.

perpend align "on the mat the cats sat" "the cat sat on the mat"
perpend align --costs ter --json "a b c" "a c b"
perpend align --svg picture.svg "He left at once." "He went away immediately."
perpend align --hyp system.txt --ref reference.txt --json > alignments.jsonl
"""

from typing import TYPE_CHECKING, Annotated

import typer

from perpend.cli.checking import check_forms
from perpend.cli.commands import unbundled
from perpend.cli.input import read_texts
from perpend.cli.metric_files import Files
from perpend.cli.options import AsJson, Costs, Explain, Html, Phrases, Svg
from perpend.cli.output import (
    details_are_shown,
    print_answer,
    print_json,
    print_json_line,
    progress,
    say,
    write_output,
)
from perpend.errors import InputError

if TYPE_CHECKING:
    from perpend.alignment import Aligner, Alignment

__all__ = ["align"]

_CHUNK = 2_000
"""Pairs aligned at a time: enough to be fast, few enough for a smooth bar and little memory."""


@unbundled
def align(
    files: Files,
    hyp_text: Annotated[
        str | None, typer.Argument(metavar="HYP", help="The hypothesis; - reads standard input.")
    ] = None,
    ref_text: Annotated[
        str | None, typer.Argument(metavar="REF", help="The reference; - reads standard input.")
    ] = None,
    costs: Costs = "terpa",
    phrases: Phrases = None,
    explain: Explain = False,
    as_json: AsJson = False,
    svg: Svg = None,
    html: Html = None,
) -> None:
    """Show the cheapest edits that turn a hypothesis into a reference; --explain shows what each costs.

    With --hyp and --ref, or with --pairs, every line is aligned: as pictures, or as JSON lines with --json.

    Examples:

        perpend align "on the mat the cats sat" "the cat sat on the mat"

        perpend align --svg picture.svg "He left at once." "He went away immediately."

        perpend align --hyp system.txt --ref reference.txt --json > alignments.jsonl
    """
    from perpend.alignment import Aligner

    check_forms({"--json": as_json, "--svg": svg, "--html": html})
    texts = hyp_text, ref_text
    if files.given() and (texts != (None, None) or svg or html):
        raise InputError("files have many pairs: leave out HYP, REF, --svg and --html, or the files")
    if not files.given() and None in texts:
        raise InputError("two texts are needed, or files: give HYP REF, --hyp FILE --ref FILE, or --pairs FILE")
    aligner = Aligner(costs, phrases)
    if files.given():
        _align_files(aligner, files, as_json, explain)
        return
    hyp, ref = read_texts(*texts)
    alignment = aligner.align(hyp, ref)
    if as_json:
        print_json(alignment.to_dict())
    elif svg or html:
        write_output(svg or html, [alignment.to_svg() if svg else alignment.to_html(page=True)])
    else:
        _show(alignment, explain)


def _show(alignment: "Alignment", explain: bool) -> None:
    from perpend.alignment.drawing.terminal import draw_text

    words = len(alignment.ref)
    headline = f"{alignment.score:.3f}: edits that cost {alignment.cost:.3f} for {words} reference words"
    print_answer(headline, alignment.reasons, draw_text(alignment, details=explain or details_are_shown()))


def _align_files(aligner: "Aligner", files: Files, as_json: bool, explain: bool) -> None:
    groups = files.groups()
    if any(len(group.refs) > 1 for group in groups):
        raise InputError("an alignment has one reference: give --ref once, or one column of references")
    with progress() as bar:
        task = bar.add_task("aligning", total=len(groups))
        for start in range(0, len(groups), _CHUNK):
            chunk = groups[start : start + _CHUNK]
            for alignment in aligner.align_many([g.hyp for g in chunk], [g.refs[0] for g in chunk]):
                if as_json:
                    print_json_line(alignment.to_dict())
                else:
                    _show(alignment, explain)
                    say()
            bar.advance(task, len(chunk))
