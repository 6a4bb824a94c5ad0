"""Files on disk -> look-ups: WordNet, word frequencies, stop words, phrase tables."""

__all__: list[str] = []
