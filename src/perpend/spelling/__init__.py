"""Spellings: which words or names of a large list are spellings of the same one, and which mentions name one person."""

__all__: list[str] = []
