"""The spaCy pipeline that annotates: a name -> a pipeline, checked and loaded.

    open_pipeline("perpend")           the pipeline in the package: data/pipeline, with its checksums.json
    open_pipeline("en_core_web_sm")    a pipeline installed as a package
    open_pipeline("folder/of/mine")    a pipeline that `Language.to_disk` wrote
    open_pipeline(nlp)                 a pipeline that is already loaded

The shipped one was trained by tools/pipeline/train.py; data/pipeline/README.md gives its training data,
accuracy and licence. Its weights are arrays in msgpack, as spaCy writes them; it contains no code. The checksum of
every file is checked before the pipeline is loaded.
"""

import hashlib
import importlib.util
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

from perpend.errors import CorruptResource, MissingExtra, MissingResource
from perpend.files.compressed import read_bytes
from perpend.files.documents import parse_json
from perpend.files.stamps import file_checksum

if TYPE_CHECKING:
    from spacy.language import Language

__all__ = ["SHIPPED", "open_pipeline", "shipped_folder"]

SHIPPED = "perpend"
_BLOCK = 1 << 20
_CHECKSUMS = "checksums.json"


def shipped_folder() -> Path:
    """Returns the folder of the pipeline in the package."""
    return Path(__file__).with_name("data") / "pipeline"


def open_pipeline(name: "str | Path | Language" = SHIPPED) -> "tuple[Language, str]":
    """Returns the pipeline `name` (see above) and its signature.

    Raises MissingExtra without spaCy, and ResourceError if the pipeline cannot be read.
    """
    if importlib.util.find_spec("spacy") is None:
        raise MissingExtra("annotation", "spacy", "nlp")
    import spacy
    from spacy.language import Language

    if isinstance(name, Language):
        return name, f"{_name(name.meta)}|spacy:{version('spacy')}"
    source = _checked(shipped_folder()) if name == SHIPPED else _found(name)
    try:
        nlp = spacy.load(source)
    except Exception as error:  # spaCy, thinc, msgpack and the JSON reader raise different types
        problem = " ".join(str(error).split()) or type(error).__name__
        raise CorruptResource(f"the pipeline {name} cannot be read: {problem[:200]}") from error
    return nlp, f"{_identity(nlp.meta, source)}|spacy:{version('spacy')}"


def _checked(folder: Path) -> Path:
    """Returns the folder if each of its files has the recorded checksum."""
    try:
        expected: dict[str, str] = parse_json(read_bytes(folder / _CHECKSUMS))["files"]
        for name, checksum in expected.items():
            if file_checksum(folder / name) != checksum:
                raise CorruptResource(f"{folder / name} differs from the shipped file: install perpend again")
    except FileNotFoundError as error:
        raise MissingResource(f"{error.filename}: the shipped pipeline is incomplete: install perpend again") from error
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise CorruptResource(f"{folder / _CHECKSUMS} cannot be read: install perpend again") from error
    return folder


def _found(name: str | Path) -> str | Path:
    from spacy.util import is_package

    if Path(name).is_dir():
        return Path(name)
    if isinstance(name, str) and is_package(name):
        return name
    raise MissingResource(f"no pipeline {name}: it is neither {SHIPPED!r}, nor an installed package, nor a folder")


def _identity(meta: dict[str, Any], source: str | Path) -> str:
    """Returns name and version, and for a folder the first 8 hex digits of the SHA-256 of all weights."""
    if isinstance(source, str):
        return _name(meta)
    digest = hashlib.sha256()
    for path in sorted(source.rglob("*")):
        if path.is_file() and path.name in ("model", "trees", "vectors"):
            with path.open("rb") as file:
                while block := file.read(_BLOCK):
                    digest.update(block)
    return f"{_name(meta)}/{digest.hexdigest()[:8]}"


def _name(meta: dict[str, Any]) -> str:
    return f"{meta['lang']}_{meta['name']}:{meta['version']}"
