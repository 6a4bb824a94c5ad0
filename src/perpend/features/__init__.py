"""A pair of sentences -> named numbers that several models read."""

__all__: list[str] = []
