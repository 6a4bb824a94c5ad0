"""Phrase tables: reading, building, merging, searching; `pivot/` extracts them from bitext."""

__all__: list[str] = []
