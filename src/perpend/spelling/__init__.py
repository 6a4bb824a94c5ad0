"""Words -> which are spellings of one word; texts -> which mentions of names are one person."""

__all__: list[str] = []
