"""How fast PERP scores and learns, on the pairs of STS-2012.

First what users call: `predict` of the shipped model for all pairs, and `perpend score --pairs FILE -o FILE` from start
to end of its process, once with few pairs and once with many, so that the time to start is left out.

Explained scores go from strings to scores with their alignments, and the kind, words and points of every contribution
are read, on one core; `cold` is the first run of a new scorer, WordNet and frequencies being open, `warm` a later one.
Training is 200 epochs on each of the three training sets, texts to models, the models side by side on all cores. The
data are read from PERPEND_MIRROR or from shared/data beside the project. Figures with paraphrases need METEOR's table:
the resource `meteor-paraphrases`.

    python benchmarks/run.py similarity
"""

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import perpend
from alignment import meteor_table
from experiments.datasets import Sts2012, read_sts2012
from experiments.systems import perp_runs
from figures import Figure, best_seconds, seconds
from perpend.lexicon.phrases.table import PhraseTable
from perpend.similarity.model import PerpModel
from perpend.similarity.training import train_perp

__all__ = ["run"]

_SCORES = ">= 10,000"
_PREDICTED = ">= 50,000"
_COPIES = 40
_SECONDS = {False: "< 30", True: "< 60"}
_EPOCHS = 200


def run() -> Iterator[Figure]:
    """All figures; none, with a message, when the data are absent."""
    named = os.environ.get("PERPEND_MIRROR")
    folder = Path(named) if named else Path(__file__).resolve().parents[2] / "shared" / "data"
    if not (folder / "sts2012").is_dir():
        print("similarity: skipped, STS-2012 absent: set PERPEND_MIRROR to the data sets", file=sys.stderr)
        return
    data = read_sts2012(folder)
    yield from _calls("", [pair for test in data.tests for pair in test.pairs])
    yield from _calls(
        ", short pairs (MSRvid)", [pair for test in data.tests if test.name == "MSRvid" for pair in test.pairs]
    )
    yield from _figures(data, None)
    with tempfile.TemporaryDirectory() as place:
        if table := meteor_table(Path(place)):
            yield from _figures(data, table)


def _calls(which: str, pairs: list[tuple[str, str]]) -> Iterator[Figure]:
    """What users call: predictions of the model perp-sts for `pairs`, in Python and of a file."""
    target = _PREDICTED if which else None
    model = perpend.load("perp-sts")
    model.predict(pairs)
    predicted = best_seconds(lambda: model.predict(pairs), 7)
    yield Figure(f"PERP: predict, warm{which}", len(pairs) / predicted, "pairs/s", target, rests_on=model.signature)
    with tempfile.TemporaryDirectory() as place:
        few, many = (best_seconds(_command(Path(place), pairs * copies), 3) for copies in (1, _COPIES))
    speed = len(pairs) * (_COPIES - 1) / (many - few)
    yield Figure(f"PERP: perpend score --pairs, a file{which}", speed, "pairs/s", target, rests_on=model.signature)
    yield Figure(f"PERP: perpend score --pairs, start and {len(pairs):,} pairs", few, "s")


def _command(folder: Path, pairs: list[tuple[str, str]]) -> Callable[[], object]:
    """A call of the command line that scores these pairs, on one core."""
    source = folder / f"{len(pairs)}.tsv"
    rows = ("\t".join(" ".join(text.split()) for text in pair) for pair in pairs)
    source.write_text("\n".join(["text1\ttext2", *rows]) + "\n", encoding="utf-8")
    command = [sys.executable, "-m", "perpend", "score", "--model", "perp-sts", "--pairs", str(source)]
    command += ["-o", str(folder / "scored.tsv")]
    return lambda: subprocess.run(command, check=True, capture_output=True)


def _figures(data: Sts2012, phrases: PhraseTable | None) -> Iterator[Figure]:
    title = "PERP with phrases" if phrases else "PERP"
    training = data.training["MSRpar"]
    model = train_perp(training.pairs, training.gold.tolist(), epochs=20, phrases=phrases, name="MSRpar")
    pairs = [pair for test in data.tests for pair in test.pairs]
    scorer = model.using(phrase_table=phrases)
    cold = seconds(lambda: _read_scores(scorer, pairs))
    warm = best_seconds(lambda: _read_scores(scorer, pairs), 7)
    yield Figure(f"{title}: explained scores, warm", len(pairs) / warm, "pairs/s", _SCORES, rests_on=scorer.signature)
    yield Figure(f"{title}: explained scores, cold", len(pairs) / cold, "pairs/s", rests_on=scorer.signature)
    took = seconds(lambda: _learn(data, phrases))
    name = f"{title}: {_EPOCHS} epochs on each of {len(data.training)} training sets"
    yield Figure(name, took, "s", _SECONDS[phrases is not None], rests_on=data.signature)


def _read_scores(scorer: PerpModel, pairs: list[tuple[str, str]]) -> float:
    """Explains all pairs and reads every field of every contribution."""
    total = 0.0
    for score in scorer.explain_many(pairs):
        for part in score.contributions:
            total += part.points + len(part.kind) + len(part.hyp) + len(part.ref)
    return total


def _learn(data: Sts2012, phrases: PhraseTable | None) -> None:
    perp_runs(replace(data, tests=()), [0], phrases, epochs=_EPOCHS)
