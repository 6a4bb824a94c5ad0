"""Relatedness: how related two texts are in meaning, of one size or of two, learned from labelled pairs.

strings ── annotated once ──> sentences ── families of features ──> extractor ── model ──> relater: the answer
"""

__all__: list[str] = []
