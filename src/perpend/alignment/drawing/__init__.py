"""Pictures of an alignment: one layout, drawn as text for terminals, as SVG and as HTML.

    Alignment ──> layout.py ──┬─> terminal.py   lines of text, with or without colour
                  (columns,   ├─> svg.py        a picture (geometry.py places its boxes and arrows)
                   shifts,    └─> html.py       the picture and a table, for notebooks and pages
                   totals)

A picture has three rows: the hypothesis, the hypothesis after its shifts (left out if there are none) and the
reference. `Alignment.draw`, `to_svg` and `to_html` are the doors to it.
"""

from perpend.alignment.drawing.html import draw_html
from perpend.alignment.drawing.svg import draw_svg
from perpend.alignment.drawing.terminal import draw_text

__all__ = ["draw_html", "draw_svg", "draw_text"]
