"""Do two sentences mean the same? Yes or no, with a probability and the words for and against it."""

__all__: list[str] = []
