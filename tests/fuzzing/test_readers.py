"""Every reader of Perpend has a good sample, and a few hostile files each; `test_long_readers` has thousands."""

import importlib.util
from pathlib import Path

import pytest

from perpend.errors import MissingExtra
from tests.fuzzing.driver import fuzz
from tests.fuzzing.readers import NOT_READERS, path_takers
from tests.fuzzing.samples import SAMPLES
from tests.fuzzing.worker import names, prepare, sample_of, write_good

INPUTS = 20


def test_every_callable_that_takes_a_path_is_fuzzed_or_has_a_reason() -> None:
    """A new reader needs an entry in `samples.SAMPLES`; a callable that opens nothing, one in `readers.NOT_READERS`."""
    taken = {*path_takers()}
    assert taken - {*SAMPLES} - {*NOT_READERS} == set()
    assert ({*SAMPLES} | {*NOT_READERS}) - taken == set(), "these are no longer public, or take no path"
    assert not {*SAMPLES} & {*NOT_READERS}


def test_readers_are_found_by_what_they_take() -> None:
    assert {"perpend.spelling.channel:Channel.read", "perpend.files.arrays:ArrayFile"} <= {*path_takers()}
    assert "perpend.spelling.word_index:WordIndex.of" not in path_takers()


@pytest.mark.parametrize("name", names())
def test_a_good_sample_can_be_read_and_used(name: str, tmp_path: Path) -> None:
    run, good, place = prepare(name, tmp_path)
    write_good(good, place)
    needs = sample_of(name).needs
    if needs and not importlib.util.find_spec(needs):
        with pytest.raises(MissingExtra, match=needs):
            run()
    else:
        run()


def test_hostile_files_are_refused_or_can_be_used(tmp_path: Path) -> None:
    chosen = names()
    found = fuzz(chosen, seed="0", count=INPUTS, folder=tmp_path)
    assert not found.failures, found.report()
    assert found.tried == INPUTS * len(chosen)
