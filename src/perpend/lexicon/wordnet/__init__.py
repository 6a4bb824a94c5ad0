"""WordNet: its relations, base forms, synonyms, similarity and glosses. Start with `WordNet.shipped()`."""

from perpend.lexicon.wordnet.database import WordNet

__all__ = ["WordNet"]
