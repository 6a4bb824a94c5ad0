"""Vectors of word pieces: sums, caching, files, and what the shipped table knows."""

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from perpend.errors import CorruptResource, InputError, MissingResource
from perpend.files.arrays import write_arrays
from perpend.lexicon import piece_vectors
from perpend.lexicon.piece_vectors import PieceVectors, write_piece_vectors

PIECES = ["[UNK]", "sail", "##boat", "boat", "sea", ","]
ROWS = np.array([[0, 0, 0], [1, 0, 2], [0, 3, 0], [0, 3, 1], [4, 4, 4], [0.1, 0, 0]], np.float32)


@pytest.fixture
def small(tmp_path: Path) -> PieceVectors:
    write_piece_vectors(tmp_path / "small.vectors", PIECES, ROWS, {"name": "small"})
    return PieceVectors(tmp_path / "small.vectors")


def test_a_word_is_the_sum_of_its_pieces_and_a_text_their_mean(small: PieceVectors) -> None:
    np.testing.assert_allclose(small.vector("Sailboat"), ROWS[1] + ROWS[2], atol=0.05)
    np.testing.assert_allclose(small.text_vector("sailboat, sea"), ROWS[[1, 2, 5, 4]].mean(axis=0), atol=0.05)
    np.testing.assert_array_equal(small.vectors(["sea", "sailboat"])[1], small.vector("sailboat"))


def test_what_has_no_pieces_has_a_vector_of_zeros(small: PieceVectors) -> None:
    assert not small.vectors(["", "xyz", "\u200b"]).any()
    assert not small.text_vector("").any()
    assert small.vectors([]).shape == (0, 3)
    assert small.similarity("xyz", "sea") == 0.0
    assert small.nearest("xyz") == []


def test_nearest_gives_other_whole_words(small: PieceVectors) -> None:
    assert [word for word, _ in small.nearest("boat", 9)] == ["sea", "sail"]
    assert small.nearest("sailboat", 1)[0][0] == "boat"


@given(hnp.arrays(np.float32, (3, 4), elements=st.floats(-100, 100, width=32)))
def test_what_is_read_is_near_what_was_written(vectors: np.ndarray) -> None:
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        write_piece_vectors(Path(folder) / "x", ["[UNK]", "a", "b"], vectors, {})
        read = PieceVectors(Path(folder) / "x").rows([0, 1, 2])
    # Half a level of 8 bits, and the rounding of the factor to 16 bits (its smallest step is 6e-8).
    slack = np.abs(vectors).max(axis=1, keepdims=True) * (0.5 / 127 + 2e-3) + 127 * 6e-8
    assert (np.abs(read - vectors) <= slack).all()


def test_the_cache_is_bounded_and_changes_nothing(small: PieceVectors, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(piece_vectors, "_KEPT", 4)
    monkeypatch.setattr(piece_vectors, "_AT_ONCE", 2)
    words = ["sea", "boat", "sail", "sailboat", "seaboat", "sea", "boatboat"]
    expected = [small.rows(small.splitter.split(word)).sum(axis=0) for word in words]
    for start in range(len(words)):
        np.testing.assert_allclose(small.vectors(words[start:]), expected[start:], rtol=1e-6)
        assert len(small._known) <= 4


def test_wrong_files_are_refused_in_one_line(tmp_path: Path) -> None:
    with pytest.raises(MissingResource, match="make piece-vectors"):
        PieceVectors(tmp_path / "absent")
    for name, packed in (("few", b"[UNK]\na"), ("none", b"a\nb\nc"), ("bytes", b"[UNK]\na\n\xff")):
        arrays = {
            "piece_bytes": np.frombuffer(packed, np.uint8),
            "values": np.zeros((3, 2), np.int8),
            "factors": np.zeros(3, np.float16),
        }
        write_arrays(tmp_path / name, kind="piece-vectors", version=1, arrays=arrays, meta={})
        with pytest.raises(CorruptResource, match="piece"):
            PieceVectors(tmp_path / name).vector("a")


def test_wrong_tables_are_not_written(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="one for each"):
        write_piece_vectors(tmp_path / "x", PIECES, ROWS[:2], {})
    with pytest.raises(InputError, match=r"\[UNK\]"):
        write_piece_vectors(tmp_path / "x", ["a", "b"], ROWS[:2], {})
    with pytest.raises(InputError, match="line break"):
        write_piece_vectors(tmp_path / "x", ["[UNK]", "b\n"], ROWS[:2], {})


def test_the_shipped_table_says_where_it_comes_from() -> None:
    facts = PieceVectors.shipped().info()
    assert (facts["pieces"], facts["dimensions"]) == (30_522, 256)
    assert str(facts["teacher_sha256"]).startswith("53aa5117")
    assert "Apache-2.0" in str(facts["licence"])
    assert json.dumps(facts)


@pytest.mark.parametrize(
    ("word", "near", "far"),
    [
        ("car", "automobile", "banana"),
        ("doctor", "physician", "guitar"),
        ("purchase", "buy", "sing"),
        ("Greek", "Greece", "kettle"),
        ("affordable", "cheap", "violin"),
        ("homeowner", "house", "violin"),
        ("sailboat", "yacht", "invoice"),
    ],
)
def test_the_shipped_table_knows_what_is_similar(word: str, near: str, far: str) -> None:
    table = PieceVectors.shipped()
    assert table.similarity(word, near) > 0.4 > table.similarity(word, far)


def test_common_words_weigh_less_and_marks_nothing() -> None:
    table = PieceVectors.shipped()
    lengths = np.linalg.norm(table.vectors(["the", "of", "kettle", "giraffe", "😀"]), axis=1)
    assert lengths[:2].max() < lengths[2:4].min() / 2
    assert lengths[4] == 0.0


def test_the_first_use_imports_no_heavy_package() -> None:
    code = """
import sys
from perpend.lexicon.piece_vectors import PieceVectors
PieceVectors.shipped().vector("kettle")
print([name for name in ("torch", "tokenizers", "scipy", "sklearn", "wordfreq", "spacy") if name in sys.modules])
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
