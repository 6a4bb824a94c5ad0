"""How fast pairs are aligned, beside sacrebleu's TER in the same run, on one core.

`kernel` has all numbers ready; `warm` begins with strings, the words having been seen before; `cold` begins with
strings and a new aligner. The pairs are the STS-2012 test pairs (column 1 the reference, column 2 the hypothesis), read
from PERPEND_MIRROR or from shared/data beside the project. Then texts of 2,000 and 10,000 tokens.

    python benchmarks/alignment.py
"""

import gc
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from perpend.alignment import Aligner
from perpend.errors import MissingResource
from perpend.lexicon.phrase_builder import build_phrase_table
from perpend.lexicon.phrase_table import PhraseTable
from perpend.lexicon.store import resource_path

Pairs = tuple[list[str], list[str]]
TARGETS = {"terpa": (150_000, 30_000), "terpa + phrases": (60_000, 30_000)}


def sts_pairs() -> Pairs | None:
    """The hypotheses and references of all STS-2012 test sets, or None where they are not at hand."""
    named = os.environ.get("PERPEND_MIRROR")
    folder = (Path(named) if named else Path(__file__).resolve().parents[2] / "shared" / "data") / "sts2012"
    rows = [
        line.split("\t")
        for path in sorted(folder.glob("test.*.tsv"))
        for line in path.read_text(encoding="utf-8").split("\n")[1:]
        if line
    ]
    return ([row[3] for row in rows], [row[2] for row in rows]) if rows else None


def best_of(times: int, work: Callable[[], object]) -> float:
    """Seconds of the fastest run; the machine may be busy in the others."""
    seconds = []
    for _ in range(times):
        gc.collect()
        start = time.perf_counter()
        work()
        seconds.append(time.perf_counter() - start)
    return min(seconds)


def speeds(name: str, costs: str, phrases: PhraseTable | None, pairs: Pairs, peer: float) -> list[dict[str, Any]]:
    """Pairs a second of one cost set, and how many times sacrebleu's TER that is."""
    hyps, refs = pairs
    aligner = Aligner(costs, phrases)
    cold = best_of(1, lambda: aligner.align_many(hyps, refs))
    warm = best_of(7, lambda: aligner.align_many(hyps, refs))
    tokens = [list(map(aligner.tokens, texts)) for texts in pairs]
    encoded = aligner.encode_many(*tokens)
    kernel = best_of(7, encoded.solve)
    kernel_target, warm_target = TARGETS.get(name, (None, None))
    return [
        row(f"{name}, {how}", len(hyps) / seconds, "pairs/s", target, f"{len(hyps) / seconds / peer:.0f}x sacrebleu")
        for how, seconds, target in (
            ("kernel", kernel, kernel_target),
            ("warm", warm, warm_target),
            ("cold", cold, None),
        )
    ]


def row(name: str, value: float, unit: str, target: float | None = None, peer: str = "") -> dict[str, Any]:
    """One line of the table; a target for speeds is a least value."""
    return {"name": name, "value": round(value, 3), "unit": unit, "target": target and f">= {target:,}", "peer": peer}


def sacrebleu_speed(pairs: Pairs) -> float:
    """Pairs a second of sacrebleu's TER with the same tokens, on every fifth pair."""
    from sacrebleu.metrics.ter import TER

    hyps, refs = (texts[::5] for texts in pairs)
    metric, aligner = TER(), Aligner("ter")
    texts = [
        (" ".join(aligner.tokens(hyp)), [" ".join(aligner.tokens(ref))]) for hyp, ref in zip(hyps, refs, strict=True)
    ]
    return len(hyps) / best_of(1, lambda: [metric.sentence_score(hyp, ref) for hyp, ref in texts])


def meteor_table(folder: str) -> PhraseTable | None:
    """METEOR's paraphrases as a table, built anew if its source is on this machine."""
    if ready := os.environ.get("PERPEND_PHRASES"):
        return PhraseTable.open(ready)
    try:
        source = resource_path("meteor-paraphrases")
    except MissingResource as missing:
        print(f"without phrases: {missing}", file=sys.stderr)
        return None
    build_phrase_table(source, Path(folder) / "meteor.phrases", format="meteor")
    return PhraseTable.open(Path(folder) / "meteor.phrases")


def long_text(tokens: int) -> tuple[list[str], list[str]]:
    """A text of common and rare words, and the same with some words changed and blocks moved."""
    random = Random(tokens)
    ref = [f"w{int(random.paretovariate(0.6)) % 5000}" for _ in range(tokens)]
    hyp = [word if random.random() < 0.9 else f"x{random.randrange(500)}" for word in ref]
    for _ in range(tokens // 100):
        start, to = random.randrange(tokens - 10), random.randrange(tokens - 10)
        block = hyp[start : start + 6]
        del hyp[start : start + 6]
        hyp[to:to] = block
    return hyp, ref


def align_long(tokens: int, costs: str) -> tuple[float, float]:
    """Seconds and megabytes (of the whole process) for one pair of long texts, in a process of its own."""
    code = (
        f"import sys; sys.path.insert(0, {str(Path(__file__).parent)!r}); import alignment as b;"
        f"print(*b.measure_long({tokens}, {costs!r}))"
    )
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    seconds, megabytes = map(float, result.stdout.split())
    return seconds, megabytes


def measure_long(tokens: int, costs: str) -> tuple[float, float]:
    """Align one pair of long texts here."""
    hyp, ref = long_text(tokens)
    aligner = Aligner(costs)
    seconds = best_of(1, lambda: aligner.align(hyp, ref))
    return seconds, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def run() -> list[dict[str, Any]]:
    """All figures, as rows of name, value, unit, target, peer."""
    pairs = sts_pairs()
    rows: list[dict[str, Any]] = []
    if pairs is None:
        print("alignment speeds left out: STS-2012 absent, set PERPEND_MIRROR to the data sets", file=sys.stderr)
    else:
        peer = sacrebleu_speed(pairs)
        rows.append(row("sacrebleu TER", peer, "pairs/s"))
        for costs in ("ter", "terpa", "terph"):
            rows += speeds(costs, costs, None, pairs, peer)
        with tempfile.TemporaryDirectory() as folder:
            table = meteor_table(folder)
            rows += speeds("terpa + phrases", "terpa", table, pairs, peer) if table else []
    for tokens, seconds_allowed in ((2_000, 2), (10_000, 10)):
        for costs in ("ter", "terpa"):
            seconds, megabytes = align_long(tokens, costs)
            rows.append(
                row(f"two texts of {tokens:,} tokens, {costs}", seconds, "s") | {"target": f"< {seconds_allowed}"}
            )
            rows.append(
                row(f"two texts of {tokens:,} tokens, {costs}: memory", megabytes, "MB") | {"target": "< 1,024"}
            )
    return rows


if __name__ == "__main__":
    for line in run():
        print(f"{line['name']:45} {line['value']:>14,} {line['unit']:8} {line['target'] or '':12} {line['peer']}")
