"""Merging tables and drawing from them."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perpend.errors import SettingError
from perpend.lexicon.phrases.builder import build_phrase_table
from perpend.lexicon.phrases.merge import merge_phrase_tables
from perpend.lexicon.phrases.sample import sample_phrases
from perpend.lexicon.phrases.table import PhraseTable

PHRASE = st.lists(st.sampled_from(["a", "b", "\U0001f600", "\ufffd"]), min_size=1, max_size=4).map(" ".join)
ENTRIES = st.dictionaries(
    st.tuples(PHRASE, PHRASE).filter(lambda pair: pair[0] != pair[1]), st.integers(1, 8), min_size=1, max_size=12
)


def built(folder: Path, name: str, entries: dict[tuple[str, str], int]) -> Path:
    source = folder / f"{name}.tsv"
    source.write_text("".join(f"{a}\t{b}\t{p / 8}\n" for (a, b), p in entries.items()), encoding="utf-8")
    build_phrase_table(source, folder / name)
    return folder / name


def pairs_of(path: Path) -> dict[tuple[str, str], float]:
    table = PhraseTable.open(path)
    entries = [table.pair(k) for k in range(len(table))]
    found = {(" ".join(ref), " ".join(hyp)): p for ref, hyp, p in entries}
    assert len(found) == len(entries), "a pair comes twice"
    return found


@given(ENTRIES, ENTRIES)
def test_the_highest_of_each_pair(
    tmp_path_factory: pytest.TempPathFactory, first: dict[tuple[str, str], int], second: dict[tuple[str, str], int]
) -> None:
    folder = tmp_path_factory.mktemp("merge")
    merge_phrase_tables([built(folder, "one", first), built(folder, "two", second)], folder / "both")
    wanted = {pair: max(first.get(pair, 0), second.get(pair, 0)) / 8 for pair in first | second}
    assert pairs_of(folder / "both") == wanted
    table = PhraseTable.open(folder / "both")
    for (ref, hyp), p in wanted.items():
        assert (tuple(hyp.split()), p) in table.lookup(ref)
    # The same as a table built at once from all entries, but for what it says of itself.
    entries = {pair: int(p * 8) for pair, p in wanted.items()}
    at_once = PhraseTable.open(built(folder, "at-once", entries))
    for name, array in table.arrays.items():
        assert array.tolist() == at_once.arrays[name].tolist(), name


def test_a_merged_table_says_so(tmp_path: Path) -> None:
    one, two = (built(tmp_path, name, {("a", name): 4}) for name in ("one", "two"))
    info = merge_phrase_tables([one, two], tmp_path / "both")
    assert (info["name"], info["pairs"], len(info["tables"])) == ("one+two", 2, 2)
    assert PhraseTable.open(tmp_path / "both").signature().startswith("phrases:one+two/")
    with pytest.raises(SettingError, match="1 table to merge: two or more were needed"):
        merge_phrase_tables([one], tmp_path / "alone")


def test_a_table_s_own_duplicates_become_one(tmp_path: Path) -> None:
    (tmp_path / "twice.tsv").write_text("a\tb\t0.25\na\tb\t0.5\n", encoding="utf-8")
    build_phrase_table(tmp_path / "twice.tsv", tmp_path / "twice")
    merge_phrase_tables([tmp_path / "twice", tmp_path / "twice"], tmp_path / "both")
    assert pairs_of(tmp_path / "both") == {("a", "b"): 0.5}


def test_drawing(tmp_path: Path) -> None:
    entries = {(f"a{k}", f"b{j}"): j for k in range(20) for j in range(1, 5)}
    table = PhraseTable.open(built(tmp_path, "table", entries))
    drawn = sample_phrases(table, 5, seed=3, best=2)
    assert drawn == sample_phrases(table, 5, seed=3, best=2)
    assert drawn != sample_phrases(table, 5, seed=4, best=2)
    assert len({ref for ref, _, _ in drawn}) == 5
    assert [hyp for _, hyp, _ in drawn] == [("b4",), ("b3",)] * 5
    assert len({ref for ref, _, _ in sample_phrases(table, 20)}) == 20
    with pytest.raises(SettingError, match="21 phrases were to be drawn, but the table has 20"):
        sample_phrases(table, 21)
