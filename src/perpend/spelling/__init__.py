"""A list of words -> which are spellings of one word; a word -> the words that it may have been meant for."""

__all__: list[str] = []
