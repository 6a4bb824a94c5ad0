"""WordNet: the relations that come with the package, base forms, synonyms, similarity, glosses.

`WordNet.shipped()` is the way in.
"""

from perpend.lexicon.wordnet.database import WordNet

__all__ = ["WordNet"]
