"""Similarity measures: by hand on miniatures, and beside nltk's on WordNet itself with the same information content."""

import math
import random
import shutil
from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from perpend.errors import InputError
from perpend.lexicon.wordnet.database import WordNet
from perpend.lexicon.wordnet.similarity import (
    Measure,
    best_senses,
    jiang_conrath,
    jiang_conrath_distance,
    lin,
    path,
    resnik,
    wu_palmer,
)
from perpend.lexicon.wordnet.tables import DATA

Mini = Callable[[str], WordNet]
MEASURES = [jiang_conrath, jiang_conrath_distance, lin, path, resnik, wu_palmer]


def test_measures_by_hand(mini: Mini) -> None:
    wordnet = mini("diamond-of-hypernyms")
    box_kite, ball = wordnet.synset("box_kite.n.01"), wordnet.synset("ball.n.01")
    toy, of_box_kite, of_ball = math.log(14 / 10), math.log(14 / 1), math.log(14 / 3)
    assert resnik(wordnet, box_kite, ball) == pytest.approx(toy)
    assert lin(wordnet, box_kite, ball) == pytest.approx(2 * toy / (of_box_kite + of_ball))
    assert jiang_conrath_distance(wordnet, box_kite, ball) == pytest.approx(of_box_kite + of_ball - 2 * toy)
    assert jiang_conrath(wordnet, box_kite, ball) == pytest.approx(1 / (of_box_kite + of_ball - 2 * toy))
    assert path(wordnet, box_kite, ball) == 1 / 4
    assert wu_palmer(wordnet, box_kite, ball) == 2 * 2 / (4 + 3)


def test_verbs_without_a_common_root(mini: Mini) -> None:
    wordnet = mini("verbs-with-two-roots")
    stroll, nibble = wordnet.synset("stroll.v.01"), wordnet.synset("nibble.v.01")
    assert resnik(wordnet, stroll, nibble) == lin(wordnet, stroll, nibble) == 0
    assert path(wordnet, stroll, nibble) == 1 / (3 + 2 + 1)
    assert wu_palmer(wordnet, stroll, nibble) == 2 * 1 / ((3 + 1) + (2 + 1))
    assert wordnet.lowest_common_hypernyms(stroll, nibble) == []


def test_extremes(wordnet: WordNet) -> None:
    entity, cat = wordnet.synset("entity.n.01"), wordnet.synset("cat.n.01")
    assert jiang_conrath(wordnet, cat, cat) == math.inf
    assert jiang_conrath(wordnet, cat, entity) == 0
    assert lin(wordnet, entity, entity) == lin(wordnet, cat, cat) == path(wordnet, cat, cat) == 1
    assert wu_palmer(wordnet, cat, cat) == 1


@pytest.mark.parametrize("measure", MEASURES)
def test_two_of_one_kind_are_needed(wordnet: WordNet, measure: Measure) -> None:
    noun, verb, adjective = (wordnet.synset(name) for name in ("cat.n.01", "walk.v.01", "good.a.01"))
    with pytest.raises(InputError, match="no hierarchy in common"):
        measure(wordnet, noun, verb)
    with pytest.raises(InputError, match="adjectives and adverbs"):
        measure(wordnet, adjective, adjective)


def test_words_take_their_best_senses(wordnet: WordNet) -> None:
    assert best_senses(wordnet, lin, "cars", "automobile", "n") == 1
    assert best_senses(wordnet, lin, "strolling", "walk", "v") > best_senses(wordnet, lin, "strolling", "eat", "v")
    assert best_senses(wordnet, lin, "stroll", "qwxz", "v") is None


