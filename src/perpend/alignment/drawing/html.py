"""An alignment as HTML: its SVG picture and a table of its shifts and edits, for notebooks and web pages.

A fragment by default; `page=True` gives a whole document that can be saved and opened. Runs of matching words that
cost nothing share a row of the table. There are no scripts and no links to anything outside.
"""

from collections.abc import Iterator
from html import escape
from itertools import groupby

from perpend.alignment.drawing.glyphs import amount
from perpend.alignment.drawing.layout import Column, Layout, Word, layout_of
from perpend.alignment.drawing.palette import palette
from perpend.alignment.drawing.svg import DEFAULT_WIDTH, svg_of
from perpend.alignment.edits import Alignment

__all__ = ["CELL_STYLE", "draw_html", "page_of"]

_PAGE = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{title}</title>
<style>body {{ margin: 2rem auto; max-width: {width}px; padding: 0 1rem; font-family: sans-serif; }}</style>
</head>
<body>
{body}
</body>
</html>
"""
_FITTED = "<style>.perpend-alignment-report svg{max-width:100%;height:auto}</style>"
CELL_STYLE = "padding:.2em .8em;text-align:{side};border-bottom:1px solid rgba(128,128,128,.3)"


def draw_html(alignment: Alignment, page: bool = False, width: int = DEFAULT_WIDTH) -> str:
    """Returns the picture of `alignment` and the table of its edits, as a fragment or as a whole document if `page`.

    The picture is no wider than `width` pixels, unless a single word is.
    """
    layout = layout_of(alignment)
    body = f'<div class="perpend-alignment-report">\n{_FITTED}\n{svg_of(layout, width)}\n{_table(layout)}\n</div>'
    return page_of("Alignment: " + layout.total, width, body) if page else body


def page_of(title: str, width: int, body: str) -> str:
    """Returns a document with `title` around the fragment `body`, at most `width` pixels wide."""
    return _PAGE.format(title=escape(title), width=width, body=body)


def _table(layout: Layout) -> str:
    head = "".join(
        f'<th scope="col" style="{CELL_STYLE.format(side=side)}">{name}</th>'
        for name, side in (("edit", "left"), ("hypothesis", "left"), ("reference", "left"), ("cost", "right"))
    )
    rows = "\n".join([*_shift_rows(layout), *_edit_rows(layout)])
    caption = "; ".join(["Shifts and edits, in order", *layout.notes])
    return (
        '<table style="border-collapse:collapse;margin-top:1em;font-size:90%">\n'
        f'<caption style="text-align:left">{escape(caption)}</caption>\n'
        f"<thead><tr>{head}</tr></thead>\n<tbody>\n{rows}\n</tbody>\n</table>"
    )


def _shift_rows(layout: Layout) -> Iterator[str]:
    for moved in layout.moves:
        yield _row("shift", f"shift {moved.number}", " ".join(moved.words), moved.target, amount(moved.cost))


def _edit_rows(layout: Layout) -> Iterator[str]:
    edits = (column for column in layout.columns if column.edit)
    for is_plain, group in groupby(edits, key=lambda column: column.kind == "match" and not column.cost):
        columns = list(group)
        for run in [columns] if is_plain else [[column] for column in columns]:
            yield _run_row(run)


def _run_row(run: list[Column]) -> str:
    hyp, ref = (_joined([word for column in run for word in getattr(column, row)]) for row in ("shifted", "ref"))
    return _row(run[0].kind, run[0].kind, hyp, ref, run[0].cost or "0")


def _joined(words: list[Word]) -> str:
    return " ".join(word.text for word in words)


def _row(kind: str, name: str, hyp: str, ref: str, cost: str) -> str:
    look = palette()[kind]
    swatch = f'<span aria-hidden="true" style="color:{look.light}">&#9632;</span>'
    left, right = CELL_STYLE.format(side="left"), CELL_STYLE.format(side="right")
    cells = "".join(f'<td dir="auto" style="{left}">{escape(words)}</td>' for words in (hyp, ref))
    return (
        f'<tr><td style="{left};white-space:nowrap" title="{escape(look.meaning)}">{swatch} {name}</td>{cells}'
        f'<td style="{right}">{escape(cost)}</td></tr>'
    )
