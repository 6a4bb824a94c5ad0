"""What every picture of an alignment owes its reader, whatever the words, edits and shifts are."""

import re
import unicodedata
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from perpend.alignment import reference
from perpend.alignment.drawing.glyphs import cells, shown
from perpend.alignment.drawing.layout import MAX_COLUMNS, layout_of
from perpend.alignment.drawing.palette import palette
from perpend.alignment.edits import EDIT_NAMES, Alignment, Edit, Shift
from perpend.alignment.problem import Op, PhraseEdge, Problem
from perpend.errors import InputError

DOCUMENT = Path(__file__).parents[2] / "docs" / "alignment-pictures.md"
LABELS = len("shifted  ")
SVG = "{http://www.w3.org/2000/svg}"
TRICKY = ["the", "שלום", "مرحبا", "日本", "e\u0301", "\x1b[31m", "\ud800", "<b>&", "\x00", "\u202e", "\uffff", "", " "]


# -------------------- alignments to draw


def solved(hyp: str, ref: str, alike: dict[tuple[str, str], Op], phrase: tuple[str, str] = ("", "")) -> Alignment:
    """The cheapest edits for simple costs: a match 0, a stem 0.2, a synonym 0.3, a phrase 0.5, else 1."""
    cost = {Op.MATCH: 0.0, Op.STEM: 0.2, Op.SYNONYM: 0.3, Op.SUBSTITUTE: 1.0}
    hyp_words, ref_words = tuple(hyp.split()), tuple(ref.split())
    ids = {word: number for number, word in enumerate(dict.fromkeys((*hyp_words, *ref_words)))}
    kinds = [[Op.MATCH if h == r else alike.get((h, r), Op.SUBSTITUTE) for h in hyp_words] for r in ref_words]
    source, target = (tuple(side.split()) for side in phrase)
    starts = [i for i in range(len(ref_words)) if source and ref_words[i : i + len(source)] == source]
    edges = tuple(PhraseEdge(i, len(source), tuple(ids[word] for word in target), 0.5) for i in starts)
    problem = Problem(
        ref_len=len(ref_words),
        hyp_ids=tuple(ids[word] for word in hyp_words),
        pair_cost=[[cost[kind] for kind in row] for row in kinds],
        pair_kind=[[int(kind) for kind in row] for row in kinds],
        pair_agrees=[[kind != Op.SUBSTITUTE for kind in row] for row in kinds],
        insertion=[1.0] * len(hyp_words),
        deletion=[1.0] * len(ref_words),
        ref_stop=[False] * len(ref_words),
        hyp_stop=[False] * len(hyp_words),
        phrases=edges,
    )
    entries = tuple(range(len(edges)))
    return Alignment.of(hyp_words, ref_words, reference.solve(problem), entries=entries, signature="costs:example|v:0")


@pytest.fixture(scope="module")
def every_kind() -> Alignment:
    return solved(
        "on Monday the little shop closes due to rain",
        "the store closed on Monday because of heavy snow",
        {("closes", "closed"): Op.STEM, ("shop", "store"): Op.SYNONYM},
        ("because of", "due to"),
    )


def matched(words: tuple[str, ...], shifts: tuple[Shift, ...] = ()) -> Alignment:
    order = tuple(range(len(words)))
    for shift in shifts:
        order = reference.move(order, shift.start, shift.end, shift.to)
    edits = tuple(Edit("match", (i, i + 1), (i, i + 1), 0.0) for i in range(len(words)))
    cost = sum(shift.cost for shift in shifts)
    return Alignment(words, tuple(words[j] for j in order), order, edits, shifts, cost, float(len(words)))


@st.composite
def alignments(draw: st.DrawFn) -> Alignment:
    """Any words, edits, shifts and costs that fit together, whether or not an aligner would choose them."""
    word = st.sampled_from(TRICKY) | st.text(max_size=6)
    cost = st.sampled_from([0.0, 1.0, 0.25, -0.5]) | st.floats()
    lengths = {"insert": (1, 0), "delete": (0, 1), "phrase": (3, 2)}
    edits, h, r = [], 0, 0
    for op in draw(st.lists(st.sampled_from(EDIT_NAMES), max_size=12)):
        hyp_len, ref_len = lengths.get(op, (1, 1))
        edits.append(Edit(op, (h, h + hyp_len), (r, r + ref_len), draw(cost)))
        h, r = h + hyp_len, r + ref_len
    hyp = tuple(draw(st.lists(word, min_size=h, max_size=h)))
    ref = tuple(draw(st.lists(word, min_size=r, max_size=r)))
    order, shifts = tuple(range(h)), []
    for _ in range(draw(st.integers(0, 3)) if h > 1 else 0):
        start = draw(st.integers(0, h - 1))
        shift = Shift(start, draw(st.integers(start, h - 1)), draw(st.integers(-1, h - 1)), draw(cost))
        order = reference.move(order, shift.start, shift.end, shift.to)
        shifts.append(shift)
    return Alignment(hyp, ref, order, tuple(edits), tuple(shifts), draw(cost), float(r), draw(st.text(max_size=9)))


