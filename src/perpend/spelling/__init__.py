"""Finds which words of a list are spellings of one word, and suggests corrections of misspelt words."""

__all__: list[str] = []
