"""Matches language models to the features of a set of weights.

weights with "hypotheses", "lm", "lm 2"  +  two files  +  segments   ->   {"hypotheses": ..., "lm": ..., ...}
"""

from collections.abc import Mapping, Sequence

from perpend.combination.decode import Decoder, LanguageModel
from perpend.combination.hypotheses import hypothesis_model
from perpend.combination.segment import Segment
from perpend.combination.weights import HYPOTHESES, Weights, model_names
from perpend.errors import SettingError

__all__ = ["decoder_of", "models_from_files"]


def models_from_files(
    weights: Weights, given: LanguageModel | Sequence[LanguageModel] | None
) -> dict[str, LanguageModel]:
    """Returns the language models `given`, by the names of their features; `weights` need exactly as many."""
    models = list(given) if isinstance(given, Sequence) else [] if given is None else [given]
    if weights.method == "mbr":
        return {}
    names = [name for name in weights.layout.models if name != HYPOTHESES]
    if len(models) < len(names):
        raise SettingError(f"these weights need a language model: name {len(names)}")
    if len(models) > len(names):
        known = f"only {len(names)} language models" if names else "no language model"
        raise SettingError(f"these weights have {known}: leave the others out, or tune with them")
    return dict(zip(model_names("network", len(models)), models, strict=True))


def decoder_of(weights: Weights, segments: Sequence[Segment], models: Mapping[str, LanguageModel]) -> Decoder:
    """Returns the decoder with `weights` for `segments` that are combined together.

    `models` are those of `models_from_files`.
    """
    own = {HYPOTHESES: hypothesis_model(segments)} if HYPOTHESES in weights.layout.models and segments else {}
    return Decoder(weights.layout, weights.values, weights.confidences, {**models, **own})
