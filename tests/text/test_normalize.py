"""The TERp normaliser: against the original's output, against its own definition, and what its spans are."""

import itertools
import json
import lzma
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from perpend.errors import FormatError, InputError
from perpend.text import Normalization, Rewrites

PLAIN = Normalization(normalize=False, case_sensitive=True)
ALL_SWITCHES = Normalization(strip_punctuation=True, new_normalization=True, normalize_numbers=True)
VECTORS = {
    "tokens_normalize": Normalization(),
    "tokens_nonorm_case": PLAIN,
    "tokens_newnorm_nopunct_normnum": ALL_SWITCHES,
}
NOT_DEFAULT = {"x_ter_nonorm_case": PLAIN, "x_terph_newnorm_nopunct_normnum": ALL_SWITCHES}
FRAGMENTS = (
    *("a", "B", "word", "'s", "'S", "s'", ".", ",", "-", "1", "3", "!", "(", '"', "&", "$", "%", "/", "_", "zero"),
    *("&quot;", "&amp;", "lt;", "&gt;", "<skipped>", " ", "  ", "\t", "\n", "\x01", "\x1c", "\xa0", "İ", "Σ", "é"),
)
AWKWARD = st.lists(st.sampled_from(FRAGMENTS)).map("".join)
ANY_TEXT = st.one_of(AWKWARD, st.text(st.characters()))
ANY_SETTING = st.tuples(*[st.booleans()] * 5).map(lambda switches: Normalization(*switches))
HOSTILE = ("a", "a.", " ", "'s", "-", ",", "1-", "7", "!", "\x01", "\x01 ", "s'", "&amp;", "<skipped>", "'")


def lines(path: Path) -> list[dict]:
    with lzma.open(path, "rt", encoding="utf-8") as file:
        return [json.loads(line) for line in file]


@pytest.mark.parametrize("name", VECTORS)
def test_every_line_of_the_original_agrees(gold: Path, name: str) -> None:
    vectors = lines(gold / "unit" / f"{name}.jsonl.xz")
    assert len(vectors) == 2828
    for vector in vectors:
        assert list(VECTORS[name].tokens(vector["raw"])) == vector["tokens"]


def test_every_scored_segment_of_the_original_agrees(gold: Path) -> None:
    paths = sorted(gold.glob("*.jsonl.xz"))
    assert len(paths) == 20
    for path in paths:
        setting = NOT_DEFAULT.get(path.name.removesuffix(".jsonl.xz"), Normalization())
        for segment, side in itertools.product(lines(path), ("hyp", "ref")):
            assert list(setting.tokens(segment[f"{side}_raw"])) == segment[side]


@pytest.mark.parametrize(
    ("raw", "tokens"),
    [
        ("", ""),
        (" \t\n ", ""),
        ("Mary's dog's.", "mary 's dog's ."),
        ("1,000, and 2,000 end.", "1,000, and 2,000 end ."),
        ("The U.S. won...", "the u.s. won..."),
        ("(so, yes.)", "(so , yes . )"),
        ("3-4 years, mid-1990-2000", "3 - 4 years , mid-1990 - 2000"),
        ("&amp;lt;b&gt; &quot;x&quot;", '< b > " x "'),
        ("isn't it", "isn't it"),
        ("no\xa0break", "no\xa0break"),
        ("a<skipped>b", "ab"),
    ],
)
def test_default_setting(raw: str, tokens: str) -> None:
    assert Normalization().tokens(raw) == tuple(tokens.split(" ") if tokens else ())


@pytest.mark.parametrize(
    ("setting", "raw", "tokens"),
    [
        (Normalization(normalize=False), "Don't STOP, now!", ["don't", "stop,", "now!"]),
        (Normalization(strip_punctuation=True), "Hello, (big) U.S.!", ["hello", "big", "us"]),
        (Normalization(new_normalization=True), "the boys' toys - all", ["the", "boys", "'s", "toys", "all"]),
        (Normalization(normalize_numbers=True), "Twenty or 1,000 or $", ["20", "or", "1000", "or", "$"]),
    ],
)
def test_switches(setting: Normalization, raw: str, tokens: list[str]) -> None:
    assert list(setting.tokens(raw)) == tokens


