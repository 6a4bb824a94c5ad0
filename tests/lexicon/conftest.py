"""WordNets for tests: the shipped one, a miniature for each rule, and the database files if they are here."""

import importlib
import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from perpend.errors import ResourceError
from perpend.lexicon.wordnet.compiler import compile_wordnet
from perpend.lexicon.wordnet.database import WordNet
from perpend.lexicon.wordnet.source import FILES

MINIATURES = Path(__file__).parent / "mini-wordnet"


@pytest.fixture(scope="session")
def wordnet() -> WordNet:
    return WordNet.shipped()


@pytest.fixture
def mini_folder(tmp_path: Path) -> Callable[[str], Path]:
    """The database files of a miniature; those that it does not need to show its rule are empty."""

    def prepare(rule: str) -> Path:
        folder = tmp_path / rule
        shutil.copytree(MINIATURES / rule, folder)
        for name in FILES:
            (folder / name).touch()
        return folder

    return prepare


@pytest.fixture
def mini(mini_folder: Callable[[str], Path], tmp_path: Path) -> Callable[[str], WordNet]:
    """A miniature, compiled and opened."""

    def compiled(rule: str) -> WordNet:
        path = tmp_path / f"{rule}.arrays"
        compile_wordnet(mini_folder(rule), path, release="mini")
        return WordNet.open(path)

    return compiled


@pytest.fixture(scope="session")
def wordnet_dict() -> Path:
    """The folder of WordNet's database files: from the resource store, else from PERPEND_WORDNET_DICT."""
    named = os.environ.get("PERPEND_WORDNET_DICT")
    folder = _stored_dict() or (Path(named) if named else None)
    if folder is None or not (folder / "data.noun").is_file():
        pytest.skip("WordNet's database files absent: perpend resources get wordnet-dict, or set PERPEND_WORDNET_DICT")
    return folder


def _stored_dict() -> Path | None:
    try:
        store = importlib.import_module("perpend.resources.store")
        return Path(store.resource_path("wordnet-dict"))
    except (ModuleNotFoundError, ResourceError):
        return None
