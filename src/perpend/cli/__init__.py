"""The command line: one file a command, each a thin door to one library function."""

__all__: list[str] = []
