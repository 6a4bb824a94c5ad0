"""Pictures and pages of a likeness: the same links and reasons everywhere, within the width, safe to show."""

import re
from html.parser import HTMLParser

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import perpend
from perpend.alignment.drawing.glyphs import cells
from perpend.errors import InputError
from perpend.similarity.likeness import Likeness
from perpend.similarity.likeness_marks import look_of, marked
from perpend.similarity.likeness_report import MOST, draw_html, draw_picture, draw_text, headline, rows, shown_reasons

PAIR = ("The man bought two red cars.", "Somebody never purchased nine blue automobiles again.")
HOSTILE = "red\x1b[31m <b>bold</b> \u202eturned\u2028 a\x00b &amp; שלום 👩‍🚀 e\u0301"
WORDS = """
dog cat not open closed two nine שלום 日本 <b> 😀
"""
TEXT = st.text(max_size=25) | st.lists(st.sampled_from(WORDS.split())).map(" ".join)


def asked(text1: str, text2: str) -> Likeness:
    found = perpend.score(text1, text2)
    assert isinstance(found, Likeness)
    return found


class Page(HTMLParser):
    """The text of a page, if all its elements are closed and none of them is a script or leads elsewhere."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.words: list[str] = []
        self.feed(page)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag not in ("script", "link", "img", "a", "iframe")
        assert not any(name.startswith("on") or name in ("href", "src") for name, _ in attrs)
        if tag not in ("meta", "br"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words.append(data)


def test_the_picture_of_a_changed_number() -> None:
    found = asked("He paid two hours early.", "He paid nine hours early again.")
    assert draw_picture(found, 100, color=False).splitlines() == [
        "text 1  He paid _two hours_{#1} early .",
        "text 2  He paid _nine hours_{#1} early [again] .",
        "",
        "{#} another number, [ ] only in this text",
    ]


def test_equal_texts_have_no_marks() -> None:
    found = asked("The shop is open.", "the shop is open")
    assert draw_picture(found, 100, color=False).splitlines() == [
        "text 1  The shop is open .",
        "text 2  the shop is open",
    ]
    assert draw_picture(asked("", ""), 100).splitlines() == ["text 1  (empty)", "text 2  (empty)"]


def test_text_page_and_json_show_the_same() -> None:
    found = asked(*PAIR)
    given_, page, text = found.to_dict(), "".join(Page(found.to_html(page=True)).words), str(found)
    for reason in given_["reasons"]:
        assert reason in page
        assert reason in " ".join(text.split())
    assert headline(found) in page
    for one in given_["contributions"]:
        assert one["name"] in page
    drawn = marked(found)
    marks = {mark for run in (*drawn.text1, *drawn.text2) for mark in run.marks}
    kinds = {link["kind"] for link in given_["links"]} | {one["kind"] for one in given_["contributions"]}
    assert {mark.kind for mark in marks} <= kinds
    for mark in marks:
        assert str(mark) in text
        assert str(mark) in page
        assert mark.look.meaning in page


def test_no_two_kinds_are_shown_alike_without_colour() -> None:
    kinds = ["inflected", "synonym", "derived", "similar", "more specific", "more general", "related", "other number",
             "other quantity", "opposite", "negated", "swapped", "same", "some kind to come"]  # fmt: skip
    assert len({look_of(kind).sign for kind in kinds}) == len(kinds)


def test_both_sides_of_a_link_have_its_number() -> None:
    drawn = marked(asked("The man bought two cars.", "Somebody purchased a couple of automobiles."))
    sides = [{mark.number for run in runs for mark in run.marks} for runs in (drawn.text1, drawn.text2)]
    assert sides[0] == sides[1]
    assert len(sides[0]) >= 3


def test_the_table_sums_to_the_value() -> None:
    found = asked(*PAIR)
    (first, base), *parts, (last, value) = rows(found)
    assert (first, last) == ("(equal texts)", "(sum)")
    assert float(base) + sum(float(points) for _, points in parts) == pytest.approx(float(value), abs=1e-3)


def test_long_texts_are_cut_in_the_table_and_reasons_only() -> None:
    words = [
        "river",
        "stone",
        "bridge",
        "lamp",
        "window",
        "garden",
        "letter",
        "music",
        "winter",
        "sugar",
        "table",
        "castle",
    ]
    text1 = " ".join(f"{words[k % 12]} {words[k * 5 % 11]}s" for k in range(300))
    text2 = " . ".join(f"{words[k * 7 % 12]} of {words[k % 5]}" for k in range(150))
    found = asked(text1, text2)
    assert len(list(rows(found))) <= MOST + 3
    assert len(shown_reasons(found)) <= MOST + 1 + len(found.warnings)
    picture = draw_picture(found, 60, color=False)
    drawn = re.sub(r"\{[^}]*\}|[\[\]_]", "", picture.split("\n\n")[0]).split()
    assert len(drawn) == len(found.tokens1) + len(found.tokens2) + 4
    assert max(cells(line) for line in picture.splitlines()) <= 60


@settings(max_examples=40, deadline=None)
@given(
    TEXT.map(lambda one: one if isinstance(one, str) else " ".join(one)), TEXT.map(str), st.sampled_from([20, 33, 80])
)
def test_any_texts_fit_and_are_safe(text1: str, text2: str, width: int) -> None:
    found = asked(text1, text2)
    shown = draw_text(found, width, color=False)
    assert max(cells(line) for line in shown.splitlines()) <= width
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\ud800-\udfff]", shown)
    Page(draw_html(found))


def test_control_characters_and_markup_are_shown_as_text() -> None:
    found = asked(HOSTILE, "a dog " + HOSTILE[::-1])
    page, text = found.to_html(page=True), str(found)
    for shown in (page, text):
        assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e]", shown)
    assert "<b>" not in page
    assert r"\x1b" in text
    assert "\u200eשלום\u200e" in draw_picture(found, 100)
    assert 'dir="auto"' in page


def test_colours_are_for_terminals_and_add_nothing() -> None:
    found = asked(*PAIR)
    painted, plain = draw_picture(found, 80, color=True), draw_picture(found, 80, color=False)
    assert "\x1b[" in painted
    assert re.sub("\x1b\\[[0-9;]*m", "", painted) == plain


def test_a_width_must_have_room_for_words() -> None:
    with pytest.raises(InputError, match="at least 20"):
        draw_text(asked(*PAIR), 19)
