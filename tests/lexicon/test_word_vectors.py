from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from perpend.errors import CorruptResource, InputError, MissingResource
from perpend.lexicon.corpus import corpus_of
from perpend.lexicon.vector_training import VectorSettings, learn_vectors, train_vectors
from perpend.lexicon.word_vectors import WordVectors, write_vectors

TEXTS = [
    "the cat chased the mouse round the barn",
    "the dog chased the cat round the barn",
    "the mouse fled from the cat",
    "rates of the bank rose and shares fell",
    "shares of the bank rose as rates fell",
    "the bank cut rates and shares rose",
] * 3


@given(hnp.arrays(np.float32, (3, 4), elements=st.floats(-1e3, 1e3, width=32)))
def test_what_is_read_points_where_what_was_written_did(vectors: np.ndarray) -> None:
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "x.vectors"
        write_vectors(path, ["ab", "cd", "ef"], vectors, {"name": "x"})
        read = WordVectors(path)
        for word, vector in zip(("ab", "cd", "ef"), vectors.astype(float), strict=True):
            length = np.linalg.norm(vector)
            found = read.vector(word)
            if length > 1e-30:
                assert found @ vector / length > 0.99
                assert np.linalg.norm(found) == pytest.approx(1, abs=1e-5)
            else:
                assert not found.any()


def test_the_same_texts_give_the_same_bytes_and_related_words_are_near(tmp_path: Path) -> None:
    pytest.importorskip("sklearn", reason="scikit-learn absent: pip install 'perpend[learn]'")
    source = tmp_path / "texts.txt"
    source.write_text("\n".join(TEXTS), encoding="utf-8")
    settings = VectorSettings(dimensions=4, window=4, least=2)
    for name in ("one", "two"):
        train_vectors([source], tmp_path / name, settings, name="x")
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()
    vectors = WordVectors(tmp_path / "one")
    assert vectors.similarity("cats", "mouse") > vectors.similarity("cat", "bank")
    assert "the" not in vectors
    assert vectors.nearest("cat", 2)[0][0] in {"mous", "dog", "chase", "barn", "fled", "round"}
    assert vectors.nearest("qwxz") == []
    assert vectors.similarity("cat", "qwxz") == 0.0


def test_too_few_words_are_an_error() -> None:
    pytest.importorskip("sklearn", reason="scikit-learn absent: pip install 'perpend[learn]'")
    with pytest.raises(InputError, match="too few words"):
        learn_vectors(corpus_of(["cat"]), VectorSettings())


def test_settings_below_one_are_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="at least 1"):
        train_vectors([], tmp_path / "x", VectorSettings(window=0))


def test_other_files_are_refused(tmp_path: Path) -> None:
    with pytest.raises(MissingResource, match="perpend vectors train"):
        WordVectors(tmp_path / "absent")
    (tmp_path / "x").write_bytes(b"nonsense")
    with pytest.raises(CorruptResource):
        WordVectors(tmp_path / "x")
    with pytest.raises(InputError, match="one for each"):
        write_vectors(tmp_path / "y", ["a"], np.zeros((2, 2), np.float32), {})


def test_the_shipped_vectors_know_what_is_related() -> None:
    vectors = WordVectors.shipped()
    for word, near, far in (("doctor", "nurse", "guitar"), ("guitar", "violin", "bank"), ("river", "lake", "happy")):
        assert vectors.similarity(word, near) > 0.4 > vectors.similarity(word, far)
