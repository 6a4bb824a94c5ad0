"""One file a table: its options, how it is run and how it is printed."""

__all__: list[str] = []
