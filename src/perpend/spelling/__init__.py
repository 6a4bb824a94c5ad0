"""A list of words -> which of them are spellings of the same one; texts -> which mentions of names are one person."""

__all__: list[str] = []
