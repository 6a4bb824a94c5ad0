"""Look-ups in WordNet: words, senses, keys, relations, and what a damaged file says."""

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perpend.errors import CorruptResource, InputError, MissingResource, SettingError
from perpend.lexicon.wordnet.database import WordNet
from perpend.lexicon.wordnet.tables import PACKAGED
from perpend.lexicon.wordnet.taxonomy import Depth

Mini = Callable[[str], WordNet]


def names(wordnet: WordNet, synsets: list[int]) -> list[str]:
    return [wordnet.name(synset) for synset in synsets]


def test_counts_of_the_release(wordnet: WordNet) -> None:
    assert wordnet.tables.parts == [0, 82115, 95882, 114038, 117659]
    assert len(wordnet.tables.word_senses.values) == 206941


def test_signature_names_release_and_content(wordnet: WordNet) -> None:
    wordnet.tables.file.verify()
    assert wordnet.signature() == f"wordnet:3.0-37/{wordnet.tables.file.payload_sha256[:8]}"


def test_satellites_are_named_by_their_head(mini: Mini) -> None:
    wordnet = mini("satellite-sense-keys")
    soaked = wordnet.synset("soaked.s.01")
    assert [wordnet.sense_key(sense) for sense in wordnet.senses_of_synset(soaked)] == [
        "soaked%5:00:00:wet:02",
        "drenched%5:00:00:wet:02",
    ]
    assert wordnet.synset_of_key("drenched%5:00:00:wet:02") == soaked
    assert wordnet.synsets("soaked", "a") == wordnet.synsets("soaked", "s") == [soaked]


def test_relations_between_senses(mini: Mini) -> None:
    wordnet = mini("satellite-sense-keys")
    assert [wordnet.word(sense) for sense in wordnet.antonyms("wet")] == ["dry"]
    assert [wordnet.word(sense) for sense in wordnet.antonyms(wordnet.sense_of_key("dry%3:00:00::"))] == ["wet"]
    assert wordnet.antonyms("moist") == []
    (drily,) = wordnet.senses("drily")
    assert [wordnet.word(sense) for sense in wordnet.related_senses(drily, "pertainym")] == ["dry"]


def test_relations_cross_parts_of_speech(mini: Mini) -> None:
    wordnet = mini("verbs-with-two-roots")
    (walk,) = wordnet.senses("walk")
    assert [wordnet.sense_key(sense) for sense in wordnet.derivations(walk)] == ["walker%1:18:00::"]
    assert names(wordnet, wordnet.related(wordnet.synset("eat.v.01"), "entailment")) == ["chew.v.01"]


def test_up_and_down_the_hierarchy(mini: Mini) -> None:
    wordnet = mini("diamond-of-hypernyms")
    words = ("thing", "tool", "toy", "kite", "box_kite", "ball")
    thing, tool, toy, kite, box_kite, ball = (wordnet.synset(f"{word}.n.01") for word in words)
    assert wordnet.hypernyms(kite) == [tool, toy]
    assert wordnet.hyponyms(toy) == [kite, ball]
    assert dict(wordnet.ancestors(box_kite)) == {box_kite: 0, kite: 1, tool: 2, toy: 2, thing: 3}
    assert wordnet.depth(box_kite) == Depth(min=3, max=3)
    assert wordnet.lowest_common_hypernyms(box_kite, ball) == [toy]
    assert wordnet.lowest_common_hypernyms(box_kite, kite) == [kite]
    assert wordnet.lowest_common_hypernyms(tool, ball) == [thing]


def test_instances_are_not_kinds(mini: Mini) -> None:
    wordnet = mini("instances-count-too")
    greenhaven, town = wordnet.synset("greenhaven.n.01"), wordnet.synset("town.n.01")
    assert (wordnet.hypernyms(greenhaven), wordnet.instance_hypernyms(greenhaven)) == ([], [town])
    assert (wordnet.hyponyms(town), wordnet.instance_hyponyms(town)) == ([], [greenhaven])
    assert wordnet.depth(greenhaven) == Depth(2, 2)
    assert wordnet.lemmas(greenhaven) == ["Greenhaven"]
    assert wordnet.synsets("GREENHAVEN") == [greenhaven]


def test_exceptions_come_before_rules(mini: Mini) -> None:
    wordnet = mini("last-exception-line-wins")
    assert wordnet.morphy("geese", "n") == "goose"
    assert wordnet.base_forms("indices", "n") == ["index", "indicator"]
    assert names(wordnet, wordnet.synsets("indices")) == ["index.n.01", "indicator.n.01", "indicator.n.01"]