@given(ANY_TEXT, ANY_SETTING)
@example("1-\xa0-\x1cx", Normalization())
@example("<skipped>a,\x01", Normalization())
@example("\"3-4, (a.'s", Normalization())
def test_the_short_way_gives_the_tokens_of_the_definition(raw: str, setting: Normalization) -> None:
    assert setting.tokens(raw) == setting.spanned(raw)[0]


@given(ANY_TEXT, ANY_SETTING)
def test_spans_ascend_and_there_are_as_many_as_tokens(raw: str, setting: Normalization) -> None:
    spans = setting.spans(raw)
    assert len(spans) == len(setting.tokens(raw))
    assert all(0 <= start < end <= len(raw) for start, end in spans)
    assert all(left[0] <= right[0] and left[1] <= right[1] for left, right in itertools.pairwise(spans))


@given(st.text(st.characters(min_codepoint=32, max_codepoint=126)).filter(lambda raw: "&" not in raw))
def test_a_span_of_plain_text_is_the_token(raw: str) -> None:
    for token, (start, end) in zip(Normalization().tokens(raw), Normalization().spans(raw), strict=True):
        assert raw[start:end].lower() == token


def test_spans_reach_over_what_was_replaced_or_left_out() -> None:
    assert Normalization().spans("a &quot;b") == ((0, 1), (2, 8), (8, 9))
    assert Normalization().spans("İx y") == ((0, 2), (3, 4))
    assert ALL_SWITCHES.spans("boys' U.S.") == ((0, 4), (4, 5), (6, 9))


@pytest.mark.parametrize("piece", HOSTILE, ids=repr)
@pytest.mark.parametrize("setting", [Normalization(), ALL_SWITCHES, PLAIN], ids=Normalization.signature)
def test_long_monotonous_strings_end(piece: str, setting: Normalization) -> None:
    assert isinstance(setting.tokens(piece * (1_000_000 // len(piece))), tuple)


def test_signature_names_what_is_on() -> None:
    assert Normalization().signature() == "terp:norm+lower"
    assert PLAIN.signature() == "terp:plain"
    assert ALL_SWITCHES.signature() == "terp:norm+lower+nopunct+newnorm+numbers"
    rewrites = Rewrites.parse(["<p>a</p> <p>b</p>"])
    assert Normalization(rewrites=rewrites).signature() == f"terp:norm+lower+rewrites.{rewrites.signature()}"


SETS = Rewrites.parse(["<p>united states</p> <p>u.s.</p> <p>the states</p>", "", "<p>america</p> <p>united states</p>"])


def test_rewrites_feed_later_sets_and_go_on_after_what_they_put_in() -> None:
    assert Normalization(rewrites=SETS).tokens("In the States and U.S. law") == (
        "in",
        "america",
        "and",
        "america",
        "law",
    )
    doubling = Rewrites.parse(["<p>a a</p> <p>a</p>"])
    assert doubling.tokens(["a", "b", "a"]) == ("a", "a", "b", "a", "a")


def test_rewrites_do_not_feed_earlier_sets() -> None:
    backwards = Rewrites.parse(["<p>c</p> <p>b</p>", "<p>b</p> <p>a</p>"])
    assert backwards.tokens(["a", "b"]) == ("b", "c")


def test_a_new_token_has_the_span_of_what_it_replaced() -> None:
    first = Rewrites(SETS.sets[:1])
    assert Normalization(rewrites=first).spans("the states won") == ((0, 10), (0, 10), (11, 14))


@pytest.mark.parametrize("line", ["united states", "<p>a</p>", "<p>a</p> b <p>c</p>", "<p>a <p>b</p>"])
def test_a_malformed_rewrite_names_its_line(line: str) -> None:
    with pytest.raises(FormatError, match=r"sets\.txt:2: two or more phrases"):
        Rewrites.parse(["<p>a</p> <p>b</p>", line], "sets.txt")


def test_rewrites_come_from_files(tmp_path: Path) -> None:
    path = tmp_path / "sets.txt"
    path.write_text("<p>united states</p> <p>u.s.</p>\n", encoding="utf-8")
    assert Rewrites.read(path).tokens(["u.s."]) == ("united", "states")
    with pytest.raises(InputError, match="cannot be read"):
        Rewrites.read(tmp_path / "absent.txt")
