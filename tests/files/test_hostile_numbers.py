"""Numbers that no model has: whatever a file says, loading it is an error of one line, or the result can be used.

Every number of every kind of file is replaced in turn, under right checksums, as a hostile maker would do it.
"""

import json
import re
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from perpend.combination.weights import read_weights, untuned
from perpend.errors import PerpendError
from perpend.files.arrays import ArrayFile, write_arrays
from perpend.files.schema import Array, Schema
from perpend.learning.registry import load, registry
from perpend.lexicon.phrases.builder import build_phrase_table
from perpend.lexicon.phrases.layout import SCHEMA as PHRASES
from perpend.lexicon.phrases.table import PhraseTable
from perpend.lexicon.topic_model import SCHEMA as TOPICS
from perpend.lexicon.topic_model import TopicModel, write_topics
from perpend.lexicon.word_vectors import SCHEMA as VECTORS
from perpend.lexicon.word_vectors import WordVectors, write_vectors
from perpend.spelling.channel import Channel
from perpend.spelling.suggestion import Suggester
from perpend.spelling.word_index import SCHEMA as INDEX
from perpend.spelling.word_index import WordIndex

HUGE = ["1" * 400, "Infinity", "-Infinity", "NaN", "1e999", "1" + "0" * 30, "9" * 5000]
"""JSON texts that are refused in any place."""
ODD = [
    "1e308",
    "-1e308",
    "1e-320",
    "18446744073709551615",
    "-9223372036854775808",
    "-1",
    "0",
    "null",
    '"x"',
    "[]",
    "{}",
]
"""JSON texts that may be right in some place."""


