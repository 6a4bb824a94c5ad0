"""The compiler on miniature WordNets, each named after the rule that it exercises."""

import math
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perpend.errors import FormatError, MissingResource
from perpend.lexicon.wordnet.compiler import compile_wordnet, cumulative_frequencies, hypernym_depths
from perpend.lexicon.wordnet.database import WordNet

Mini = Callable[[str], WordNet]
Folder = Callable[[str], Path]


def frequencies(wordnet: WordNet) -> dict[str, int]:
    counts = wordnet.tables.file["synset.frequency"].tolist()
    return {wordnet.lemmas(synset)[0]: count for synset, count in enumerate(counts)}


def test_a_descendant_counts_once_for_each_ancestor(mini: Mini) -> None:
    wordnet = mini("diamond-of-hypernyms")
    assert frequencies(wordnet) == {"thing": 14, "tool": 9, "toy": 10, "kite": 6, "box_kite": 1, "ball": 3}
    assert wordnet.tables.file.meta["totals"] == {"noun": 14, "verb": 0}
    assert wordnet.information_content(wordnet.synset("thing.n.01")) == 0.0
    assert wordnet.information_content(wordnet.synset("toy.n.01")) == pytest.approx(math.log(14 / 10))


def test_instances_count_as_descendants(mini: Mini) -> None:
    assert frequencies(mini("instances-count-too")) == {"place": 12, "town": 11, "Greenhaven": 10}


def test_each_part_of_speech_has_its_own_total(mini: Mini) -> None:
    wordnet = mini("verbs-with-two-roots")
    assert wordnet.tables.file.meta["totals"] == {"noun": 1, "verb": 15}
    assert wordnet.information_content(wordnet.synset("go.v.01")) == pytest.approx(math.log(15 / 12))


def test_a_second_spelling_has_no_entry_of_its_own(mini: Mini) -> None:
    wordnet = mini("two-spellings-in-one-synset")
    assert [wordnet.name(synset) for synset in wordnet.synsets("dqx")] == ["dqx.n.01", "dqx.n.02"]
    first, second, _ = wordnet.senses_of_synset(wordnet.synset("dqx.n.01"))
    assert (wordnet.word(first), wordnet.word(second)) == ("dqX", "DQX")
    assert wordnet.sense_key(first) == wordnet.sense_key(second) == "dqx%1:27:00::"
    assert wordnet.sense_number(second) == 1
    assert (wordnet.tag_count(first), wordnet.tag_count(second)) == (5, 0)


def test_the_same_files_give_the_same_bytes(mini_folder: Folder, tmp_path: Path) -> None:
    folder = mini_folder("diamond-of-hypernyms")
    for name in ("one", "two"):
        compile_wordnet(folder, tmp_path / name, release="mini")
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()


@pytest.mark.parametrize(
    ("rule", "message"),
    [
        ("broken-wrong-offset", r"data\.noun:4: says offset \d+, but begins at byte \d+"),
        ("broken-not-a-synset", r"data\.noun:3: not a synset"),
        ("broken-dangling-pointer", r"data\.noun: synset 00000\d+ has a pointer ~ \d+ to nothing known"),
        ("broken-hypernym-cycle", r"2 synsets are on or below a cycle"),
        (
            "broken-key-missing-from-sense-index",
            r"index\.sense: 1 sense keys differ; summit%1:03:00:: is only in",
        ),
        ("broken-sense-number-gap", r"index\.sense: slope%1:03:00:: has sense number 2, but 1 comes next"),
        ("broken-exception-without-base", r"noun\.exc:1: no base form after 'summitses'"),
    ],
)
def test_broken_files_are_named(rule: str, message: str, mini_folder: Folder, tmp_path: Path) -> None:
    with pytest.raises(FormatError, match=message) as caught:
        compile_wordnet(mini_folder(rule), tmp_path / "out", release="mini")
    assert "\n" not in str(caught.value)
    assert not (tmp_path / "out").exists()


def test_an_absent_file_is_named(mini_folder: Folder, tmp_path: Path) -> None:
    folder = mini_folder("diamond-of-hypernyms")
    (folder / "verb.exc").unlink()
    with pytest.raises(MissingResource, match=r"verb\.exc does not exist"):
        compile_wordnet(folder, tmp_path / "out", release="mini")


@st.composite
def hierarchies(draw: st.DrawFn) -> list[list[int]]:
    size = draw(st.integers(1, 12))
    return [sorted(draw(st.sets(st.integers(0, synset - 1), max_size=3))) if synset else [] for synset in range(size)]


@given(hierarchies())
def test_frequency_is_the_number_of_descendants_when_each_counts_one(parents: list[list[int]]) -> None:
    above = [{synset} for synset in range(len(parents))]
    for synset, direct in enumerate(parents):
        above[synset].update(*(above[parent] for parent in direct))
    expected = [sum(synset in ancestors for ancestors in above) for synset in range(len(parents))]
    assert cumulative_frequencies([1] * len(parents), parents) == expected


@given(hierarchies())
def test_depths_grow_by_one_step(parents: list[list[int]]) -> None:
    shortest, longest = hypernym_depths(parents)
    for synset, direct in enumerate(parents):
        assert shortest[synset] == (1 + min(shortest[parent] for parent in direct) if direct else 0)
        assert longest[synset] == (1 + max(longest[parent] for parent in direct) if direct else 0)


def test_the_shipped_file_is_what_the_database_files_give(wordnet_dict: Path, wordnet: WordNet, tmp_path: Path) -> None:
    compile_wordnet(wordnet_dict, tmp_path / "again", release=wordnet.tables.file.meta["release"], trie=True)
    assert (tmp_path / "again").read_bytes() == wordnet.tables.file.path.read_bytes()


def test_counts_of_nouns_and_verbs_are_those_of_the_concordance(wordnet_dict: Path, wordnet: WordNet) -> None:
    lines = map(str.split, (wordnet_dict / "cntlist.rev").read_text("ascii").splitlines())
    listed = {key: int(tags) for key, _, tags in lines if key.partition("%")[2][0] in "12"}
    first_adjective = wordnet.tables.part_range("adj")[0]
    for sense in wordnet.tables.word_senses.values.tolist():
        if wordnet.synset_of_sense(sense) < first_adjective:
            assert wordnet.tag_count(sense) == listed.get(wordnet.sense_key(sense), 0)
