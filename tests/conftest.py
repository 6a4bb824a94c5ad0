"""Where tests find outside data: each fixture gives a path or skips with a visible reason."""

import os
from pathlib import Path

import pytest
from hypothesis import settings

# Two runs of `make test` try the same examples; `make test-long` (PERPEND_EXPLORE=1) looks for new ones. Deadlines
# would fail on a busy machine.
settings.register_profile("same", deadline=None, derandomize=True)
settings.register_profile("explore", deadline=None, max_examples=2_000)
settings.load_profile("explore" if os.environ.get("PERPEND_EXPLORE") else "same")


@pytest.fixture(scope="session")
def mirror() -> Path:
    """The folder of data sets: PERPEND_MIRROR, else shared/data beside the project."""
    named = os.environ.get("PERPEND_MIRROR")
    folder = Path(named) if named else Path(__file__).resolve().parents[2] / "shared" / "data"
    if not folder.is_dir():
        pytest.skip("data sets absent: set PERPEND_MIRROR to their folder")
    return folder


@pytest.fixture(scope="session")
def gold(mirror: Path) -> Path:
    """The output of the original TER-Plus program, beside the data sets."""
    folder = mirror.parent / "terp" / "gold"
    if not folder.is_dir():
        pytest.skip("gold output of the original TER-Plus absent: expected in terp/gold beside the data sets")
    return folder
