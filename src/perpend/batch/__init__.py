"""What a model adds to a table of pairs; `perpend.files.filling` reads and writes tables of any size."""

__all__: list[str] = []
