"""Does one text follow from another, contradict it, or neither? Corpus patterns, and a learned layer over them."""

__all__: list[str] = []
