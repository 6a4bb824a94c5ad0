"""Reading and writing files: tables, JSON documents, array files, and atomic writes."""

__all__: list[str] = []