@pytest.fixture(scope="module")
def nltk_wordnet(wordnet_dict: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """nltk's reader on the same database files; the list of lexicographer files that it wants is ours."""
    import nltk
    from nltk.corpus.reader.wordnet import WordNetCorpusReader

    home = tmp_path_factory.mktemp("nltk_data")
    folder = home / "corpora" / "wordnet"
    folder.mkdir(parents=True)
    for name in set(WordNetCorpusReader._FILES) - {"lexnames"}:
        shutil.copy(wordnet_dict / name, folder)
    shutil.copy(DATA / "lexnames.txt", folder / "lexnames")
    nltk.data.path.append(str(home))  # nltk opens no file outside its data path
    with pytest.warns(UserWarning, match="multilingual functions are not available"):
        reader = WordNetCorpusReader(str(folder), None)
    yield reader
    nltk.data.path.remove(str(home))


def pairs_of(wordnet: WordNet, part: str, count: int) -> Iterator[tuple[int, int]]:
    """Random pairs; every other one has its second synset among the relatives of the first."""
    start, end = wordnet.tables.part_range(part)
    chance = random.Random(f"pairs of {part}s")
    for number in range(count):
        first, second = chance.randrange(start, end), chance.randrange(start, end)
        if number % 2:
            above = chance.choice(sorted(wordnet.ancestors(first)))
            second = chance.choice([above, *wordnet.hyponyms(above)])
        yield first, second


@pytest.mark.parametrize("part", ["noun", "verb"])
def test_measures_agree_with_nltk(wordnet: WordNet, nltk_wordnet: Any, part: str) -> None:
    letter = part[0]
    start, end = wordnet.tables.part_range(part)
    frequency = wordnet.tables.file["synset.frequency"].tolist()
    counts = defaultdict(float, {wordnet.offset(synset): float(frequency[synset]) for synset in range(start, end)})
    counts[0] = float(wordnet.tables.file.meta["totals"][part])
    content = {letter: counts}
    for first, second in pairs_of(wordnet, part, 5000):
        one, other = (nltk_wordnet.synset_from_pos_and_offset(letter, wordnet.offset(item)) for item in (first, second))
        expected = {
            path: one.path_similarity(other),
            wu_palmer: one.wup_similarity(other),
            resnik: one.res_similarity(other, content),
            jiang_conrath: math.inf if first == second else one.jcn_similarity(other, content),
        }
        if frequency[first] < counts[0]:
            expected[lin] = one.lin_similarity(other, content)
        for measure, value in expected.items():
            names = wordnet.name(first), wordnet.name(second)
            assert measure(wordnet, first, second) == pytest.approx(value, rel=1e-9, abs=1e-9), (measure, names)


def test_hierarchy_agrees_with_nltk(wordnet: WordNet, nltk_wordnet: Any) -> None:
    for letter, part in [("n", "noun"), ("v", "verb")]:
        for first, second in pairs_of(wordnet, part, 1000):
            one, other = (nltk_wordnet.synset_from_pos_and_offset(letter, wordnet.offset(x)) for x in (first, second))
            lowest = [synset.offset() for synset in one.lowest_common_hypernyms(other)]
            assert [wordnet.offset(synset) for synset in wordnet.lowest_common_hypernyms(first, second)] == lowest
            assert wordnet.depth(first) == (one.min_depth(), one.max_depth())
            assert wordnet.name(first) == one.name()


def test_base_forms_agree_with_nltk(wordnet: WordNet, nltk_wordnet: Any) -> None:
    """nltk adds a rule ves -> f to WordNet's and has none for -ful and -ss."""
    chance = random.Random("inflected words")
    lemmas = sorted({wordnet.word(sense).lower() for sense in chance.sample(range(200_000), 1500)})
    endings = ["", "s", "es", "ed", "ing", "er", "est", "men"]
    listed = [form for forms in wordnet.tables.exceptions.values() for form in forms]
    words = [lemma.removesuffix("e") + ending for lemma in lemmas for ending in endings] + listed
    for word in words:
        for pos in "nvar":
            if not (pos == "n" and (word.endswith(("ves", "ful", "ss")) or len(word) <= 2)):
                assert wordnet.base_forms(word, pos) == nltk_wordnet._morphy(word, pos), (word, pos)
                assert wordnet.morphy(word, pos) == nltk_wordnet.morphy(word, pos)
