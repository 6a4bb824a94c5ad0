"""Do two sentences mean the same? Yes or no, with a probability and the words that speak for it."""

__all__: list[str] = []