def svg_words(document: str) -> list[str]:
    return ["".join(text.itertext()) for text in ElementTree.fromstring(document).iter(f"{SVG}text")]


class Page(HTMLParser):
    """Collects the text of a page and checks that what opens is closed."""

    def __init__(self, document: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: set[str] = set()
        self.text = ""
        self.feed(document)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        if tag != "meta":
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


# -------------------- what holds for all


@given(alignments())
def test_every_word_is_in_every_picture(alignment: Alignment) -> None:
    text, boxes, page = alignment.draw(80, False), svg_words(alignment.to_svg()), Page(alignment.to_html()).text
    for word in (*alignment.hyp, *alignment.ref):
        assert shown(word) in text
        assert shown(word) in boxes
        assert shown(word) in page


@given(alignments())
def test_each_row_keeps_the_order_of_its_words(alignment: Alignment) -> None:
    columns = layout_of(alignment).columns
    places = {
        row: [word.place for column in columns for word in getattr(column, row)] for row in ("hyp", "shifted", "ref")
    }
    assert places["hyp"] == list(range(len(alignment.hyp)))
    assert places["shifted"] == list(alignment.order)
    assert places["ref"] == list(range(len(alignment.ref)))


@given(alignments(), st.integers(20, 120))
def test_lines_fit_unless_one_column_is_wider(alignment: Alignment, width: int) -> None:
    assume(not any("  " in shown(word) for word in (*alignment.hyp, *alignment.ref)))
    for line in alignment.draw(width, False).split("\n"):
        assert cells(line) <= width or "  " not in line[LABELS:].strip()


@given(alignments())
def test_nothing_that_a_terminal_would_obey_is_printed(alignment: Alignment) -> None:
    text = alignment.draw(80, False)
    marks = {char for char in text if unicodedata.category(char) in ("Cc", "Cf", "Cs", "Zl", "Zp")}
    assert marks <= {"\n", "\u200e", "\u200c", "\u200d"}
    colored = alignment.draw(80, True)
    assert re.sub(r"\x1b\[\d+m", "", colored) == text


@given(alignments())
def test_markup_is_well_formed_and_harmless(alignment: Alignment) -> None:
    root = ElementTree.fromstring(alignment.to_svg())
    assert root.get("role") == "img"
    assert [child.tag for child in root[:2]] == [f"{SVG}title", f"{SVG}desc"]
    for document in (alignment.to_html(), alignment.to_html(page=True)):
        page = Page(document)
        assert page.open == []
        assert not page.tags & {"script", "link", "iframe", "b"}
    assert alignment._repr_html_() == alignment.to_html()


@given(alignments())
def test_the_same_alignment_gives_the_same_bytes(alignment: Alignment) -> None:
    again = Alignment(*(getattr(alignment, name) for name in alignment.__dataclass_fields__))
    assert str(again) == str(alignment)
    assert again.to_html() == alignment.to_html()


@given(alignments())
def test_labels_of_shifts_do_not_meet(alignment: Alignment) -> None:
    root = ElementTree.fromstring(alignment.to_svg())
    for band in root.findall(f"{SVG}g[@transform]"):
        pills = [rect for rect in band.iter(f"{SVG}rect") if rect.get("rx") == "9"]
        spots = sorted((pill.get("y", ""), float(pill.get("x", "")), float(pill.get("width", ""))) for pill in pills)
        for (y, x, width), (next_y, next_x, _) in pairwise(spots):
            assert y != next_y or x + width < next_x


# -------------------- pictures to look at


def test_a_picture_with_every_kind_of_edit(every_kind: Alignment) -> None:
    assert str(every_kind) == PICTURE.strip("\n")
    assert PICTURE in DOCUMENT.read_text(encoding="utf-8")


PICTURE = """
hyp      on[1]  Monday[1]  the  little  shop     closes              due to              rain
shifted                    the  little  shop     closes  on  Monday  due to              rain
edit                       |    insert  synonym  stem    |   |       phrase----  delete  substitute
cost                            1       0.3      0.2                 0.5         1       1
ref                        the          store    closed  on  Monday  because of  heavy   snow

shift 1: "on Monday" behind "closes", cost 1

cost 5 / 9 reference words = score 0.556
3 match, 1 substitute, 1 stem, 1 synonym, 1 insert, 1 delete, 1 phrase, 1 shift
costs:example|v:0
"""


def test_wrapped_blocks_repeat_the_row_labels(every_kind: Alignment) -> None:
    lines = every_kind.draw(60, False).split("\n")
    for label in ("hyp", "shifted", "edit", "cost", "ref"):
        assert sum(line[:LABELS] == label.ljust(LABELS) for line in lines) == 2


def test_kinds_have_labels_and_a_legend(every_kind: Alignment) -> None:
    texts = svg_words(every_kind.to_svg())
    for kind in ("substitute", "stem", "synonym", "phrase", "insert", "delete"):
        assert kind in texts
    assert {"match × 3", "shift × 1", "shift 1, cost 1", "costs:example|v:0", "0.2", "0.3", "0.5"} <= set(texts)


def test_columns_stay_straight_under_wide_and_marked_words() -> None:
    words = ("日本", "e\u0301te\u0301", "שלום", "👩\u200d🚀", "end")
    hyp, _, ref = str(matched(words)).split("\n")[:3]
    assert [cells(hyp[: hyp.index(word)]) for word in words] == [cells(ref[: ref.index(word)]) for word in words]
    assert cells(hyp[: hyp.index("end")]) == LABELS + 4 + 2 + 3 + 2 + 4 + 2 + 2 + 2


def test_without_shifts_the_middle_row_is_left_out() -> None:
    assert str(matched(("one",))).split("\n")[:3] == ["hyp      one", "edit     |", "ref      one"]


@pytest.mark.parametrize(("hyp", "ref"), [("", ""), ("", "some words"), ("some words", ""), ("one", "one")])
def test_short_and_empty_sides(hyp: str, ref: str) -> None:
    alignment = solved(hyp, ref, {})
    assert str(alignment).count("(empty)") == (not hyp) + (not ref)
    ElementTree.fromstring(alignment.to_svg())


def test_a_phrase_of_four_words_against_one() -> None:
    alignment = solved("in the course of it", "during it", {}, ("during", "in the course of"))
    assert str(alignment).split("\n")[:4] == [
        "hyp      in the course of  it",
        "edit     phrase----------  |",
        "cost     0.5",
        "ref      during            it",
    ]


def test_words_moved_out_of_a_phrase_stay_inside_it_in_the_first_row() -> None:
    edits = (Edit("phrase", (0, 2), (0, 1), 0.4), Edit("match", (2, 3), (1, 2), 0.0))
    alignment = Alignment(("due", "soon", "to"), ("for", "soon"), (0, 2, 1), edits, (Shift(1, 1, 2, 0.2),), 0.6, 2.0)
    assert str(alignment).split("\n")[:2] == ["hyp      due soon[1] to", "shifted  due to          soon"]


def test_a_word_in_two_shifts_carries_both_numbers() -> None:
    alignment = matched(("a", "b", "c", "d"), (Shift(0, 0, 2, 0.5), Shift(2, 3, -1, -0.25)))
    assert "a[1+2]" in str(alignment)
    assert "shifts 1+2, cost 0.25" in svg_words(alignment.to_svg())
    assert 'shift 2: "a d" to the front, cost -0.25' in str(alignment)


def test_a_shift_from_band_to_band_is_drawn_as_two_stubs() -> None:
    words = tuple(f"word{number}" for number in range(40))
    texts = svg_words(matched(words, (Shift(0, 1, 39, 1.0),)).to_svg(width=500))
    assert {"shift 1, cost 1 ↓", "↑ shift 1, cost 1"} <= set(texts)


def test_long_alignments_are_bounded_and_say_so() -> None:
    alignment = matched(("w",) * (MAX_COLUMNS + 345))
    note = f"345 of {MAX_COLUMNS + 345:,} edits are left out of this picture"
    assert note in str(alignment)
    assert note in svg_words(alignment.to_svg())
    assert note in alignment.to_html()


def test_three_hundred_words_with_a_shift() -> None:
    words = tuple(f"w{number}" for number in range(300))
    alignment = matched(words, (Shift(5, 9, 280, 1.0),))
    assert all(len(line) <= 100 for line in str(alignment).split("\n"))
    width = float(ElementTree.fromstring(alignment.to_svg(width=700)).get("width", ""))
    assert width <= 700


# -------------------- settings


def test_a_width_without_room_is_refused(every_kind: Alignment) -> None:
    with pytest.raises(InputError, match="at least 20"):
        every_kind.draw(width=7)
    with pytest.raises(InputError, match="at least 240"):
        every_kind.to_svg(width=7)


def test_color_is_for_terminals_and_can_be_refused(every_kind: Alignment, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    assert "\x1b[" in every_kind.draw()
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b[" not in every_kind.draw()
    assert "\x1b[" not in str(every_kind)


def test_the_width_is_that_of_the_terminal(every_kind: Alignment, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    assert every_kind.draw(color=False) == every_kind.draw(60, False)


def test_an_unfinished_search_is_told() -> None:
    alignment = Alignment(("a",), ("a",), (0,), (Edit("match", (0, 1), (0, 1), 0.0),), (), 0.0, 1.0, complete=False)
    assert "the search for shifts ended early" in str(alignment)


def test_every_kind_has_a_look() -> None:
    assert set(palette()) == {*EDIT_NAMES, "shift"}


def test_the_document_explains_every_kind_as_the_palette_does() -> None:
    document = DOCUMENT.read_text(encoding="utf-8")
    assert all(f"| {kind} | {look.meaning} |" in document for kind, look in palette().items())
