"""Probabilities of paraphrases: by hand, by the definition, and by the whole of the making."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from perpend.errors import InputError
from perpend.lexicon.phrases.pivot._pivot import cross
from perpend.lexicon.phrases.pivot.filters import Filters
from perpend.lexicon.phrases.pivot.maker import extract_phrase_table
from perpend.lexicon.phrases.pivot.pivoting import ONE, shared
from perpend.lexicon.phrases.pivot.runs import first_of, second_of, sum_rows
from perpend.lexicon.phrases.pivot.settings import PivotSettings
from perpend.lexicon.phrases.table import PhraseTable

ALL = Filters(
    min_count=1,
    min_translation=0,
    min_probability=0,
    numbers=False,
    punctuation=False,
    stop_words=False,
    contained=False,
)


def probabilities(table: Path) -> dict[tuple[str, str], float]:
    opened = PhraseTable.open(table)
    return {(" ".join(ref), " ".join(hyp)): p for ref, hyp, p in map(opened.pair, range(len(opened)))}


def test_by_hand(bitext: Any) -> None:
    """bajo control: under control twice, in check once; dominado: under control, mastered, in check once each.

    under control is seen 3 times, so p(bajo control | it) = 2/3 and p(dominado | it) = 1/3; in check is seen twice.
    The words of "bajo control" pivot too: bajo is under twice and in once; en is in once and during once.
    """
    settings = PivotSettings(filters=ALL)
    extract_phrase_table(bitext.source, bitext.target, bitext.output, alignments=bitext.links, settings=settings)
    found = probabilities(bitext.output)
    assert found["under control", "in check"] == pytest.approx(2 / 3 * 1 / 3 + 1 / 3 * 1 / 3)
    assert found["under control", "mastered"] == pytest.approx(1 / 3 * 1 / 3)
    assert found["mastered", "under control"] == pytest.approx(1 / 3)
    assert found["in check", "under control"] == pytest.approx(1 / 2 * 2 / 3 + 1 / 2 * 1 / 3)
    assert found["in", "under"] == pytest.approx(1 / 2 * 2 / 3)
    assert found["in", "during"] == pytest.approx(1 / 2 * 1 / 2)
    assert found["in 1989", "during 1990"] == pytest.approx(1 / 2)
    assert ("green", "house") not in found


def test_filters_and_their_effects(bitext: Any) -> None:
    settings = PivotSettings(filters=Filters(min_count=1, min_probability=0.15))
    report = extract_phrase_table(
        bitext.source, bitext.target, bitext.output, alignments=bitext.links, settings=settings
    )
    found = probabilities(bitext.output)
    # Stop words alone: in, under, during. Numbers: in 1989. A low probability: under control -> mastered.
    assert set(found) == {
        ("under control", "in check"),
        ("in check", "under control"),
        ("in check", "mastered"),
        ("mastered", "under control"),
        ("mastered", "in check"),
        ("control", "check"),
        ("check", "control"),
    }
    effects = {effect.filter: effect for effect in report.effects}
    assert list(effects) == [
        "min_count",
        "min_translation",
        "same",
        "min_probability",
        "numbers",
        "punctuation",
        "stop_words",
        "contained",
    ]
    assert effects["contained"].came - effects["contained"].dropped == len(found)
    assert effects["numbers"].dropped == 4, "1989 and 1990, with and without their prepositions, both ways"
    assert report.info["dropped"] == {name: effect.dropped for name, effect in effects.items()}


def test_least_counts(bitext: Any) -> None:
    settings = PivotSettings(filters=Filters(min_count=2))
    with pytest.raises(ValueError, match="no paraphrase passes the filters"):
        extract_phrase_table(bitext.source, bitext.target, bitext.output, alignments=bitext.links, settings=settings)
    assert not bitext.output.exists()
    assert not bitext.output.with_name(f"{bitext.output.name}.work").exists()
    loosened = PivotSettings(filters=Filters(min_count=1))
    extract_phrase_table(bitext.source, bitext.target, bitext.output, alignments=bitext.links, settings=loosened)
    assert bitext.output.exists()


def test_a_full_disk_keeps_the_finished_steps(bitext: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: int) -> None:
        raise OSError(28, "No space left on device")

    def extract(**options: Any) -> None:
        settings = PivotSettings(filters=Filters(min_count=1))
        extract_phrase_table(
            bitext.source, bitext.target, bitext.output, alignments=bitext.links, settings=settings, **options
        )

    work = bitext.output.with_name(f"{bitext.output.name}.work")
    with monkeypatch.context() as patch:
        patch.setattr("os.posix_fallocate", full)
        with pytest.raises(ValueError, match=r"\.work: No space left .* with --resume"):
            extract()
    assert work.is_dir()
    assert not list(work.glob("*.part"))
    extract(resume=True)
    assert bitext.output.exists()
    assert not work.exists()


def test_a_phrase_may_be_kept_as_its_own_paraphrase(bitext: Any) -> None:
    settings = PivotSettings(filters=Filters(min_count=1, same=False))
    extract_phrase_table(bitext.source, bitext.target, bitext.output, alignments=bitext.links, settings=settings)
    found = probabilities(bitext.output)
    assert found["mastered", "mastered"] == pytest.approx(1 / 3)
    for phrase in {ref for ref, _ in found}:
        assert (phrase, phrase) in found


TABLES = st.dictionaries(
    st.tuples(st.integers(1, 4), st.integers(1, 5)),
    st.tuples(st.floats(0, 1), st.floats(0, 1)),
    max_size=15,
)


@given(TABLES, st.integers(5, 50))
def test_the_compiled_pivot_is_the_definition(table: dict[tuple[int, int], tuple[float, float]], room: int) -> None:
    ordered = sorted(table)
    pairs = np.array([pivot << 32 | phrase for pivot, phrase in ordered], np.uint64)
    forward, backward = (np.array([table[pair][k] for pair in ordered], np.float64) for k in (0, 1))
    keys, values = np.empty(room, np.uint64), np.empty(room, np.int64)
    row, parts = 0, []
    while row < len(pairs):
        count, end = cross(pairs, forward, backward, row, ONE, False, keys, values)
        assert end > row
        parts.append((keys[:count].copy(), values[:count].copy()))
        row = end
    rows = sum_rows(*(np.concatenate([part[k] for part in parts] or [[]]).astype(t) for k, t in ((0, "u8"), (1, "i8"))))
    found = zip(first_of(rows.keys).tolist(), second_of(rows.keys).tolist(), rows.values.tolist(), strict=True)
    wanted = shared({(str(pivot), str(phrase)): both for (pivot, phrase), both in table.items()})
    likely = {pair: p for pair, p in wanted.items() if p > 1e-12}
    got = {(str(a), str(b)): value / ONE for a, b, value in found}
    assert {pair: p for pair, p in got.items() if pair in likely} == pytest.approx(likely, abs=1e-13)
    assert set(likely) <= set(got) <= set(wanted)


def test_columns_that_do_not_fit_are_refused() -> None:
    keys, values, chances = np.zeros(4, np.uint64), np.zeros(4, np.int64), np.zeros(2)
    with pytest.raises(InputError, match="do not have a probability each"):
        cross(np.zeros(3, np.uint64), chances, chances, 0, 1.0, True, keys, values)
    with pytest.raises(InputError, match="do not have a probability each"):
        cross(np.zeros(2, np.uint64), chances, chances, 0, 1.0, True, keys, values[:3])
    with pytest.raises(InputError, match="do not have a probability each"):
        cross(np.zeros(2, np.uint64), chances, chances, -1, 1.0, True, keys, values)
