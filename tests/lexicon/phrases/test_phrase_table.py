"""A table holds exactly the pairs it was built from, in TER-Plus's order, and both walks find exactly what is there."""

import json
import lzma
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from perpend.errors import InputError
from perpend.lexicon.phrases._walk import Walker
from perpend.lexicon.phrases.builder import build_phrase_table
from perpend.lexicon.phrases.table import PhraseMatch, PhraseTable
from perpend.lexicon.phrases.walk import PlainWalker

GOLD = Path(__file__).parents[1] / "gold" / "terp-synthetic-phrases.txt"
WORDS = ["a", "b", "c", "the", "\ufffd", "\U0001f600", "é"]
phrases = st.lists(st.sampled_from(WORDS), min_size=1, max_size=4).map(tuple)
pairs_of_phrases = st.tuples(phrases, phrases, st.sampled_from([0.0, 0.1, 0.25, 1.0])).filter(
    lambda row: row[0] != row[1]
)
tables = st.lists(pairs_of_phrases, min_size=1, max_size=25)
texts = st.lists(st.sampled_from([*WORDS, "unknown"]), max_size=10)


def utf16(phrase: tuple[str, ...]) -> list[bytes]:
    return [word.encode("utf-16-be") for word in phrase]


def retrieval_order(row):
    ref, hyp, _ = row
    return len(ref), utf16(ref), len(hyp), utf16(hyp)


@pytest.fixture(scope="module")
def build(tmp_path_factory: pytest.TempPathFactory):
    folder = tmp_path_factory.mktemp("tables")

    def of(rows) -> PhraseTable:
        source, target = folder / "source.tsv", folder / "table.phrases"
        source.write_text("".join(f"{' '.join(ref)}\t{' '.join(hyp)}\t{p!r}\n" for ref, hyp, p in rows), "utf-8")
        build_phrase_table(source, target, format="tsv")
        return PhraseTable.open(target)

    return of


@pytest.fixture(scope="module", params=["compiled", "plain"])
def walker(request: pytest.FixtureRequest):
    def of(table: PhraseTable) -> Walker | PlainWalker:
        arrays = table._arrays
        names = ["first_child", "word", "parent", "sides", "pair_start", "pair_hyp"]
        kind = Walker if request.param == "compiled" else PlainWalker
        return kind(*(arrays[name] for name in names), 255)

    return of


def stands_at(phrase: tuple[str, ...], text: list[str]) -> list[int]:
    return [i for i in range(len(text)) if tuple(text[i : i + len(phrase)]) == phrase]


@given(rows=tables)
def test_pairs_are_kept_in_order(build, rows) -> None:
    table = build(rows)
    assert [table.pair(i) for i in range(len(table))] == sorted(rows, key=retrieval_order)


@given(rows=tables)
def test_lookups_are_the_pairs(build, rows) -> None:
    table = build(rows)
    ordered = sorted(rows, key=retrieval_order)
    for phrase in {side for row in rows for side in row[:2]} | {("unknown",), ()}:
        assert table.lookup(phrase) == [row[1:] for row in ordered if row[0] == phrase]
        assert table.lookup(" ".join(phrase)) == table.lookup(phrase)
        assert table.reverse(phrase) == [(row[0], row[2]) for row in ordered if row[1] == phrase]


@given(rows=tables, text=texts)
def test_walks_find_every_phrase_that_stands_there(build, walker, rows, text) -> None:
    table = build(rows)
    columns = walker(table).walk(table.numbers(text))
    found = [(s, n, table.phrase(node)) for s, n, node in zip(*(c.tolist() for c in columns), strict=True)]
    sides = {side for row in rows for side in row[:2]}
    assert found == sorted((start, len(side), side) for side in sides for start in stands_at(side, text))


@given(rows=tables, ref=texts, hyp=texts)
def test_matches_are_all_occurrences_in_order_of_retrieval(build, walker, rows, ref, hyp) -> None:
    table = build(rows)
    ordered = sorted(rows, key=retrieval_order)
    expected = sorted(
        (ref_start, hyp_start, len(row[0]), index, len(row[1]))
        for index, row in enumerate(ordered)
        for ref_start in stands_at(row[0], ref)
        for hyp_start in stands_at(row[1], hyp)
    )
    columns = walker(table).matches(table.numbers(ref), table.numbers(hyp))
    found = list(zip(*(column.tolist() for column in columns), strict=True))
    assert found == [(rs, rl, hs, hl, index) for rs, hs, rl, index, hl in expected]
    assert table.matches(ref, hyp) == [
        PhraseMatch(rs, rl, hs, hl, ordered[index][2], index) for rs, hs, rl, index, hl in expected
    ]


