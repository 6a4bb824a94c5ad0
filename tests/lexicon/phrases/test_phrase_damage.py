"""Tables from strangers: a damaged one is refused in one line or gives wrong phrases; it never crashes or hangs."""

import contextlib
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from perpend.errors import CorruptResource, MissingResource
from perpend.files.arrays import ArrayFile, write_arrays
from perpend.lexicon.phrases.builder import build_phrase_table
from perpend.lexicon.phrases.layout import KIND, SCHEMA, VERSION
from perpend.lexicon.phrases.table import PhraseTable
from perpend.lexicon.phrases.walk import PlainWalker

GOLD = Path(__file__).parents[1] / "gold" / "terp-synthetic-phrases.txt"
INTEGER_ARRAYS = sorted(SCHEMA.keys() - {"pair_p"})
TEXT = ["at", "the", "beginning", "of", "a", "lot", "of", "many", "take", "place", "start"]


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("damage") / "table"
    build_phrase_table(GOLD, path)
    return path


def parts(path: Path):
    file = ArrayFile(path, kind=KIND, version=VERSION, schema=SCHEMA)
    return {name: file[name].copy() for name in SCHEMA}, dict(file.meta)


def rewritten(path: Path, arrays, meta) -> PhraseTable:
    target = path.with_name("rewritten")
    write_arrays(target, kind=KIND, version=VERSION, arrays=arrays, meta=meta)
    return PhraseTable.open(target)


def one_line(error: pytest.ExceptionInfo[CorruptResource]) -> bool:
    return "\n" not in str(error.value)


def test_missing_and_truncated_files(table: Path, tmp_path: Path) -> None:
    with pytest.raises(MissingResource):
        PhraseTable.open(tmp_path / "nothing")
    content = table.read_bytes()
    for size in (0, 7, 40, 200, len(content) // 2, len(content) - 1):
        (tmp_path / "short").write_bytes(content[:size])
        with pytest.raises(CorruptResource) as caught:
            PhraseTable.open(tmp_path / "short")
        assert one_line(caught)


def test_altered_content_is_found_by_verify(table: Path, tmp_path: Path) -> None:
    content = bytearray(table.read_bytes())
    content[-70] ^= 1
    (tmp_path / "altered").write_bytes(content)
    with pytest.raises(CorruptResource, match="checksum of its content"):
        PhraseTable.open(tmp_path / "altered").verify()


def test_arrays_that_do_not_fit_together(table: Path) -> None:
    arrays, meta = parts(table)
    for name in arrays:
        if name in ("word_start", "word_bytes"):
            continue
        with pytest.raises(CorruptResource, match="different lengths"):
            rewritten(table, arrays | {name: arrays[name][:-1]}, meta)
    with pytest.raises(CorruptResource, match="make it with `perpend phrases build`"):
        rewritten(table, arrays | {"word": arrays["word"].astype(np.int64)}, meta)
    with pytest.raises(CorruptResource, match="no usable array 'sides'"):
        rewritten(table, {name: array for name, array in arrays.items() if name != "sides"}, meta)
    with pytest.raises(CorruptResource, match="has wrong metadata: 'longest' is not a whole number"):
        rewritten(table, arrays, meta | {"longest": "many"})
    for longest in (2**40, 256, -1):
        with pytest.raises(CorruptResource, match="a whole number from 0 to 255 was needed"):
            rewritten(table, arrays, meta | {"longest": longest})


@given(data=st.data())
def test_random_numbers_in_the_arrays(table: Path, data: st.DataObject) -> None:
    arrays, meta = parts(table)
    seed = data.draw(st.integers(0, 2**32 - 1))
    random = np.random.default_rng(seed)
    for name in data.draw(st.lists(st.sampled_from(INTEGER_ARRAYS), min_size=1, max_size=4, unique=True)):
        array = arrays[name]
        limits = np.iinfo(array.dtype)
        near = data.draw(st.booleans())
        low, high = (max(-5, limits.min), min(len(array) + 5, limits.max)) if near else (limits.min, limits.max)
        places = random.random(len(array)) < data.draw(st.sampled_from([0.05, 1.0]))
        array[places] = random.integers(low, high, len(array), array.dtype, endpoint=True)[places]
    damaged = rewritten(table, arrays, meta | {"longest": 255})
    numbers = random.integers(-1, len(arrays["word_start"]), 40).astype(np.int32)
    use(damaged, numbers)


def use(table: PhraseTable, numbers) -> None:
    nodes = len(table._arrays["word"])
    starts, lengths, found = table.walk_ids(numbers)
    assert ((found > 0) & (found < nodes)).all()
    assert (starts + lengths <= len(numbers)).all()
    columns = table.matches_of(numbers, numbers[::-1].copy())
    assert ((columns[4] >= 0) & (columns[4] < len(table))).all()
    for attempt in (table.lookup, table.reverse, table.walk):
        with contextlib.suppress(CorruptResource):
            attempt(TEXT if attempt == table.walk else "take place")


def test_a_trie_that_leads_in_circles_ends(table: Path) -> None:
    arrays, meta = parts(table)
    arrays["first_child"][:-1], arrays["first_child"][-1] = 0, len(arrays["word"])
    arrays["word"][:] = 0
    arrays["sides"][:] = 3
    arrays["parent"][:] = 1
    damaged = rewritten(table, arrays, meta)
    zeros = np.zeros(5000, np.int32)
    assert len(damaged.walk_ids(zeros)[0]) <= 5000 * 255
    plain = PlainWalker(
        *(arrays[name] for name in ("first_child", "word", "parent", "sides", "pair_start", "pair_hyp")), 255
    )
    assert [c.tolist() for c in plain.walk(zeros[:50])] == [c.tolist() for c in damaged.walk_ids(zeros[:50])]
    assert len(damaged.phrase(1)) <= 256
