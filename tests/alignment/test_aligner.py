"""From texts to alignments: the compiled encoder gives the numbers of the plain definition, whatever the texts."""

import threading
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perpend.alignment import MAX_TOKENS, Aligner, Alignment, Costs, align, problem_of, reference
from perpend.alignment.phrase_costs import PlainPhraseCosts
from perpend.errors import InputError, PerpendError, SettingError
from perpend.lexicon.phrases.builder import build_phrase_table
from perpend.lexicon.phrases.table import PhraseTable

WORDS = [
    "the", "a", "of", "to", "cat", "cats", "dog", "walks", "walked", "walking", "big", "large", "automobile", "car",
    "begin", "start", "beginning", "takes", "take", "place", "at", "early", "soon", "possible", "as", ".", ",", "4.9",
    "17", "not", "run", "running", "quickly",
]  # fmt: skip
ODD = [
    "",
    " ",
    "\x00",
    "\ud800",
    "שלום עולם",
    "مرحبا",
    "a\u0301 e\u0301",
    "👩‍👩‍👧 ok",
    "the of and",
    "!",
    "\n\t",
    "x" * 5000,
    "中文 字",
]
TABLE = """0.4 <p>take place</p> <p>start</p>
0.32 <p>start</p> <p>take place</p>
0.2 <p>early</p> <p>at the beginning</p>
0.6 0.3 <p>the car</p> <p>a big automobile</p>
0.9 <p>as soon as possible</p> <p>quickly</p>
0.5 <p>cat</p> <p>dog</p>
0 <p>dog</p> <p>cats</p>
"""


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> PhraseTable:
    folder = tmp_path_factory.mktemp("phrases")
    (folder / "table.txt").write_text(TABLE, encoding="utf-8")
    build_phrase_table(folder / "table.txt", folder / "table.phrases", format="terp")
    return PhraseTable.open(folder / "table.phrases")


@pytest.fixture(scope="module")
def aligners(table: PhraseTable) -> dict[tuple[str, bool], Aligner]:
    return {
        (name, used): Aligner(name, table if used else None) for name in ("ter", "terpa", "terph") for used in (0, 1)
    }


sentences = st.lists(st.sampled_from(WORDS), max_size=14)


@given(hyp=sentences, ref=sentences, name=st.sampled_from(["ter", "terpa", "terph"]), used=st.booleans())
def test_the_encoder_gives_the_numbers_of_the_definition(
    aligners: dict[tuple[str, bool], Aligner], hyp: list[str], ref: list[str], name: str, used: bool
) -> None:
    aligner = aligners[name, used]
    active = PlainPhraseCosts(aligner.phrases, aligner.costs).active(hyp, ref) if aligner.phrases else []
    assert repr(aligner.active_phrases(hyp, ref)) == repr(active)
    solution = reference.solve(problem_of(aligner.costs, hyp, ref, [entry[:4] for entry in active]))
    plain = Alignment.of(tuple(hyp), tuple(ref), solution, entries=tuple(entry[4] for entry in active))
    ours = aligner.align(hyp, ref)
    assert repr(ours.edits) == repr(plain.edits)
    assert (ours.order, ours.shifts) == (plain.order, plain.shifts)
    assert repr(ours.cost) == repr(plain.cost)


@given(pairs=st.lists(st.tuples(sentences, sentences), max_size=8))
def test_many_are_the_same_as_one_by_one(aligners: dict[tuple[str, bool], Aligner], pairs: list) -> None:
    aligner = aligners["terpa", True]
    many = aligner.align_many([hyp for hyp, _ in pairs], [ref for _, ref in pairs])
    assert len(many) == len(pairs)
    assert repr(list(many)) == repr([aligner.align(hyp, ref) for hyp, ref in pairs])
    assert repr(many[:]) == repr(list(many))


