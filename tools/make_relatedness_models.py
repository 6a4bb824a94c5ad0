"""Makes the models of relatedness that come with Perpend, and their cards: src/perpend/similarity/relatedness/models/.

python tools/make_relatedness_models.py                       all (`make models`)
python tools/make_relatedness_models.py relate-phrase2word    one

Needs the data of SICK, STS-2012 and SemEval-2014 task 3 in the mirror that PERPEND_MIRROR names. Two runs give the same
bytes. The model for sentences learns from SICK's train and trial pairs and STS-2012's training pairs, but for those
that stand in SICK's test set; the others from the train and trial pairs of their level.
"""

import sys
from pathlib import Path
from string import Template

import numpy as np

from experiments.clss import CLSS_LEVELS, CLSS_SCALE, read_clss
from experiments.datasets import read_sts2012
from perpend.files.writing import write_text
from perpend.learning.provenance import fingerprint
from perpend.metrics.terp_files.reading_tsv import read_column, read_pairs
from perpend.relatedness.model import RelatednessModel
from perpend.relatedness.training import train_relatedness
from perpend.resources.store import Store

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "src" / "perpend" / "similarity" / "relatedness" / "models"
CARD = Path(__file__).with_name("relatedness_card.md")
SENTENCE = "relate-sentence"

Labelled = tuple[list[tuple[str, str]], list[float]]


def sick(part: str) -> Labelled:
    """A part of SICK, its labels brought from 1 to 5 to the scale 0 to 5."""
    mirror = Store().mirror
    if mirror is None:
        sys.exit("make_relatedness_models: set PERPEND_MIRROR to the folder of the data sets")
    path = mirror / "sick" / f"{part}.tsv"
    table = read_pairs(path)
    sides = zip(table.refs[0].segments, table.hyp.segments, strict=True)
    return [(one.text, two.text) for one, two in sides], [(gold - 1) * 1.25 for gold in read_column(path, "gold")]


def sentence_pairs() -> Labelled:
    """All pairs that the model for sentences learns from."""
    tested = {fingerprint(*pair) for pair in sick("test")[0]}
    parts = [sick("train"), sick("trial")]
    parts += [(list(source.pairs), source.gold.tolist()) for source in read_sts2012().training.values()]
    found = [(pair, gold) for pairs, golds in parts for pair, gold in zip(pairs, golds, strict=True)]
    kept = [one for one in found if fingerprint(*one[0]) not in tested]
    return [pair for pair, _ in kept], [gold for _, gold in kept]


def trained(name: str) -> RelatednessModel:
    """The model of this name."""
    if name == SENTENCE:
        pairs, labels = sentence_pairs()
        return train_relatedness(pairs, labels, name="sick+sts2012", progress=report)
    level = read_clss(levels=[name.removeprefix("relate-")])[0]
    labels = level.gold.tolist()
    return train_relatedness(
        level.pairs, labels, level=level.name, scale=CLSS_SCALE, name=f"clss-{level.name}", progress=report
    )


def card(name: str, model: RelatednessModel) -> str:
    """What the model is, as Markdown."""
    low, high = model.scale
    return Template(CARD.read_text(encoding="utf-8")).substitute(
        name=name,
        level=model.level,
        data=DATA[name == SENTENCE],
        good=GOOD[model.level],
        scale=f"{low:g} to {high:g}",
        pairs=f"{model.training.count:,}",
        features=len(model.names),
        vectors=f"{len(model.regression.coefficients):,}",
        cost=f"{model.learned.cost:g}",
        gamma=f"{model.learned.gamma:.4g}",
        blend=f"{model.learned.blend:g}",
        cross=f"{model.learned.correlation:.3f}",
        folds=model.learned.folds,
        signature=model.signature,
        words=model.resources["words"],
        tags=model.annotator.replace("|", ", ") or "none",
        version=model.version,
    )


DATA = {
    True: "SICK (SemEval-2014 task 1), train and trial, its labels brought to 0 to 5; STS-2012 (SemEval-2012 task 6), "
    "the three training sets, without the pairs that stand in SICK's test set; 13 pairs of STS-2012's MSRvid test set "
    "and 2 of its MSRpar test set stand in these training sets, so it is not to be tested there",
    False: "SemEval-2014 task 3 (CLSS), the train and trial pairs of its level",
}
GOOD = {
    "sentence": "two English sentences, such as captions and news",
    "paragraph2sentence": "an English paragraph and a sentence that may sum it up",
    "sentence2phrase": "an English sentence and a phrase",
    "phrase2word": "an English phrase and a word; ranks better than it measures",
    "word2sense": "an English word with its part of speech and a sense of WordNet 3.0; ranks better than it measures",
}


def report(what: str, done: int, total: int) -> None:
    """Say how far the work is."""
    print(f"\r{what} {done}/{total}   ", end="", file=sys.stderr, flush=True)


def main() -> None:
    """Train, write the models and their cards."""
    names = [SENTENCE, *(f"relate-{level}" for level in CLSS_LEVELS)]
    for name in sys.argv[1:] or names:
        model = trained(name)
        model.write(FOLDER / f"{name}.model")
        write_text(FOLDER / f"{name}.md", card(name, model))
        print(f"\r{model.signature} Pearson {np.round(model.learned.correlation, 4)} in cross-validation")


if __name__ == "__main__":
    main()
