"""Word network and phrase lattice: every text is a path, and the paper's figures."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from perpend.alignment.aligner import Aligner
from perpend.alignment.problem import Op
from perpend.combination.graph import Graph, graph_of_network, joined
from perpend.combination.lattice import LONGEST_PHRASE, Phrase, phrase_lattice, phrases_of
from perpend.combination.links import Links, link
from perpend.combination.network import word_network
from perpend.combination.segment import Segment, segment_of
from perpend.lexicon.phrases.builder import build_phrase_table
from perpend.lexicon.phrases.table import PhraseTable

WORDS = ["the", "a", "cat", "cats", "dog", "sat", "sits", "sitting", "on", "mat", "rug", "big", "large", ".", "The"]
LISTS = st.lists(st.lists(st.sampled_from(WORDS), max_size=9).map(" ".join), min_size=1, max_size=5)
PAIRS = [("take place", "start"), ("at the beginning of", "early"), ("on the mat", "sat there"), ("cat sat", "dog")]


@pytest.fixture(scope="session")
def table(tmp_path_factory: pytest.TempPathFactory) -> PhraseTable:
    folder = tmp_path_factory.mktemp("phrases")
    lines = [f"0.9 <p> {one} </p> <p> {other} </p>\n" for one, other in PAIRS]
    (folder / "pairs.txt").write_text("".join(lines), encoding="utf-8")
    build_phrase_table(folder / "pairs.txt", folder / "pairs.phrases")
    return PhraseTable.open(folder / "pairs.phrases")


def is_path(graph: Graph, words: tuple[int, ...]) -> bool:
    """Whether the words are those of a path from start to end."""
    reached = {(0, 0)}
    first = graph.first()
    for node in range(graph.nodes - 1):
        for place in [place for at, place in reached if at == node]:
            for arc in range(first[node], first[node + 1]):
                own = graph.arc_words(arc)
                if words[place : place + len(own)] == own:
                    reached.add((int(graph.head[arc]), place + len(own)))
    return (graph.nodes - 1, len(words)) in reached


def linked(aligner: Aligner, segment: Segment, backbone: int) -> list[Links]:
    return link(aligner, [segment], [[backbone]])[0][0]


@settings(max_examples=60, deadline=None)
@given(LISTS, st.data())
def test_every_text_after_its_shifts_is_a_path(table: PhraseTable, texts: list[str], data: st.DataObject) -> None:
    segment = segment_of([[text] for text in texts])
    backbone = data.draw(st.integers(0, len(segment.texts) - 1))
    for aligner in (Aligner("ter"), Aligner("terpa", table)):
        links = linked(aligner, segment, backbone)
        network = word_network(backbone, links)
        lattice = phrase_lattice(network, links)
        confidences = np.ones(segment.shares.shape[1])
        graphs = [graph_of_network(network, segment.shares), lattice.graph(segment.shares, confidences, None)[0]]
        for text, words in enumerate(links):
            assert sorted(words.words) == sorted(segment.texts[text])
            assert network.path(text) == words.words
            assert all(is_path(graph, words.words) for graph in graphs)
        assert links[backbone].words == segment.texts[backbone]


@settings(max_examples=40, deadline=None)
@given(LISTS, st.data())
def test_each_system_has_one_vote_in_each_slot(table: PhraseTable, texts: list[str], data: st.DataObject) -> None:
    segment = segment_of([[text] for text in texts])
    backbone = data.draw(st.integers(0, len(segment.texts) - 1))
    links = linked(Aligner("terpa", table), segment, backbone)
    graph = graph_of_network(word_network(backbone, links), segment.shares)
    votes = np.zeros((graph.nodes - 1, segment.shares.shape[1]))
    np.add.at(votes, graph.tail, graph.votes)
    assert np.allclose(votes, segment.shares.sum(axis=0))
    combined, _ = phrase_lattice(word_network(backbone, links), links).graph(segment.shares, np.ones(len(texts)))
    assert is_path(combined, links[backbone].words) or len(combined.tail) < len(graph.tail)


@settings(max_examples=30, deadline=None)
@given(LISTS)
def test_networks_side_by_side_have_the_paths_of_each(texts: list[str]) -> None:
    segment, aligner = segment_of([[text] for text in texts]), Aligner("ter")
    all_links = [linked(aligner, segment, backbone) for backbone in range(len(segment.texts))]
    networks = [word_network(backbone, links) for backbone, links in enumerate(all_links)]
    graph = joined([graph_of_network(network, segment.shares) for network in networks])
    assert all(is_path(graph, words.words) for links in all_links for words in links)
    assert set(graph.begins[graph.tail == 0].tolist()) == set(range(len(networks)))
    assert (graph.head > graph.tail).all()


VOTE = ["the vote will take place at the beginning of next week .", "the vote will start early next week ."]


def slots(segment: Segment, links: list[Links]) -> list[list[str]]:
    table = word_network(0, links).table
    return [[segment.forms[word] for word in column] for column in table.T.tolist()]


def test_figure_1_by_ter() -> None:
    """One slot a word; of "start" and "early" each stands against one word, and four slots are empty."""
    segment = segment_of([[text] for text in VOTE])
    found = slots(segment, linked(Aligner("ter"), segment, 0))
    assert [column[0] for column in found] == VOTE[0].split()
    assert sum(column[1] == "" for column in found) == 4
    assert [column[1] for column in found if column[1]] == VOTE[1].split()


def test_figure_1_by_terp(table: PhraseTable) -> None:
    """Both paraphrases are arcs of their own, with the matches around them."""
    segment = segment_of([[text] for text in VOTE])
    links = linked(Aligner("terpa", table), segment, 0)
    phrases = phrases_of(links[1])
    shown = [
        (" ".join(VOTE[0].split()[slice(*phrase.ref)]), " ".join(VOTE[1].split()[slice(*phrase.hyp)]))
        for phrase in phrases
    ]
    assert shown == [
        ("the vote will take place", "the vote will start"),
        ("at the beginning of next week .", "early next week ."),
    ]
    lattice = phrase_lattice(word_network(0, links), links)
    assert [len(combined.choices) for combined in lattice.combined] == [2, 2]


M, S, T, Y, INS, D, P = (Op.MATCH, Op.SUBSTITUTE, Op.STEM, Op.SYNONYM, Op.INSERT, Op.DELETE, Op.PHRASE)
BACKBONE = Links((1, 2, 3, 4, 5, 6, 7), ((M, 1, 1),) * 7)
FIRST = Links((1, 12, 13, 14, 15), ((M, 1, 1), (T, 1, 1), (S, 1, 1), (D, 1, 0), (P, 3, 2)))
SECOND = Links((1, 22, 3, 5, 26, 27), ((M, 1, 1), (S, 1, 1), (M, 1, 1), (D, 1, 0), (M, 1, 1), (Y, 1, 1), (S, 1, 1)))


def test_figure_2() -> None:
    """E T S D P and E S E D E Y S: which words become phrases."""
    assert phrases_of(FIRST) == [Phrase((0, 2), (0, 2)), Phrase((4, 7), (3, 5))]
    assert phrases_of(SECOND) == [Phrase((4, 6), (3, 5))]
    assert phrases_of(BACKBONE) == []


def test_figure_3() -> None:
    """The arcs that are combined, what they bear, and what is restored."""
    lattice = phrase_lattice(word_network(0, [BACKBONE, FIRST, SECOND]), [BACKBONE, FIRST, SECOND])
    assert [(one.start, one.end, one.choices) for one in lattice.combined] == [
        (0, 2, (((1, 2), (0,)), ((1, 12), (1,)))),
        (4, 6, (((5, 6), (0,)), ((5, 26), (2,)))),
        (4, 7, (((5, 6, 7), (0,)), ((14, 15), (1,)))),
    ]
    shares, confidences = np.eye(3), np.array([0.3, 0.4, 0.3])
    graph, numbers = lattice.graph(shares, confidences)
    shown = {int(number): (graph.arc_words(arc), graph.votes[arc].tolist()) for arc, number in enumerate(numbers)}
    # The first text weighs more than the backbone, the second the same: at equal weight the backbone's words stay.
    assert shown[0] == ((1, 12), [1, 1, 0])
    assert shown[1] == ((5, 6), [1, 0, 1])
    assert shown[2] == ((14, 15), [1, 1, 0])
    restored, numbers = lattice.graph(shares, confidences, {1})
    assert [restored.arc_words(arc) for arc, number in enumerate(numbers) if number == 1] == [(5, 6), (5, 26)]
    assert (numbers == 0).sum() == (numbers == 2).sum() == 1
    everything, _ = lattice.graph(shares, confidences, None)
    assert all(is_path(everything, one.words) for one in (BACKBONE, FIRST, SECOND))


def test_a_long_run_is_cut_around_its_first_paraphrase() -> None:
    steps = [(M, 1, 1)] * 6 + [(T, 1, 1)] + [(M, 1, 1)] * 6 + [(Y, 1, 1)]
    found = phrases_of(Links(tuple(range(1, 15)), tuple(steps)))
    assert found == [Phrase((3, 10), (3, 10)), Phrase((10, 14), (10, 14))]
    assert all(phrase.ref[1] - phrase.ref[0] <= LONGEST_PHRASE for phrase in found)
    assert phrases_of(Links(tuple(range(1, 10)), ((P, 1, 9),))) == [], "a paraphrase of nine words is no phrase"


def test_words_between_two_words_of_the_backbone_share_slots() -> None:
    inserted = [Links((1, word, 2), ((M, 1, 1), (INS, 0, 1), (M, 1, 1))) for word in (7, 7, 8)]
    network = word_network(0, [Links((1, 2), ((M, 1, 1),) * 2), *inserted])
    assert network.table.tolist() == [[1, 0, 2], [1, 7, 2], [1, 7, 2], [1, 8, 2]]
    assert network.slot_of == (0, 2)


def test_a_graph_of_no_words_has_one_null_arc(tmp_path: Path) -> None:
    segment = segment_of([[""], [""]])
    links = linked(Aligner("ter"), segment, 0)
    graph, numbers = phrase_lattice(word_network(0, links), links).graph(segment.shares, np.ones(2))
    assert (graph.nodes, len(graph.words), graph.votes.tolist(), numbers.tolist()) == (2, 0, [[1.0, 1.0]], [-1])