@pytest.mark.parametrize("name", ["ter", "terpa", "terph"])
def test_odd_texts(name: str) -> None:
    aligner = Aligner(name)
    pairs = [(hyp, ref) for hyp in ODD for ref in ODD]
    for (hyp, ref), alignment in zip(pairs, aligner.align_many(*zip(*pairs, strict=True)), strict=True):
        assert alignment.apply() == alignment.ref
        assert (alignment.cost == 0) == (alignment.hyp == alignment.ref), (hyp, ref)
        assert str(alignment)
        assert alignment.to_svg()


def test_empty_sides() -> None:
    assert align("", "", "ter").score == 0
    assert align("a b", "", "ter").letters == "II"
    assert align("a b", "", "ter").score == 1
    assert align("", "a b", "ter").letters == "DD"
    assert align("", "a b", "ter").score == 1


def test_too_long_texts_are_refused() -> None:
    with pytest.raises(InputError, match=r"^align: a text of 20,001 words is too long, at most 20,000 are taken"):
        align(["a"] * (MAX_TOKENS + 1), "a")


def test_what_is_no_text_is_refused() -> None:
    with pytest.raises(InputError, match="a text must be a string or a sequence of strings, but 1 is in it"):
        align([1, 2], "a")  # type: ignore[list-item]
    with pytest.raises(InputError, match="2 hypotheses but 1 references"):
        Aligner("ter").align_many(["a", "b"], ["a"])


def test_unknown_costs_are_refused() -> None:
    with pytest.raises(SettingError, match="unknown costs 'terq': give ter, terpa, terph or a parameter file"):
        align("a", "b", "terq")


@pytest.mark.parametrize("parameter", ["Word Class File (filename): x", "Generalize Numbers (boolean): true"])
def test_unsupported_parameters_are_refused(tmp_path: Path, parameter: str) -> None:
    (tmp_path / "x.param").write_text(parameter + "\n", encoding="utf-8")
    with pytest.raises(PerpendError, match="is not supported: remove it"):
        Costs.read(tmp_path / "x.param")


def test_a_parameter_file_without_files_has_no_synonyms_and_no_stop_words(tmp_path: Path) -> None:
    (tmp_path / "mine.param").write_text("Use WordNet Synonymy (boolean): true\nNormalize (boolean): true\n")
    costs = Costs.read(tmp_path / "mine.param")
    assert (costs.use_synonyms, costs.stop_words, costs.name) == (False, frozenset(), "mine")
    assert align("big car", "large automobile", costs).letters == "SS"
    assert align("big car", "large automobile", "terpa").letters == "YY"


def test_signatures_tell_settings_apart(table: PhraseTable) -> None:
    signatures = {Aligner(name, phrases).signature for name in ("ter", "terpa", "terph") for phrases in (None, table)}
    assert len(signatures) == 6
    assert (
        "phrases:table.txt" in Aligner("terpa", table).signature or "phrases:table" in Aligner("terpa", table).signature
    )


def test_threads_may_share_an_aligner() -> None:
    aligner, found = Aligner("terpa"), {}
    texts = [f"the cat number {k} sat on mat {k % 7}" for k in range(400)]

    def work(part: int) -> None:
        found[part] = list(aligner.align_many(texts[part::4], texts[::-1][part::4]))

    threads = [threading.Thread(target=work, args=(part,)) for part in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    single = Aligner("terpa")
    for part in range(4):
        assert found[part] == list(single.align_many(texts[part::4], texts[::-1][part::4]))


def test_long_texts_end(table: PhraseTable) -> None:
    words = [f"w{k % 700}" for k in range(2_000)]
    alignment = Aligner("terpa", table).align(words[600:] + words[:600], words)
    assert alignment.apply() == tuple(words)
    huge = [f"w{k % 900}" for k in range(6_000)]
    alignment = Aligner("ter").align(huge[10:] + huge[:10], huge)
    assert not alignment.complete
    assert alignment.shifts == ()
    assert alignment.cost == 20
