"""How fast pairs are aligned, beside sacrebleu's TER in the same run, on one core.

First what users call: `perpend.align` in a loop, and `perpend.terp` and `perpend.ter` with two lists. Then the parts:
`kernel` has all numbers ready; `warm` begins with strings, the words having been seen before; `cold` begins with
strings and a new aligner. The pairs are the STS-2012 test pairs (column 1 the reference, column 2 the hypothesis), read
from PERPEND_MIRROR or from shared/data beside the project. Then texts of 2,000 and 10,000 tokens.

    python benchmarks/run.py alignment
"""

import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import perpend
from figures import Figure, best_seconds, seconds
from perpend.alignment import Aligner
from perpend.errors import MissingResource
from perpend.lexicon.phrases.builder import build_phrase_table
from perpend.lexicon.phrases.table import PhraseTable
from perpend.resources.store import resource_path

Pairs = tuple[list[str], list[str]]
TARGETS = {
    "perpend.align in a loop": ">= 15,000",
    "perpend.terp(hyps, refs)": ">= 80,000",
    "terpa, kernel": ">= 150,000",
    "terpa, warm": ">= 30,000",
    "terpa + phrases, kernel": ">= 60,000",
    "terpa + phrases, warm": ">= 30,000",
}
LONG = {2_000: "< 2", 10_000: "< 10"}


def run() -> Iterator[Figure]:
    """All figures."""
    pairs = sts_pairs()
    if pairs is None:
        print("alignment speeds left out: STS-2012 absent, set PERPEND_MIRROR to the data sets", file=sys.stderr)
    else:
        peer = sacrebleu_speed(pairs)
        yield from calls(pairs, peer)
        for costs in ("ter", "terpa", "terph"):
            yield from speeds(costs, Aligner(costs), pairs, peer)
        with tempfile.TemporaryDirectory() as folder:
            if table := meteor_table(Path(folder)):
                yield from speeds("terpa + phrases", Aligner("terpa", table), pairs, peer)
    for tokens, allowed in LONG.items():
        for costs in ("ter", "terpa"):
            took, megabytes = align_long(tokens, costs)
            yield Figure(f"alignment: two texts of {tokens:,} tokens, {costs}", took, "s", allowed)
            yield Figure(f"alignment: two texts of {tokens:,} tokens, {costs}, memory", megabytes, "MB", "< 1,024")


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


def calls(pairs: Pairs, peer: float) -> Iterator[Figure]:
    """Pairs a second of the functions that users call, warm, beside sacrebleu's TER."""
    both = list(zip(*pairs, strict=True))
    signature = Aligner("terpa").signature
    work: dict[str, Callable[[], object]] = {
        "perpend.align in a loop": lambda: sum(perpend.align(hyp, ref).value for hyp, ref in both),
        "perpend.terp(hyps, refs)": lambda: perpend.terp(*pairs).score,
        "perpend.ter(hyps, refs)": lambda: perpend.ter(*pairs).score,
    }
    for name, call in work.items():
        call()
        speed = len(both) / best_seconds(call, 7)
        target = TARGETS.get(name)
        yield Figure(f"alignment: {name}", speed, "pairs/s", target, "sacrebleu TER", peer, rests_on=signature)


def speeds(name: str, aligner: Aligner, pairs: Pairs, peer: float) -> Iterator[Figure]:
    """Pairs a second of one cost set, beside sacrebleu's TER."""
    cold = seconds(lambda: aligner.align_many(*pairs))
    warm = best_seconds(lambda: aligner.align_many(*pairs), 7)
    encoded = aligner.encode_many(*(list(map(aligner.tokens, texts)) for texts in pairs))
    kernel = best_seconds(encoded.solve, 7)
    for how, took in (("kernel", kernel), ("warm", warm), ("cold", cold)):
        target = TARGETS.get(f"{name}, {how}")
        speed = len(pairs[0]) / took
        yield Figure(
            f"alignment: {name}, {how}", speed, "pairs/s", target, "sacrebleu TER", peer, rests_on=aligner.signature
        )


def sacrebleu_speed(pairs: Pairs) -> float:
    """Pairs a second of sacrebleu's TER on the same tokens, for every fifth pair."""
    from sacrebleu.metrics.ter import TER

    metric, aligner = TER(), Aligner("ter")
    hyps, refs = ([" ".join(aligner.tokens(text)) for text in texts[::5]] for texts in pairs)
    took = seconds(lambda: [metric.sentence_score(hyp, [ref]) for hyp, ref in zip(hyps, refs, strict=True)])
    return len(hyps) / took


def meteor_table(folder: Path) -> PhraseTable | None:
    """METEOR's paraphrases as a table, built anew if its source is on this machine."""
    try:
        source = resource_path("meteor-paraphrases")
    except MissingResource as missing:
        print(f"alignment with phrases left out: {missing}", file=sys.stderr)
        return None
    build_phrase_table(source, folder / "meteor.phrases", format="meteor")
    return PhraseTable.open(folder / "meteor.phrases")


def long_text(tokens: int) -> Pairs:
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
    """Seconds and the whole process's megabytes for one pair of long texts, in a process of its own."""
    command = [sys.executable, __file__, "--long", str(tokens), costs]
    result = subprocess.run(command, capture_output=True, text=True, check=True)
    took, megabytes = map(float, result.stdout.split())
    return took, megabytes


def measure_long(tokens: int, costs: str) -> None:
    """Align one pair of long texts here and print what it took."""
    hyp, ref = long_text(tokens)
    aligner = Aligner(costs)
    took = seconds(lambda: aligner.align(hyp, ref))
    print(took, peak_megabytes())


def peak_megabytes() -> float:
    """The most memory this process has had. Linux's getrusage would count the parent's, from before the program."""
    status = Path("/proc/self/status")
    if status.is_file():
        line = next(line for line in status.read_text().split("\n") if line.startswith("VmHWM"))
        return int(line.split()[1]) / 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


if __name__ == "__main__" and "--long" in sys.argv:
    measure_long(int(sys.argv[-2]), sys.argv[-1])
