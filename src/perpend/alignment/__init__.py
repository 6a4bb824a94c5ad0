"""Two token sequences and edit costs -> the cheapest edits that turn one into the other.

This module chooses between the plain definition (`reference`) and its compiled twin (`_kernel`, `_encoder`) by the
environment variable PERPEND_ALIGNMENT: `compiled` (default) or `reference`. If the compiled one is missing, the import
fails; there is no silent fallback.
"""

import os

from perpend.errors import ResourceError, unknown_name

IMPLEMENTATION = os.environ.get("PERPEND_ALIGNMENT") or "compiled"
"""The implementation in use: "compiled" or "reference"."""

if IMPLEMENTATION == "compiled":
    try:
        from perpend.alignment._kernel import solve
    except ImportError as error:
        raise ResourceError(
            f"the compiled aligner cannot be loaded ({error}): install Perpend again, "
            "or set PERPEND_ALIGNMENT=reference to use the slow definition"
        ) from error
elif IMPLEMENTATION == "reference":
    from perpend.alignment.reference import solve
else:
    raise unknown_name("aligner in PERPEND_ALIGNMENT", IMPLEMENTATION, ["compiled", "reference"])

# The modules below read IMPLEMENTATION.
# ruff: noqa: E402
from perpend.alignment.aligner import MAX_TOKENS, Aligner, Alignments, align
from perpend.alignment.costs import Costs, problem_of
from perpend.alignment.edits import Alignment, Edit, Shift
from perpend.alignment.problem import Op, PhraseEdge, Problem, Search, Solution

__all__ = [
    "Aligner",
    "Alignment",
    "Alignments",
    "Costs",
    "Edit",
    "IMPLEMENTATION",
    "MAX_TOKENS",
    "Op",
    "PhraseEdge",
    "Problem",
    "Search",
    "Shift",
    "Solution",
    "align",
    "problem_of",
    "solve",
]
