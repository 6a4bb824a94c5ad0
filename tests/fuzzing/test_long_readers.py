"""Thousands of hostile files for every reader of Perpend: see `mutations`, `worker` and `driver`.

A failure prints the seed and the path of the smallest file that caused it. PERPEND_SEED repeats the same files.
"""

import os
from pathlib import Path
from typing import Any

import pytest

from tests.fuzzing.driver import fuzz
from tests.fuzzing.worker import names

pytestmark = pytest.mark.long

INPUTS = 3_000


@pytest.mark.parametrize("name", names())
def test_hostile_files(name: str, tmp_path: Path, record_property: Any) -> None:
    seed = os.environ.get("PERPEND_SEED") or os.urandom(4).hex()
    record_property("seed", seed)
    found = fuzz([name], seed=seed, count=INPUTS, folder=tmp_path)
    record_property("examples", found.tried)
    assert not found.failures, found.report()
    assert found.tried == INPUTS
