"""How alike are two texts, learned from labelled pairs: edits -> features -> score, with an explanation."""

__all__: list[str] = []
