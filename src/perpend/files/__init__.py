"""Files of users and of Perpend: tables, JSON documents, array files, and writing whole or not at all."""

__all__: list[str] = []
