"""sacrebleu's TER beside ours: the same tokens, nearly always the same edits, and each difference explained.

Both move the best block again and again. Where they part, the block that sacrebleu moves is of one of two kinds:

    far      its place in the hypothesis and its goal are more than 50 words apart: TER-Plus compares positions in the
             hypothesis, sacrebleu the position in the hypothesis with that in the reference
    inside   its goal lies inside the block itself: sacrebleu then moves it one word further than TER-Plus does
"""

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sacrebleu.metrics import TER, lib_ter
from sacrebleu.tokenizers.tokenizer_ter import TercomTokenizer

from perpend.alignment import IMPLEMENTATION, Alignment
from perpend.alignment.reference import move
from perpend.metrics.ter import ter, ter_scorer
from perpend.text.tercom import Tercom

SWITCHES = ("normalized", "no_punct", "asian_support", "case_sensitive")
SETTINGS = [dict(zip(SWITCHES, values, strict=True)) for values in product([False, True], repeat=4)]
TEXTS = st.text(st.sampled_from("aB9'sS.,-!?;:\"()&/ \n\t\u00a0\u3000猫がカ。、（Ａ㈱㌀ﾞ・𠀀İß"), max_size=30)
PIECES = st.lists(st.sampled_from(["&amp;", "&quot;", "'s", "\n-", "1,000.5", "U.S.", "3-4", "a", " ", "猫"])).map(
    "".join
)
DOCUMENT = Path(__file__).resolve().parents[2] / "docs" / "ter.md"


def name_of(setting: dict[str, bool]) -> str:
    return "+".join(name for name, on in setting.items() if on) or "default"


# -------------------- tokens


@pytest.mark.parametrize("setting", SETTINGS, ids=name_of)
@given(raw=TEXTS | PIECES)
def test_tokens_are_those_of_sacrebleu(setting: dict[str, bool], raw: str) -> None:
    ours = Tercom(**setting)
    assert list(ours.tokens(raw)) == TercomTokenizer(**setting)(raw.rstrip()).split()
    assert len(ours.spans(raw)) == len(ours.tokens(raw))


@given(raw=TEXTS)
def test_spans_point_into_the_text(raw: str) -> None:
    ours = Tercom(normalized=True, asian_support=True, case_sensitive=True)
    for token, (start, end) in zip(ours.tokens(raw), ours.spans(raw), strict=True):
        assert raw[start:end].replace("\n-", "") == token or "&" in raw


# -------------------- where the two searches part


class Move(NamedTuple):
    """A shift that sacrebleu tries, ordered as it ranks them."""

    gain: int
    length: int
    minus_start: int
    minus_goal: int
    words: list[str]
    anchor: int

    @property
    def is_far(self) -> bool:
        return abs(self.anchor + self.minus_start) > 50

    @property
    def is_inside(self) -> bool:
        return -self.minus_start < -self.minus_goal <= -self.minus_start + self.length


def moves(words: list[str], ref: list[str], distance: Any) -> Iterator[Move]:
    """The shifts that sacrebleu tries, found with its own functions."""
    before, trace = distance(words)
    partner, ref_wrong, hyp_wrong = lib_ter.trace_to_alignment(lib_ter._flip_trace(trace))
    for start, at, length in lib_ter._find_shifted_pairs(words, ref):
        anchor = partner[at]
        if not any(hyp_wrong[start : start + length]) or not any(ref_wrong[at : at + length]):
            continue
        if start <= anchor < start + length:
            continue
        for place in range(at - 1, at + length):
            goal = 0 if place < 0 else partner[place] + 1
            moved = lib_ter._perform_shift(words, start, length, goal)
            yield Move(before - distance(moved)[0], length, -start, -goal, moved, anchor)


def explanation(alignment: Alignment) -> str:
    """Of which kind the first shift is in which sacrebleu's search and ours part."""
    hyp, ref = list(alignment.hyp), list(alignment.ref)
    distance = lib_ter.BeamEditDistance(ref)
    order, words = tuple(range(len(hyp))), hyp
    for shift in (*alignment.shifts, None):
        best = max(moves(words, ref, distance), default=None)
        theirs = best.words if best and best.gain > 0 else words
        if shift:
            order = move(order, shift.start, shift.end, shift.to)
        ours = [hyp[word] for word in order]
        if ours != theirs:
            if best and best.gain > 0:
                return "far" if best.is_far else "inside" if best.is_inside else "unexplained"
            return "unexplained"
        words = ours
    return "none"


