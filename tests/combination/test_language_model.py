"""Language models: what the search adds for them, asked through a stand-in for kenlm that knows three words."""

import sys
from math import log
from types import ModuleType, SimpleNamespace

import pytest

from perpend.combination.combiner import Combiner
from perpend.combination.language_model import KenLanguageModel
from perpend.combination.search import ngram_key
from perpend.combination.weights import untuned
from perpend.errors import FormatError, InputError, MissingExtra

BIGRAMS = {("<s>", "a"): -0.5, ("a", "cat"): -0.25, ("cat", "</s>"): -0.125}


class Model:
    """Logarithms to base 10 of a few pairs of words; a state is the last word."""

    def __init__(self, path: str, config: SimpleNamespace) -> None:
        assert config.show_progress is False
        if "broken" in path:
            raise OSError("bad file")

    def __contains__(self, word: str) -> bool:
        return word in ("a", "cat", "</s>")

    def BeginSentenceWrite(self, state: SimpleNamespace) -> None:
        state.word = "<s>"

    def NullContextWrite(self, state: SimpleNamespace) -> None:
        state.word = ""

    def BaseScore(self, state: SimpleNamespace, word: str, after: SimpleNamespace) -> float:
        after.word = word
        return BIGRAMS.get((state.word, word), -2.0)


@pytest.fixture
def kenlm(monkeypatch: pytest.MonkeyPatch) -> None:
    module = ModuleType("kenlm")
    module.Model, module.State, module.Config = Model, SimpleNamespace, SimpleNamespace  # type: ignore[attr-defined]
    module.ARPALoadComplain = SimpleNamespace(NONE=2)  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "kenlm", module)


@pytest.fixture
def path(tmp_path):  # type: ignore[no-untyped-def]
    (tmp_path / "model.arpa").write_text("", encoding="utf-8")
    return tmp_path / "model.arpa"


def test_scores_are_natural_logarithms_behind_a_history(kenlm: None, path) -> None:  # type: ignore[no-untyped-def]
    bound = KenLanguageModel(path).bind(["", "A", "cat", "dog"])
    assert bound.word(ngram_key([1])) == pytest.approx(-0.5 * log(10)), "a word that is unknown as it is written"
    assert bound.word(ngram_key([1, 2])) == pytest.approx(-0.25 * log(10))
    assert bound.end(ngram_key([3, 1, 2])) == pytest.approx(-0.125 * log(10))
    assert bound.word(ngram_key([1, 2, 3, 1])) == pytest.approx(-2 * log(10)), "no sentence begins after three words"


def test_the_model_decides_between_equal_votes(kenlm: None, path) -> None:  # type: ignore[no-untyped-def]
    texts = ["a dog", "a cat"]
    plain = untuned(["x", "y"], metric="ter")
    assert Combiner(plain, threads=1).combine(texts).text == "a dog"
    with_model = untuned(["x", "y"], metric="ter", models=1)
    assert Combiner(with_model, lm=KenLanguageModel(path), threads=1).combine(texts).text == "a cat"


def test_mistakes_are_explained(kenlm: None, tmp_path) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(InputError, match="is no file"):
        KenLanguageModel(tmp_path / "none.arpa")
    (tmp_path / "broken.arpa").write_bytes(b"\xff")
    with pytest.raises(FormatError, match="ARPA"):
        KenLanguageModel(tmp_path / "broken.arpa")


def test_without_the_package_the_extra_is_named(monkeypatch: pytest.MonkeyPatch, path) -> None:  # type: ignore[no-untyped-def]
    monkeypatch.setitem(sys.modules, "kenlm", None)
    with pytest.raises(MissingExtra, match=r"perpend\[lm\]"):
        KenLanguageModel(path)
