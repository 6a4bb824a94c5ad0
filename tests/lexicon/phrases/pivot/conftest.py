"""A small bitext with its alignments, as files; invented sentences."""

from dataclasses import dataclass
from pathlib import Path

import pytest

SOURCE = """bajo control
bajo control
bajo control
dominado
dominado
dominado
en 1989
en 1989
la casa verde
"""
TARGET = """Under control
under control
in check
under control
mastered
in check
in 1989
during 1990
the green house
"""
LINKS = """0-0 1-1
0-0 1-1
0-0 1-1
0-0 0-1
0-0
0-0 0-1
0-0 1-1
0-0 1-1
0-0 1-2 2-1
"""


@dataclass(frozen=True)
class Bitext:
    """Where the three files are, and where a table of theirs may be written."""

    source: Path
    target: Path
    links: Path
    output: Path

    @property
    def work(self) -> Path:
        return self.output.with_name(f"{self.output.name}.work")


@pytest.fixture
def bitext(tmp_path: Path) -> Bitext:
    made = Bitext(*(tmp_path / name for name in ("text.es", "text.en", "text.links", "table.phrases")))
    for path, text in zip((made.source, made.target, made.links), (SOURCE, TARGET, LINKS), strict=True):
        path.write_text(text, encoding="utf-8")
    return made
