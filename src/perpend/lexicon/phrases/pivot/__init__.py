"""Bitext -> a table of paraphrases of one of its languages, by way of the other.

    extract_phrase_table("corpus.es", "corpus.en", "pivot.phrases")     `maker` has the picture of all steps

Two English phrases that translate the same Spanish phrase may stand for each other (Bannard and Callison-Burch 2005).
The modules are the steps, in this order: bitext, alignments (eflomal), numbering, extraction, translations (moses),
pivoting, filters, table. `journal` and `runs` make them restartable and let them work with more than memory holds.
"""

__all__: list[str] = []
