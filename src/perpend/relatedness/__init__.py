"""Relatedness: how related two texts are in meaning, of one size or of two, learned from labelled pairs.

Relater().relate(text1, text2)                        an answer with its reasons, by a shipped model
train_relatedness(pairs, labels)                      a model of your own
RelatednessFeatures("full").matrix(pairs)             the features alone

strings ── annotated once ──> sentences ── families of features ──> extractor ── regression ──> relater
"""

from perpend.relatedness.extractor import RelatednessFeatures
from perpend.relatedness.model import RelatednessModel
from perpend.relatedness.relater import Relatedness, Relater
from perpend.relatedness.shipped import find_relatedness_model
from perpend.relatedness.training import train_relatedness

__all__ = [
    "Relatedness",
    "RelatednessFeatures",
    "RelatednessModel",
    "Relater",
    "find_relatedness_model",
    "train_relatedness",
]
