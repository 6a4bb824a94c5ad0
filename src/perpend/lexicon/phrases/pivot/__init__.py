"""Bitext -> a table of paraphrases in one of its languages, with the other as pivot.

    extract_phrase_table("corpus.es", "corpus.en", "pivot.phrases")     `maker` shows all steps

Two English phrases that translate the same Spanish phrase may be paraphrases (Bannard and Callison-Burch 2005). The
modules are the steps, in this order: bitext, alignments (eflomal), numbering, extraction, translations (moses),
pivoting, filters, table. `journal` makes them restartable, and `runs` lets them process more data than fits in memory.
"""

__all__: list[str] = []