@pytest.mark.parametrize(
    ("hyp", "ref", "ours", "theirs", "kind"),
    [
        ("c l f j l f b", "l e b l f j f", 5, 4, "inside"),
        (
            " ".join([*(f"w{k}" for k in range(3, 52)), "x", "w0", "w1", "w2"]),
            " ".join(f"w{k}" for k in range(52)),
            7,
            2,
            "far",
        ),
        ("d e f a b c", "a b c d e f", 1, 1, "none"),
    ],
    ids=["inside", "far", "none"],
)
def test_the_two_kinds_of_differences(hyp: str, ref: str, ours: int, theirs: int, kind: str) -> None:
    (segment,) = ter([hyp], [ref], tokenizer="sacrebleu").segments
    assert (segment.edits, TER().sentence_score(hyp, [ref]).num_edits) == (ours, theirs)
    assert explanation(segment.alignment) == kind


WORDS = st.lists(st.sampled_from("abcdef"), max_size=10)


@given(hyp=WORDS, ref=WORDS)
def test_any_difference_is_explained(hyp: list[str], ref: list[str]) -> None:
    (segment,) = ter([" ".join(hyp)], [" ".join(ref)], tokenizer="sacrebleu").segments
    edits, _ = lib_ter.translation_edit_rate(hyp, ref)
    assert segment.edits == edits or explanation(segment.alignment) in ("far", "inside")


def test_scores_of_the_corpus_and_of_empty_references() -> None:
    hyps, refs = ["a b c", "x", "", "e f"], [["c a b", "", "", "e g"], ["a b", "", "y", "h"]]
    theirs, ours = TER().corpus_score(hyps, refs), ter(hyps, refs, tokenizer="sacrebleu")
    assert (ours.edits, ours.words) == (theirs.num_edits, theirs.ref_length)
    assert 100 * ours.score == pytest.approx(theirs.score)
    for k, segment in enumerate(ours.segments):
        sentence = TER().sentence_score(hyps[k], [stream[k] for stream in refs])
        assert 100 * segment.score == pytest.approx(sentence.score)


# -------------------- all pairs of STS-2012


@cache
def pairs(mirror: Path) -> list[list[str]]:
    """Hypothesis and reference of all pairs."""
    lines = [line for path in sorted((mirror / "sts2012").glob("*.tsv")) for line in rows(path)]
    if not lines:
        pytest.skip("STS-2012 absent from the folder of data sets")
    return [[text2, text1] for _, _, text1, text2 in lines]


def rows(path: Path) -> list[list[str]]:
    return [line.split("\t") for line in path.read_text(encoding="utf-8").splitlines()[1:]]


@cache
def their_edits(hyp: tuple[str, ...], ref: tuple[str, ...]) -> int:
    return int(lib_ter.translation_edit_rate(list(hyp), list(ref))[0])


def compare(setting: dict[str, bool], some: list[list[str]]) -> Counter[str]:
    """How many pairs have equal edits, and how many differ for which reason."""
    aligner = ter_scorer(tokenizer="sacrebleu", **setting).aligner
    found = aligner.align_many(*zip(*some, strict=True))
    theirs = [their_edits(aligner.tokens(hyp), aligner.tokens(ref)) for hyp, ref in some]
    kinds = zip(found.costs.tolist(), theirs, strict=True)
    return Counter("equal" if a == b else explanation(found[k]) for k, (a, b) in enumerate(kinds))


@pytest.mark.skipif(IMPLEMENTATION == "reference", reason="the plain aligner takes minutes for so many pairs")
@pytest.mark.parametrize("setting", [s for s in SETTINGS if not s["case_sensitive"]], ids=name_of)
def test_equal_edits_on_a_sample(setting: dict[str, bool], mirror: Path) -> None:
    some = pairs(mirror)[::10]
    counts = compare(setting, some)
    assert counts["equal"] >= 0.995 * len(some)
    assert set(counts) <= {"equal", "far", "inside"}


@pytest.mark.long
@pytest.mark.parametrize("setting", SETTINGS, ids=name_of)
def test_equal_edits_on_all_pairs_as_documented(setting: dict[str, bool], mirror: Path) -> None:
    some = pairs(mirror)
    counts = compare(setting, some)
    assert counts["equal"] >= 0.995 * len(some)
    assert set(counts) <= {"equal", "far", "inside"}
    name = re.escape(name_of({**setting, "asian_support": False}).replace("+", ", "))
    row = re.search(rf"^\| {name} \|(.*)\|$", DOCUMENT.read_text(encoding="utf-8"), re.MULTILINE)
    assert row, "the setting is not in the document"
    assert [int(cell.replace(",", "")) for cell in row[1].split("|")[:4]] == [
        len(some), counts["equal"], counts["far"], counts["inside"]
    ]  # fmt: skip
