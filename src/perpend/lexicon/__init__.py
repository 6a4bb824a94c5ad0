"""Look-ups of words and phrases: WordNet, word frequencies, stop words, phrase tables; and the store of resources.

    a word      word_class, log10_frequency, is_out_of_vocabulary, WordNet
    a phrase    PhraseTable
    a file      resource_path, Store

The names below import their modules on first use; the modules have more names.

>>> from perpend.lexicon import word_class
>>> word_class("never").names()
['negation', 'letters']
"""

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from perpend.lexicon.frequency import is_out_of_vocabulary, log10_frequency
    from perpend.lexicon.phrases.builder import build_phrase_table
    from perpend.lexicon.phrases.merge import merge_phrase_tables
    from perpend.lexicon.phrases.pivot.maker import extract_phrase_table, pivot_moses_table
    from perpend.lexicon.phrases.table import PhraseTable
    from perpend.lexicon.wordnet.database import WordNet
    from perpend.lexicon.wordnet.glosses import Glosses
    from perpend.lexicon.words import WordClass, stop_words, word_class
    from perpend.resources.store import Store, resource_path

__all__ = [
    "Glosses",
    "PhraseTable",
    "Store",
    "WordClass",
    "WordNet",
    "build_phrase_table",
    "extract_phrase_table",
    "is_out_of_vocabulary",
    "log10_frequency",
    "merge_phrase_tables",
    "pivot_moses_table",
    "resource_path",
    "stop_words",
    "word_class",
]

_HOMES = {
    "Glosses": "perpend.lexicon.wordnet.glosses",
    "PhraseTable": "perpend.lexicon.phrases.table",
    "Store": "perpend.resources.store",
    "WordClass": "perpend.lexicon.words",
    "WordNet": "perpend.lexicon.wordnet.database",
    "build_phrase_table": "perpend.lexicon.phrases.builder",
    "extract_phrase_table": "perpend.lexicon.phrases.pivot.maker",
    "is_out_of_vocabulary": "perpend.lexicon.frequency",
    "log10_frequency": "perpend.lexicon.frequency",
    "merge_phrase_tables": "perpend.lexicon.phrases.merge",
    "pivot_moses_table": "perpend.lexicon.phrases.pivot.maker",
    "resource_path": "perpend.resources.store",
    "stop_words": "perpend.lexicon.words",
    "word_class": "perpend.lexicon.words",
}


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        return getattr(importlib.import_module(_HOMES[name]), name)
    raise AttributeError(f"module 'perpend.lexicon' has no attribute {name!r}")
