"""Metrics of machine translation: texts and references -> additive statistics -> a score with a signature."""

__all__: list[str] = []