def test_nouns_in_ful_and_ss(mini: Mini) -> None:
    wordnet = mini("morphy-of-nouns-in-ful-and-ss")
    assert wordnet.morphy("spoonsful", "n") == "spoonful"
    assert wordnet.base_forms("grass", "n") == []
    assert wordnet.base_forms("Buses", "n") == ["bus"]
    assert wordnet.base_forms("cries", "v") == ["crie", "cry"]
    assert wordnet.morphy("cries", "n") is None


def test_sense_keys_lead_back(wordnet: WordNet) -> None:
    for sense in wordnet.tables.word_senses.values[::97].tolist():
        assert wordnet.sense_of_key(wordnet.sense_key(sense)) == sense


def test_sense_keys_lead_where_the_index_says(wordnet: WordNet, wordnet_dict: Path) -> None:
    for line in (wordnet_dict / "index.sense").read_text("ascii").splitlines()[::11]:
        key, offset, number, tags = line.split()
        sense = wordnet.sense_of_key(key)
        assert wordnet.offset(wordnet.synset_of_key(key)) == int(offset)
        assert (wordnet.sense_number(sense), wordnet.tag_count(sense)) == (int(number), int(tags))


def test_names_lead_back(wordnet: WordNet) -> None:
    for synset in range(0, wordnet.tables.parts[-1], 101):
        assert wordnet.synset(wordnet.name(synset)) == synset


def test_lexicographer_classes(wordnet: WordNet) -> None:
    for name, expected in [("dog.n.01", "noun.animal"), ("walk.v.01", "verb.motion"), ("entity.n.01", "noun.Tops")]:
        assert wordnet.lexicographer_class(wordnet.synset(name)) == expected


def test_blanks_are_underscores(wordnet: WordNet) -> None:
    assert wordnet.synsets("ice cream", "n") == wordnet.synsets("ice_cream", "n") != []


@pytest.mark.parametrize("name", ["", "cat", "cat.n", "cat.n.99", "cat.n.00", "cat.q.01", "cat.n.one", "qwxz.n.01"])
def test_unknown_synset_names(wordnet: WordNet, name: str) -> None:
    with pytest.raises(InputError, match=r"word\.type\.number"):
        wordnet.synset(name)


@pytest.mark.parametrize("key", ["", "cat", "cat%", "cat%1:05:09::", "qwxz%1:05:00::", "Cat%1:05:00::"])
def test_unknown_keys(wordnet: WordNet, key: str) -> None:
    with pytest.raises(InputError, match=r"a key looks like"):
        wordnet.synset_of_key(key)


def test_unknown_names_list_the_known_ones(wordnet: WordNet) -> None:
    with pytest.raises(SettingError, match=r"unknown part of speech 'x'; known: a, n, r, s, v"):
        wordnet.synsets("cat", "x")
    with pytest.raises(SettingError, match=r"unknown relation 'likes'; known: also_see, antonym"):
        wordnet.related(0, "likes")


def test_adjectives_have_no_information_content(wordnet: WordNet) -> None:
    with pytest.raises(InputError, match="no hierarchy"):
        wordnet.information_content(wordnet.synset("good.a.01"))


@given(st.text(max_size=20))
def test_any_text_can_be_looked_up(text: str) -> None:
    wordnet = WordNet.shipped()
    assert len(wordnet.synsets(text)) == len(wordnet.senses(text))
    assert set(wordnet.synsets(text.lower(), "v")) <= wordnet.synonym_sets(text.lower())


def test_lone_surrogates_are_unknown_words(wordnet: WordNet) -> None:
    assert wordnet.synsets("\ud800") == []
    assert not wordnet.are_synonyms("\ud800s", "cat")


@pytest.mark.parametrize("kept", [0, 7, 30, 1000, 100_000, -1])
def test_a_truncated_file_is_one_line(tmp_path: Path, kept: int) -> None:
    path = tmp_path / "wordnet.arrays"
    path.write_bytes(PACKAGED.read_bytes()[:kept])
    with pytest.raises(CorruptResource) as caught:
        WordNet.open(path)
    assert "\n" not in str(caught.value)


def test_an_altered_file_is_found_by_verify(tmp_path: Path) -> None:
    content = bytearray(PACKAGED.read_bytes())
    content[-1000] ^= 1
    path = tmp_path / "wordnet.arrays"
    path.write_bytes(content)
    with pytest.raises(CorruptResource, match="checksum"):
        WordNet.open(path).tables.file.verify()


def test_an_absent_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(MissingResource, match=r"nowhere\.arrays does not exist"):
        WordNet.open(tmp_path / "nowhere.arrays")