def test_words_sort_by_code_units_not_code_points(build) -> None:
    grin, replacement = "\U0001f600", "\ufffd"
    assert replacement < grin
    table = build([(("a",), (replacement,), 0.1), (("a",), (grin,), 0.2), (("a",), ("z", "a"), 0.3)])
    assert [words for words, _ in table.lookup("a")] == [(grin,), (replacement,), ("z", "a")]


def test_the_synthetic_table_of_the_gold_vectors(tmp_path: Path) -> None:
    report = build_phrase_table(GOLD, tmp_path / "table")
    table = PhraseTable.open(tmp_path / "table")
    assert report.info["format"] == "terp"
    assert report.info["pairs"] == len(table) == 32
    assert table.lookup("take place") == [(("start",), 0.4)]
    assert table.lookup("start") == [(("take", "place"), 0.32)]
    ref = ["they", "take", "place", "at", "the", "beginning", "of", "may"]
    hyp = ["early", "they", "start"]
    assert [match[:5] for match in table.matches(ref, hyp)] == [(1, 2, 2, 1, 0.4), (3, 4, 0, 1, 0.25)]
    assert [(start, length) for start, length, _ in table.walk(ref)] == [(1, 2), (3, 4)]


def test_unknown_and_odd_words_have_no_number(build) -> None:
    table = build([(("a",), ("b",), 0.1)])
    assert table.numbers(["b", "zz", "", "\ud800", "a", "aa"]).tolist() == [1, -1, -1, -1, 0, -1]
    assert table.numbers([]).tolist() == []
    assert table.matches([], ["b"]) == table.matches(["a"], []) == []


def test_the_memory_of_words_is_bounded(build, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("perpend.files.word_numbers._CACHE", 10)
    table = build([(("a",), ("b",), 0.1)])
    for i in range(100):
        assert table.numbers([f"w{i}", "a"]).tolist() == [-1, 0]
    assert len(table._words) <= 10


def test_too_many_matches_are_an_error_not_a_full_memory(build, walker) -> None:
    table = build([(("a",), ("b",), 0.1)])
    ref, hyp = np.zeros(50, np.int32), np.ones(50, np.int32)
    walk = walker(table)
    assert len(walk.matches(ref, hyp, limit=2500)[0]) == 2500
    with pytest.raises(InputError, match="split the texts into sentences"):
        walk.matches(ref, hyp, limit=2499)


def test_many_pairs_of_one_phrase(build, walker) -> None:
    rows = [(("a",), (f"w{i:03}",), 0.5) for i in range(300)]
    table = build(rows)
    hyp = ["w007", "w299", "w007", "a"]
    columns = walker(table).matches(table.numbers(["a", "a"]), table.numbers(hyp))
    assert columns[2].tolist() == [0, 1, 2, 0, 1, 2]
    assert columns[4].tolist() == [7, 299, 7, 7, 299, 7]


def test_signature_and_info(tmp_path: Path) -> None:
    build_phrase_table(GOLD, tmp_path / "table", name="synthetic")
    table = PhraseTable.open(tmp_path / "table")
    info = table.info()
    assert info["signature"] == table.signature() == f"phrases:synthetic/{info['payload_sha256'][:8]};ref->hyp"
    assert info["longest"] == 4
    assert info["source"] == GOLD.name
    assert info["bytes"] == (tmp_path / "table").stat().st_size
    table.verify()
    for number in (-1, len(table), 10**30):
        with pytest.raises(InputError, match="they are numbered from 0"):
            table.pair(number)


@pytest.mark.parametrize(
    ("source", "vectors"),
    [
        ("inputs/pt.txt.gz", "b_terpa_phrase.jsonl.xz"),
        ("inputs/pt.txt.gz", "b_terph_phrase.jsonl.xz"),
        ("synthetic/pt.txt", "synthetic/synth_terpa_phrase.jsonl.xz"),
        ("synthetic/pt.txt", "synthetic/synth_terph_phrase.jsonl.xz"),
    ],
)
def test_every_phrase_that_the_original_used_is_found(gold: Path, tmp_path: Path, source: str, vectors: str) -> None:
    build_phrase_table(gold / source, tmp_path / "table")
    table = PhraseTable.open(tmp_path / "table")
    used = 0
    with lzma.open(gold / vectors, "rt", encoding="utf-8") as lines:
        for segment in map(json.loads, lines):
            found = {match[:5] for match in table.matches(segment["ref"], segment["hyp_after_shift"])}
            for phrase in segment["phrases"]:
                place = tuple(phrase[key] for key in ("ref_start", "ref_len", "hyp_start", "hyp_len"))
                assert (*place, float(phrase["p"])) in found
                used += 1
    assert used > 0
