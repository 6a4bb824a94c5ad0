"""A synset -> its definition and examples, read from WordNet's data files.

The package contains WordNet's relations, not its glosses. The offset of a synset is the byte where its line begins, so
no index is needed: the file is memory-mapped, and only that line is read.

    data.noun, byte 2121620:   02121620 05 n 02 cat 0 true_cat 0 ... | feline mammal usually having thick soft fur ...
                                                                     definition; "example"; "example"

`perpend resources get wordnet-dict` fetches the files. They must be those that the WordNet in use was compiled from.
"""

import mmap
import re
from dataclasses import dataclass
from pathlib import Path

from perpend.errors import CorruptResource, MissingResource
from perpend.files.stamps import file_checksum
from perpend.lexicon.wordnet.database import WordNet
from perpend.lexicon.wordnet.source import PART_OF_LETTER, PARTS

__all__ = ["Gloss", "Glosses", "split_gloss"]

_EXAMPLE = re.compile(r'"([^"]+)"?')
_GET = "perpend resources get wordnet-dict"


@dataclass(frozen=True, slots=True)
class Gloss:
    """The `definition` of a synset, and `examples` of its use."""

    definition: str
    examples: tuple[str, ...]


def split_gloss(text: str) -> Gloss:
    """Separates the quoted examples in `text` from the definition before them.

    >>> split_gloss('not hot; "cold tea"; "a cold day" ')
    Gloss(definition='not hot', examples=('cold tea', 'a cold day'))
    """
    definition, quote, rest = text.strip().partition('; "')
    if not quote and definition.startswith('"'):
        definition, rest = "", definition[1:]
    return Gloss(definition.strip(), tuple(_EXAMPLE.findall(f'"{rest}')) if rest else ())


class Glosses:
    """The glosses in a `folder` of WordNet's data files, which must be those of `wordnet`."""

    def __init__(self, folder: Path | str, wordnet: WordNet | None = None) -> None:
        self._folder = Path(folder)
        self._wordnet = wordnet or WordNet.shipped()
        if not self._folder.is_dir():
            raise MissingResource(f"WordNet's glosses are not in {self._folder}: {_GET}")
        self._maps: dict[str, mmap.mmap] = {}

    def gloss(self, synset: int) -> Gloss:
        """Returns the definition and the examples of `synset`."""
        part = PART_OF_LETTER[self._wordnet.type(synset)]
        if part not in self._maps:
            with self._checked(f"data.{part}").open("rb") as file:
                self._maps[part] = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        offset = self._wordnet.offset(synset)
        content = self._maps[part]
        line = content[offset : content.find(b"\n", offset)]
        if not line.startswith(b"%08d " % offset):
            raise CorruptResource(f"{self._folder / f'data.{part}'} has no synset at byte {offset}: {_GET}")
        return split_gloss(line.decode("utf-8", "replace").partition(" | ")[2])

    def verify(self) -> None:
        """Reads all data files; raises CorruptResource if a checksum differs from that of WordNet's sources."""
        for name in (f"data.{part}" for part in PARTS):
            path = self._checked(name)
            if file_checksum(path) != self._source(name)["sha256"]:
                raise CorruptResource(f"{path} differs from that of {self._wordnet.signature()}: {_GET}")

    def _source(self, name: str) -> dict[str, str | int]:
        source: dict[str, str | int] = self._wordnet.tables.file.meta["sources"][name]
        return source

    def _checked(self, name: str) -> Path:
        path, size = self._folder / name, self._source(name)["size"]
        if not path.is_file():
            raise MissingResource(f"{path} does not exist: {_GET}")
        if (found := path.stat().st_size) != size:
            signature = self._wordnet.signature()
            raise CorruptResource(f"{path} has {found} bytes, but that of {signature} has {size}: {_GET}")
        return path
