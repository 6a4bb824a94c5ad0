"""Phrase tables: reading, building, merging, walking; `pivot/` extracts them from bitext."""

__all__: list[str] = []
