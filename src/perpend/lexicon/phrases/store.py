"""Phrase tables that are built once and kept in the store, so that a model finds the table it was trained with.

    stored_table("meteor-paraphrases")  ->  <home>/phrases/meteor-paraphrases-1.5.phrases, built if it is missing

The source is the resource of the same name, which `perpend resources get meteor-paraphrases` fetches. The table is
built as by `perpend phrases build meteor-paraphrases`, so both have the same signature.
"""

from perpend.errors import unknown_name
from perpend.lexicon.phrases.builder import build_phrase_table
from perpend.lexicon.phrases.table import PhraseTable
from perpend.resources.store import Store
from perpend.types import Progress

__all__ = ["STORED_TABLES", "stored_table"]

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
        path.parent.mkdir(parents=True, exist_ok=True)
        build_phrase_table(source, path, name=name, progress=progress)
    return PhraseTable.open(path)
