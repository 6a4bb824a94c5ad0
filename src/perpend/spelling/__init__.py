"""A list of words -> which of them are spellings of the same one; a word -> the words that it may have been meant for."""

__all__: list[str] = []
