"""Schemas of array files: what is declared is what is accepted, for every file that Perpend ships."""

import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import perpend
from perpend.entailment.everyday_model import InferenceModel
from perpend.entailment.model import EntailmentModel
from perpend.equivalence.everyday_model import EquivalenceModel
from perpend.equivalence.model import ParaphraseModel
from perpend.errors import CorruptResource
from perpend.files.arrays import ArrayFile, write_arrays
from perpend.files.schema import Array, Schema, sizes_of
from perpend.lexicon.phrases.builder import build_phrase_table
from perpend.lexicon.phrases.table import PhraseTable
from perpend.lexicon.piece_vectors import PieceVectors
from perpend.lexicon.topic_model import TopicModel
from perpend.lexicon.word_vectors import WordVectors
from perpend.lexicon.wordnet.gloss_words import GlossWords
from perpend.lexicon.wordnet.tables import WordNetTables
from perpend.relatedness.model import RelatednessModel
from perpend.spelling.word_index import WordIndex

PACKAGE = Path(perpend.__file__).parent
PHRASES = Path(__file__).parents[1] / "lexicon" / "gold" / "terp-synthetic-phrases.txt"
READERS: dict[str, Callable[[Path], object]] = {
    "entailment/models/entail-everyday.model": InferenceModel.read,
    "entailment/models/entail-sick.model": EntailmentModel.read,
    "equivalence/models/paraphrase-everyday.model": EquivalenceModel.read,
    "equivalence/models/paraphrase-msrp.model": ParaphraseModel.read,
    "lexicon/data/pieces.vectors": PieceVectors,
    "lexicon/data/topics-20.topics": TopicModel,
    "lexicon/data/words.vectors": WordVectors,
    "lexicon/wordnet/data/glosses.arrays": GlossWords,
    "lexicon/wordnet/data/wordnet.arrays": WordNetTables,
    "relatedness/models/relate-sentence.model": RelatednessModel.read,
    "relatedness/models/relate-word2sense.model": RelatednessModel.read,
    "made/phrases": PhraseTable.open,
    "made/index": WordIndex.open,
}


def header_end(content: bytes) -> int:
    return 48 + int.from_bytes(content[8:16], "little")


def with_entry(content: bytes, name: str, change: dict[str, Any]) -> bytes:
    """The file with one array described otherwise; all checksums are right."""
    end = header_end(content)
    header = json.loads(content[48:end])
    header["arrays"][name] |= change
    encoded = json.dumps(header, sort_keys=True, separators=(",", ":")).encode()
    return content[:8] + len(encoded).to_bytes(8, "little") + hashlib.sha256(encoded).digest() + encoded + content[end:]


def damages(entry: dict[str, Any]) -> list[dict[str, Any]]:
    shape, dtype = entry["shape"], entry["dtype"]
    same_size = {
        "1": "|i1" if dtype != "|i1" else "|u1",
        "2": "<i2",
        "4": "<u4" if dtype != "<u4" else "<i4",
        "8": "<u8" if dtype != "<u8" else "<i8",
    }
    return [
        {"dtype": same_size[dtype[2:]]},
        {"dtype": dtype.replace("<", ">").replace("|u1", "|b1").replace("|i1", "|b1")},
        {"shape": [*shape, 1]},
        {"shape": []},
        {"shape": [shape[0] // 2, *shape[1:]]},
        {"shape": [2 * shape[0], *shape[1:]]},
        {"offset": entry["offset"] + 64},
    ]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("made")
    build_phrase_table(PHRASES, folder / "phrases")
    WordIndex.of(["smith", "smyth", "jones", "mütze"]).write(folder / "index")
    return folder


@pytest.mark.parametrize("name", READERS)
def test_a_shipped_file_whose_header_is_damaged_is_refused_in_one_line(name: str, made: Path, tmp_path: Path) -> None:
    source = made / name.removeprefix("made/") if name.startswith("made/") else PACKAGE / name
    content, target = source.read_bytes(), tmp_path / "file"
    target.write_bytes(content)
    READERS[name](target)
    for array, entry in json.loads(content[48 : header_end(content)])["arrays"].items():
        for change in damages(entry):
            target.write_bytes(with_entry(content, array, change))
            with pytest.raises(CorruptResource) as caught:
                READERS[name](target)
            assert "\n" not in str(caught.value), (array, change)


@pytest.mark.parametrize("name", [name for name in READERS if not name.startswith("made/")])
def test_values_of_shipped_files_keep_their_schema(name: str) -> None:
    opened = READERS[name](PACKAGE / name)
    assert opened is not None
    if isinstance(file := getattr(opened, "file", None), ArrayFile):
        file.verify()
        assert file.sizes


def written(path: Path, schema: Schema, **arrays: Any) -> ArrayFile:
    found = {name: np.asarray(array) for name, array in arrays.items()}
    write_arrays(path, kind="any", version=1, arrays=found, meta={})
    return ArrayFile(path, kind="any", version=1, schema=schema)


@pytest.mark.parametrize(
    ("rule", "good", "bad", "problem"),
    [
        ({"dtype": "f8"}, [0.5, -1.0], [0.5, float("inf")], "not finite"),
        ({"dtype": "f8", "positive": True}, [0.5, 1.0], [0.5, 0.0], "not above 0"),
        ({"dtype": "i8", "ascends": "n"}, [0, 2], [1, 0], "does not ascend to 2"),
        ({"dtype": "i8", "ascends": "n"}, [1, 2], [-1, 2], "does not ascend to 2"),
        ({"dtype": "i8", "below": "n"}, [1, 0], [0, 2], "outside 0 to 1"),
        ({"dtype": "i8", "below": "n", "least": -1}, [1, -1], [0, -2], "outside -1 to 1"),
        ({"dtype": "u1", "sums": "n"}, np.array([2, 0], np.uint8), np.array([255, 3], np.uint8), "add up to 2"),
    ],
)
def test_rules_for_values(tmp_path: Path, rule: dict[str, Any], good: Any, bad: Any, problem: str) -> None:
    schema = {"a": Array(shape="n", **rule)}
    written(tmp_path / "good", schema, a=good).verify()
    with pytest.raises(CorruptResource, match=problem):
        written(tmp_path / "bad", schema, a=bad).verify()


def test_an_array_that_is_not_declared_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CorruptResource, match="unknown array 'b'"):
        written(tmp_path / "file", {"a": Array("i8", "n")}, a=[1], b=[2])


def test_an_optional_array_may_be_absent(tmp_path: Path) -> None:
    schema = {"a": Array("i8", "n"), "b": Array("i8", "n", optional=True)}
    assert "b" not in written(tmp_path / "file", schema, a=[1])
    assert written(tmp_path / "both", schema, a=[1], b=[2]).sizes == {"n": 1}


def test_dimensions_with_the_same_name_have_the_same_size() -> None:
    schema = {"a": Array("i8", "n 3"), "b": Array("i8", "n+1")}
    assert sizes_of(schema, {"a": (2, 3), "b": (3,)}) == {"n": 2}
    for shapes in ({"a": (2, 4)}, {"a": (2, 3), "b": (2,)}, {"b": (0,)}, {"a": (2,)}):
        with pytest.raises(ValueError, match=r"different lengths|dimensions"):
            sizes_of(schema, shapes)
