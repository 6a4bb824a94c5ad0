"""A likeness as text or HTML: its value, both texts with their links, the reasons, and the table of contributions.

    1.66 on a scale from 0 to 5; 80 % of such pairs lie between 0.7 and 2.6

    text 1  He paid _two hours_{#1} early .
    text 2  He paid _nine hours_{#1} early [again] .

    {#} another number, [ ] only in this text

    - 'two hours' became 'nine hours'

Linked words have the same number and the sign of their kind (`perpend.similarity.likeness_marks`); several words with
one mark stand between underscores. Words that both texts have in the same form are left as they are. The HTML shows the
same, with lines of several kinds below the words; it has no scripts and no external links.
"""

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from typing import TYPE_CHECKING

from perpend.alignment.drawing.glyphs import cells, shown
from perpend.alignment.drawing.html import CELL_STYLE, page_of
from perpend.alignment.drawing.lines import Paint, checked_width, chopped, fold, isolated, wants_color
from perpend.alignment.drawing.palette import palette
from perpend.files.escapes import visible
from perpend.similarity.likeness_marks import Marked, Run, look_of, marked

if TYPE_CHECKING:
    from perpend.similarity.likeness import Likeness

__all__ = [
    "COLUMNS",
    "MOST",
    "draw_html",
    "draw_picture",
    "draw_text",
    "headline",
    "html_of",
    "rows",
    "shown_reasons",
    "text_of",
]

COLUMNS = ("difference", "points")
"""The columns of the table of contributions."""

MOST = 50
"""The most reasons and contributions that are shown; `to_dict` has all."""

_LABELS = ("text 1", "text 2")
_GAP = "  "
_WIDTH = 900
_ALONE = "only in this text"


def headline(likeness: "Likeness") -> str:
    """The value of a `likeness` on its scale, and its interval."""
    low, high = likeness.scale
    least, most = likeness.interval
    return (
        f"{likeness.value:.2f} on a scale from {low:g} to {high:g}; "
        f"80 % of such pairs lie between {least:.1f} and {most:.1f}"
    )


def rows(likeness: "Likeness") -> Iterator[tuple[str, str]]:
    """The cells of the table of a `likeness`: the base, each contribution, and their sum.

    The last contributions are one row if there are more than MOST.
    """
    yield "(equal texts)", f"{likeness.base:+.4f}"
    for one in likeness.contributions[:MOST]:
        yield one.name, f"{one.points:+.4f}"
    if rest := likeness.contributions[MOST:]:
        yield f"({len(rest)} smaller ones)", f"{sum(one.points for one in rest):+.4f}"
    yield "(sum)", f"{likeness.value:+.4f}"


def shown_reasons(likeness: "Likeness") -> list[str]:
    """The reasons of a `likeness`, then its warnings; of more than MOST reasons their number."""
    found = likeness.reasons
    more = [f"and {len(found) - MOST} differences more"] if len(found) > MOST else []
    return [*found[:MOST], *more, *(f"less certain: {warning}" for warning in likeness.warnings)]


# -------------------- text


def draw_text(likeness: "Likeness", width: int | None = None, color: bool | None = None) -> str:
    """Value, picture, reasons and warnings of a `likeness` as plain text.

    `width` None is that of the terminal (100 if there is none); `color` None means: if stdout is a terminal and
    NO_COLOR is not set.
    """
    return text_of(likeness, headline(likeness), width, color)


def text_of(likeness: "Likeness", line: str, width: int | None = None, color: bool | None = None) -> str:
    """The same with another first `line`, for answers that rest on a `likeness`; `width` and `color` as there."""
    limit = checked_width(width)
    why = [line for reason in shown_reasons(likeness) for line in _item(visible(reason), limit)]
    parts = ["\n".join(fold(line, limit)), draw_picture(likeness, limit, color), "\n".join(why)]
    return "\n\n".join(part for part in parts if part)


def _item(sentence: str, limit: int) -> list[str]:
    first, *rest = fold(sentence, limit - 2)
    return [f"- {first}", *(f"  {line}" for line in rest)]


def draw_picture(likeness: "Likeness", width: int | None = None, color: bool | None = None) -> str:
    """Both texts of a `likeness` with their marks, and what the signs mean; `width` and `color` as for `draw_text`."""
    limit, paint = checked_width(width), Paint(wants_color() if color is None else color)
    found = marked(likeness)
    lines = [
        line
        for label, runs in zip(_LABELS, (found.text1, found.text2), strict=True)
        for line in _side(label, runs, limit, paint)
    ]
    if legend := _legend(found, limit):
        lines += ["", *legend]
    return "\n".join(lines)


def _side(label: str, runs: Sequence[Run], limit: int, paint: Paint) -> Iterator[str]:
    """The lines of one text; the label stands before the first."""
    indent = len(label) + len(_GAP)
    pieces = [
        (piece, look) for run in runs for word, look in _words(run) for piece in chopped(word, max(1, limit - indent))
    ]
    before = label + _GAP
    for line in _wrapped(pieces or [("(empty)", "")], limit - indent):
        yield before + " ".join(paint(text, look) for text, look in line)
        before = " " * indent


