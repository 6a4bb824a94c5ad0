"""A score as text or HTML: its value, the picture of its alignment, the reasons, and the table of contributions.

    3.64 of 0 to 5
    ...the picture...
    only text 2 has 'is'
    edit        text 2    text 1    points  features
    (start)                         +4.812  Intercept
    insert      is                  -0.211  Insertion, Insert-Delete-LogFreq, ...

The features of an edit are named in the order of Table 1; `Score.to_dict` has their values. The HTML has no scripts and
no external links.
"""

from collections.abc import Iterator
from html import escape
from typing import TYPE_CHECKING

from perpend.alignment import drawing
from perpend.alignment.drawing.glyphs import shown
from perpend.alignment.drawing.html import CELL_STYLE, page_of
from perpend.alignment.drawing.svg import DEFAULT_WIDTH

if TYPE_CHECKING:
    from perpend.similarity.score import Contribution, Score

__all__ = ["COLUMNS", "draw_html", "draw_text", "headline", "rows"]

COLUMNS = ("edit", "text 2", "text 1", "points", "features")
"""The columns of the table of contributions."""

_FITTED = "<style>.perpend-score svg{max-width:100%;height:auto}</style>"


def headline(score: "Score") -> str:
    """The value of a `score` on its scale, and the raw value if it was clipped."""
    low, high = score.scale
    notes = [f"raw {score.raw:.4f}"] if score.raw != score.value else []
    notes += ["mean of both directions"] if score.symmetric else []
    return f"{score.value:.4f} of {low:g} to {high:g}" + (f" ({', '.join(notes)})" if notes else "")


def rows(score: "Score") -> Iterator[tuple[str, str, str, str, str]]:
    """The cells of the table of a `score`: the base, each contribution, and their sum."""
    yield "(start)", "", "", f"{score.base:+.4f}", "Intercept"
    for one in score.contributions:
        yield _row(one)
    yield "(sum)", "", "", f"{score.raw:+.4f}", ""


def _row(one: "Contribution") -> tuple[str, str, str, str, str]:
    sides = (" ".join(map(shown, words)) for words in (one.hyp, one.ref))
    # In the other direction the hypothesis is text 1.
    text2, text1 = reversed(tuple(sides)) if one.backward else tuple(sides)
    kind = f"{one.kind} (back)" if one.backward else one.kind
    return kind, text2, text1, f"{one.points:+.4f}", ", ".join(name for name, value in one.features.items() if value)


def draw_text(score: "Score") -> str:
    """Value, picture and reasons of a `score` as plain text."""
    picture = drawing.draw_text(score.alignment, details=False, sides=("text 2", "text 1"))
    return "\n".join([headline(score), "", picture, "", *score.reasons])


def draw_html(score: "Score", page: bool = False) -> str:
    """Value, picture and table of a `score` as HTML; `page` makes it a complete document."""
    body = (
        f'<div class="perpend-score">\n{_FITTED}\n<p><strong>{escape(headline(score))}</strong></p>\n'
        f"{score.alignment.to_svg(DEFAULT_WIDTH)}\n{_table(score)}\n</div>"
    )
    return page_of("Score: " + headline(score), DEFAULT_WIDTH, body) if page else body


def _table(score: "Score") -> str:
    head = "".join(f'<th scope="col" style="{_style(name)}">{name}</th>' for name in COLUMNS)
    body = "\n".join(
        "<tr>"
        + "".join(
            f'<td dir="auto" style="{_style(name)}">{escape(cell)}</td>'
            for name, cell in zip(COLUMNS, row, strict=True)
        )
        + "</tr>"
        for row in rows(score)
    )
    return (
        '<table style="border-collapse:collapse;margin-top:1em;font-size:90%">\n'
        f'<caption style="text-align:left">{escape(score.signature)}</caption>\n'
        f"<thead><tr>{head}</tr></thead>\n<tbody>\n{body}\n</tbody>\n</table>"
    )


def _style(column: str) -> str:
    return CELL_STYLE.format(side="right" if column == "points" else "left")