def places(content: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The first places of numbers in a document: of many alike, five are enough."""
    inside = content.items() if isinstance(content, dict) else enumerate(content) if isinstance(content, list) else ()
    for number, (key, value) in enumerate(inside):
        if isinstance(value, dict | list):
            yield from places(value, (*path, key))
        elif type(value) in (int, float) and number < 5:
            yield (*path, key)


def replaced(content: Any, path: tuple[Any, ...], text: str) -> str:
    """The document with the JSON `text` instead of a value."""
    copy = json.loads(json.dumps(content))
    inner = copy
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = "@here@"
    return json.dumps(copy).replace('"@here@"', text)


def use_scores(path: Path) -> None:
    assert np.isfinite(load(path, "perp").predict([("the cat sat", "a cat slept")])).all()


def use_names(path: Path) -> None:
    model = load(path, "names")
    assert 0 <= model.predict([("Boris Berezovski", "B. Berezovsky")])[0] <= 1
    assert model.training.count >= 0


def use_channel(path: Path) -> None:
    suggester = Suggester(WordIndex.of(["smith", "smyth", "jones"]), Channel.read(path))
    assert suggester.suggest("smiht").words is not None


def use_weights(path: Path) -> None:
    weights = read_weights(path)
    assert np.isfinite(weights.values @ np.full(len(weights.values), 1e6)).all()


DOCUMENTS: dict[str, tuple[Callable[[], Any], Callable[[Path], None]]] = {
    "perp": (lambda: json.loads(registry().entry("perp-sts").file.read_text(encoding="utf-8")), use_scores),
    "names": (lambda: json.loads(registry().entry("names-ecbplus").file.read_text(encoding="utf-8")), use_names),
    "spelling": (lambda: small_channel(), use_channel),
    "weights": (lambda: untuned(["a", "b"], "extended").to_dict(), use_weights),
}


def small_channel() -> dict[str, Any]:
    content: dict[str, Any] = json.loads(registry().entry("english").file.read_text(encoding="utf-8"))
    for name in ("groups", "edits"):
        content[name] = {one: dict(list(counts.items())[:3]) for one, counts in content[name].items()}
    return content


def assert_refused_or_usable(use: Callable[[Path], None], path: Path, what: object, refused: bool = False) -> None:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            use(path)
    except PerpendError as error:
        message = str(error)
    else:
        assert not refused, what
        return
    assert "\n" not in message, what
    assert len(message) < 1000, what


@pytest.mark.parametrize("kind", DOCUMENTS)
def test_numbers_of_documents(kind: str, tmp_path: Path) -> None:
    made, use = DOCUMENTS[kind]
    content, path = made(), tmp_path / "file.json"
    path.write_text(json.dumps(content), encoding="utf-8")
    use(path)
    tried = [*places(content)]
    assert len(tried) > 5
    for place in tried:
        for text in HUGE + ODD:
            path.write_text(replaced(content, place, text), encoding="utf-8")
            assert_refused_or_usable(use, path, (place, text[:20]), refused=text in HUGE)


def test_a_common_part_that_no_word_has(tmp_path: Path) -> None:
    for common in (10**30, 2**63, 256, -1):
        (tmp_path / "channel.json").write_text(json.dumps(small_channel() | {"common": common}), encoding="utf-8")
        with pytest.raises(PerpendError, match=r"common|whole number"):
            Channel.read(tmp_path / "channel.json")


def use_phrases(path: Path) -> None:
    table = PhraseTable.open(path)
    table.lookup("take place")
    table.matches(["take", "place", "early"], ["at", "the", "beginning", "early"])
    table.reverse("early")
    if len(table):
        table.pair(0)


def use_vectors(path: Path) -> None:
    vectors = WordVectors(path)
    assert np.isfinite(vectors.similarity("cat", "dog"))
    vectors.nearest("cat")


def use_topics(path: Path) -> None:
    topics = TopicModel(path)
    assert np.isfinite(topics.proportions("the cat and the dog")).all()
    topics.words(0)


def use_index(path: Path) -> None:
    index = WordIndex.open(path)
    index.within(["smiht"], 2)[0]
    assert "\n" not in "".join(index)


def make_phrases(path: Path) -> None:
    source = path.with_name("source.tsv")
    source.write_text("take place\tearly\t0.5\nearly\tat the beginning\t0.25\n", encoding="utf-8")
    build_phrase_table(source, path)


def make_topics(path: Path) -> None:
    chances = np.array([[0.5, 0.1], [0.2, 0.6]])
    write_topics(path, ["cat", "dog"], np.array([3, 4]), chances, 0.1, {"name": "mine"})


ARRAYS: dict[str, tuple[Callable[[Path], None], Callable[[Path], None], Schema, str]] = {
    "phrases": (make_phrases, use_phrases, PHRASES, "phrases"),
    "vectors": (
        lambda path: write_vectors(path, ["cat", "dog"], np.array([[1.0, 2.0], [2.0, 1.0]], np.float32), {}),
        use_vectors, VECTORS, "word-vectors",
    ),
    "topics": (make_topics, use_topics, TOPICS, "topic-model"),
    "index": (lambda path: WordIndex.of(["smith", "smyth", "jones"]).write(path), use_index, INDEX, "word-index"),
}  # fmt: skip


def forged(values: np.ndarray) -> Iterator[np.ndarray]:
    """The array with its first or last number replaced by extreme ones, without rows, without columns, and larger."""
    floats = values.dtype.kind == "f"
    limits = np.finfo(values.dtype) if floats else np.iinfo(values.dtype)
    odd = [limits.max, limits.min, *([np.inf, np.nan, -1.0, 1e30] if floats else [0, 1, 9, 10])]
    for place in (0, -1) if values.size else ():
        for number in odd:
            changed = values.copy()
            changed.reshape(-1)[place] = number
            yield changed
    yield values[:0]
    if values.ndim == 2:
        yield values[:, :0]
    yield np.concatenate([values, values])


@pytest.mark.parametrize("kind", ARRAYS)
def test_numbers_of_array_files(kind: str, tmp_path: Path) -> None:
    make, use, schema, name = ARRAYS[kind]
    make(tmp_path / "good")
    use(tmp_path / "good")
    file = ArrayFile(tmp_path / "good", kind=name, version=1, schema=schema)
    arrays, path = {one: file[one] for one in schema}, tmp_path / "forged"

    def write(changed: dict[str, np.ndarray], meta: dict[str, Any]) -> None:
        write_arrays(path, kind=name, version=1, arrays={**arrays, **changed}, meta=meta)

    for one, values in arrays.items():
        for number, changed in enumerate(forged(values)):
            write({one: changed}, file.meta)
            assert_refused_or_usable(use, path, (one, number))
        write({one: np.array(1, values.dtype)}, file.meta)
        assert_refused_or_usable(use, path, one, refused=True)
    for key in file.meta:
        for value in (1e308, 2**64 - 1, -(2**63), -1, 0, None, "x", [], {}):
            write({}, {**file.meta, key: value})
            assert_refused_or_usable(use, path, (key, value))


def test_a_word_of_an_index_has_no_line_end(tmp_path: Path) -> None:
    index = WordIndex.of(["smith", "jones"])
    index.arrays["text"] = np.where(index.arrays["text"] == ord("i"), ord("\n"), index.arrays["text"]).astype(np.uint8)
    index.write(tmp_path / "index")
    with pytest.raises(PerpendError, match="has one of the bytes"):
        WordIndex.open(tmp_path / "index")


def test_a_topic_model_without_topics_is_refused(tmp_path: Path) -> None:
    make_topics(tmp_path / "good")
    file = ArrayFile(tmp_path / "good", kind="topic-model", version=1, schema=TOPICS)
    arrays = {name: file[name] for name in TOPICS} | {"ratios": np.zeros((2, 0), np.uint8)}
    write_arrays(tmp_path / "none", kind="topic-model", version=1, arrays=arrays, meta=file.meta)
    with pytest.raises(PerpendError, match="'ratios' without numbers"):
        TopicModel(tmp_path / "none")


@pytest.mark.parametrize(
    ("rule", "good", "bad", "problem"),
    [
        ({"dtype": "f8"}, [1e9, -1e9], [1e308], r"1e\+308, 1e\+09 is the most"),
        ({"dtype": "f8"}, [0.0], [-2e9], "is the least"),
        ({"dtype": "f8", "high": 1e12}, [1e12], [1e13], "is the most"),
        ({"dtype": "i8", "low": 0}, [0, 2**62], [-1], "has the number -1, 0 is the least"),
        ({"dtype": "i8", "low": 0, "high": 5}, [5], [6], "has the number 6, 5 is the most"),
        (
            {"dtype": "u1", "without": b"\t\n"},
            np.array([8, 11], np.uint8),
            np.array([10], np.uint8),
            "one of the bytes",
        ),
    ],
)
def test_rules_for_ranges(rule: dict[str, Any], good: Any, bad: Any, problem: str) -> None:
    array = Array(shape="n", **rule)
    assert array.problem(np.asarray(good), {}) == ""
    assert re.search(problem, array.problem(np.asarray(bad), {}))
