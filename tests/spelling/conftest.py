"""What tests of spelling share: every path of the compiled scan, and real names."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from perpend.spelling._letter_scan import use_path


@pytest.fixture(params=[0, 1, 2], ids=["plain C", "AVX2", "AVX-512"])
def path(request: pytest.FixtureRequest) -> Iterator[int]:
    """Each width of vector instructions that this processor has."""
    if use_path(request.param) != request.param:
        use_path()
        pytest.skip("this processor has no such instructions")
    yield request.param
    use_path()


@pytest.fixture(scope="session")
def surnames(mirror: Path) -> list[str]:
    """200,000 surnames, the most frequent first."""
    file = mirror / "names" / "ancestry_surname_common.txt"
    if not file.is_file():
        pytest.skip(f"{file.name} absent: expected in the folder names of the mirror")
    return file.read_text(encoding="utf-8").split()
