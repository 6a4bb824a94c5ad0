"""The cost of editing one sentence into the other: TER, TERp, and PERP's features of TERp's edits.

    edit_features(hyps, refs)  ->  for each pair:
        TER, TERp                    the cost of the cheapest edits over the reference's length
        PERP match                   the number of matches over the tokens of both sentences
        PERP Insertion, ...          PERP's features of TERp's edits, without the intercept (`perpend.features.edits`)

TERp has the costs of TERp-A and no phrase table, so the features depend on the pair alone. The tokens are
those of TERp's own tokeniser.
"""

from collections.abc import Sequence

from perpend.alignment import Aligner
from perpend.alignment.edits import Alignment
from perpend.features.edits import FEATURES, feature_vector
from perpend.text.sentence import Sentence

__all__ = ["edit_features", "edit_rates"]

_PERP = [(place, name) for place, name in enumerate(FEATURES) if name != "Intercept"]


def edit_features(hyps: Sequence[Sentence], refs: Sequence[Sentence]) -> list[dict[str, float]]:
    """The features of editing each sentence of `hyps` into the one of `refs` at the same index."""
    ter, terp = (_aligned(Aligner(costs), hyps, refs) for costs in ("ter", "terpa"))
    return [edit_rates(one, other) | _perp(other) for one, other in zip(ter, terp, strict=True)]


def _aligned(aligner: Aligner, hyps: Sequence[Sentence], refs: Sequence[Sentence]) -> Sequence[Alignment]:
    """Alignments of the tokens by the cost set's tokeniser, which each sentence keeps."""
    tokenizer = aligner.costs.normalization
    hyp_tokens, ref_tokens = ([one.tokens_by(tokenizer) for one in side] for side in (hyps, refs))
    return aligner.align_many(hyp_tokens, ref_tokens)


def edit_rates(ter: Alignment, terp: Alignment) -> dict[str, float]:
    """The costs of the alignments `ter` and `terp`, each divided by the length of the reference (1 if it is empty)."""
    return {
        "TER": ter.cost / (len(ter.ref) or 1),
        "TERp": terp.cost / (len(terp.ref) or 1),
    }


def _perp(alignment: Alignment) -> dict[str, float]:
    vector = feature_vector(alignment).tolist()
    length = (len(alignment.hyp) + len(alignment.ref)) or 1
    values = {f"PERP {name}": vector[place] for place, name in _PERP}
    return values | {"PERP match": alignment.counts()["match"] / length}
