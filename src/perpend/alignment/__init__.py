"""Two token sequences and edit costs -> the cheapest edits that turn one into the other."""

__all__: list[str] = []
