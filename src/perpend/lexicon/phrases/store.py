"""Phrase tables that are built once and kept in the store, so that a model finds the table it was trained with.

    stored_table("meteor-paraphrases")  ->  <home>/phrases/meteor-paraphrases-1.5.phrases, built if it is missing

The source is the resource of the same name, which `perpend resources get meteor-paraphrases` fetches. The table is
built as by `perpend phrases build meteor-paraphrases`, so both have the same signature. Where the home folder cannot be
written, the table is built for this process only.
"""

import logging
from pathlib import Path
from tempfile import TemporaryDirectory

from perpend.errors import InputError, unknown_name
from perpend.files.writing import check_output
from perpend.lexicon.phrases.builder import build_phrase_table
from perpend.lexicon.phrases.table import PhraseTable
from perpend.resources.store import Store
from perpend.types import Progress

__all__ = ["STORED_TABLES", "stored_table"]

_logger = logging.getLogger(__name__)

STORED_TABLES = ("meteor-paraphrases",)
"""The resources that tables are built from."""


def stored_table(name: str, progress: Progress | None = None, store: Store | None = None) -> PhraseTable:
    """Returns the table of the resource `name`, one of STORED_TABLES; builds it once, in about a minute.

    `store` holds the resource (default: the user's). Calls `progress` while building.
    """
    if name not in STORED_TABLES:
        raise unknown_name("phrase table", name, STORED_TABLES)
    store = store or Store()
    path = store.home / "phrases" / f"{name}-{store.catalog[name].version}.phrases"
    if not path.is_file():
        source = store.path(name)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            check_output(path)
        except (OSError, InputError) as error:
            _logger.info("the table %s is not kept, and built again each time: %s", name, error)
            return _temporary_table(source, name, progress)
        build_phrase_table(source, path, name=name, progress=progress)
    return PhraseTable.open(path)


def _temporary_table(source: Path, name: str, progress: Progress | None) -> PhraseTable:
    """Builds a table that lives as long as this process maps it."""
    with TemporaryDirectory(prefix="perpend-") as folder:
        path = Path(folder) / f"{name}.phrases"
        build_phrase_table(source, path, name=name, progress=progress)
        return PhraseTable.open(path)