def _words(run: Run) -> Iterator[tuple[str, str]]:
    """The words of a run with its marks, each with the name of its colour."""
    look = run.marks[0].look.look if run.marks else "insert" if run.alone else ""
    start, end = ("[", "]") if run.alone else ("_", "_") if run.marks and len(run.words) > 1 else ("", "")
    end += "{" + " ".join(map(str, run.marks)) + "}" if run.marks else ""
    last = len(run.words) - 1
    for place, word in enumerate(run.words):
        yield (start if place == 0 else "") + isolated(shown(word)) + (end if place == last else ""), look


def _wrapped(pieces: Sequence[tuple[str, str]], limit: int) -> Iterator[list[tuple[str, str]]]:
    line: list[tuple[str, str]] = []
    used = 0
    for text, look in pieces:
        needed = cells(text)
        if line and used + 1 + needed > limit:
            yield line
            line, used = [], 0
        used += needed + bool(line)
        line.append((text, look))
    yield line


def _legend(found: Marked, limit: int) -> list[str]:
    """What the signs mean, in lines."""
    known = dict.fromkeys((look_of(kind).sign, look_of(kind).meaning) for kind in found.kinds)
    parts = ["{" + sign + "} " + meaning for sign, meaning in known]
    parts += [f"[ ] {_ALONE}"] if found.has_alone else []
    pieces = [(line, "") for part in parts for line in fold(part + ("," if part != parts[-1] else ""), limit)]
    return [" ".join(text for text, _ in line) for line in _wrapped(pieces, limit)] if pieces else []


# -------------------- HTML


def draw_html(likeness: "Likeness", page: bool = False) -> str:
    """Value, both texts, reasons and contributions of a `likeness` as HTML; `page` makes it a complete document."""
    return html_of(likeness, headline(likeness), rows(likeness), likeness.signature, title="Likeness", page=page)


def html_of(
    likeness: "Likeness",
    line: str,
    parts: Iterable[tuple[str, str]],
    signature: str,
    *,
    title: str,
    page: bool = False,
    told: Iterable[str] | None = None,
) -> str:
    """A `likeness` as HTML, for answers that rest on one.

    :param likeness: the texts with their links, and the reasons.
    :param line: the answer in one line.
    :param parts: the cells of the table of contributions.
    :param signature: the signature of the answer.
    :param title: the kind of answer, for the title of a document.
    :param page: make it a complete document.
    :param told: reasons and warnings; None for those of the likeness.
    """
    found = marked(likeness)
    texts = "\n".join(
        f'<p dir="auto"><small>{label}</small> {_html_runs(runs)}</p>'
        for label, runs in zip(_LABELS, (found.text1, found.text2), strict=True)
    )
    reasons = shown_reasons(likeness) if told is None else [*told][:MOST]
    why = "".join(f"<li>{escape(visible(reason))}</li>" for reason in reasons)
    body = (
        f'<div class="perpend-likeness">\n<p><strong>{escape(line)}</strong></p>\n{texts}\n'
        f"{_html_legend(found)}<ul>{why}</ul>\n{_table(parts, signature)}\n</div>"
    )
    return page_of(f"{title}: {line}", _WIDTH, body) if page else body


def _html_runs(runs: Sequence[Run]) -> str:
    return " ".join(map(_html_run, runs)) or "(empty)"


def _html_run(run: Run) -> str:
    words = escape(" ".join(map(shown, run.words)))
    text = f"<bdi>[{words}]</bdi>" if run.alone else f"<bdi>{words}</bdi>"
    if not run.marks:
        return text
    look = run.marks[0].look
    title = escape("; ".join(dict.fromkeys(mark.look.meaning for mark in run.marks)))
    signs = escape(" ".join(map(str, run.marks)))
    colour = palette()[look.look].light
    return f'<span style="border-bottom:{look.line} {colour}" title="{title}">{text}<sup>{signs}</sup></span>'


def _html_legend(found: Marked) -> str:
    known = dict.fromkeys((look_of(kind).sign, look_of(kind).meaning) for kind in found.kinds)
    parts = [f"<sup>{escape(sign)}</sup> {escape(meaning)}" for sign, meaning in known]
    parts += [f"[ ] {_ALONE}"] if found.has_alone else []
    return f"<p><small>{' &nbsp; '.join(parts)}</small></p>\n" if parts else ""


def _table(parts: Iterable[tuple[str, str]], signature: str) -> str:
    styles = [CELL_STYLE.format(side=side) for side in ("left", "right")]
    head = "".join(f'<th scope="col" style="{style}">{name}</th>' for name, style in zip(COLUMNS, styles, strict=True))
    body = "\n".join(
        f'<tr><td dir="auto" style="{styles[0]}">{escape(visible(name))}</td><td style="{styles[1]}">{points}</td></tr>'
        for name, points in parts
    )
    return (
        '<table style="border-collapse:collapse;margin-top:1em;font-size:90%">\n'
        f'<caption style="text-align:left">{escape(signature)}</caption>\n'
        f"<thead><tr>{head}</tr></thead>\n<tbody>\n{body}\n</tbody>\n</table>"
    )
