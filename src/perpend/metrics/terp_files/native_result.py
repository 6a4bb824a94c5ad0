"""Writes a result of TER or TERp in TERp's own output formats; see `native`.

write_result("out/run1.", terp(hyps, refs), ["sum", "nist"])      out/run1.sum  out/run1.seg.scr ...
"""

from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path

from perpend.alignment import Aligner, problem_of, solve
from perpend.alignment.phrase_costs import phrase_cost
from perpend.lexicon.phrases.table import PhraseTable
from perpend.metrics.edit_rate import EditRate
from perpend.metrics.terp_files.native import NativeSource, write_native
from perpend.metrics.terp_files.scored import PhraseLookup, PhraseNumbers, ScoredSegment

__all__ = ["phrase_lookup", "write_result"]


def write_result(
    prefix: str,
    result: EditRate,
    formats: Iterable[str],
    *,
    hyp_file: str = "",
    ref_file: str = "",
    length_file: str = "",
    inputs: Iterable[Path | str] = (),
) -> list[Path]:
    """Writes the files of these `formats` for `result`, with paths that begin with `prefix`; returns the paths.

    `hyp_file`, `ref_file` and `length_file` are the names of the input files that `.sum` shows.
    None of the files may be one of `inputs`.
    """
    aligner = result.aligner
    lookup = phrase_lookup(aligner, aligner.phrases) if aligner.phrases else None
    source = NativeSource(hyp_file, ref_file, length_file, aligner.costs.phrase_function, lookup)
    segments = [ScoredSegment(segment.id, segment.alignment) for segment in result.segments]
    return write_native(prefix, segments, formats, source, inputs)


def phrase_lookup(aligner: Aligner, table: PhraseTable) -> PhraseLookup:
    """Returns a function from an entry of `table` to its numbers under the costs of `aligner`."""
    costs = aligner.costs

    @lru_cache(maxsize=1 << 16)
    def numbers(entry: int) -> PhraseNumbers:
        pair = table.pair(entry)
        q = solve(problem_of(costs, pair.hyp, pair.ref)).cost
        return PhraseNumbers(pair.p, phrase_cost(costs, pair.p, q), q)

    return numbers
