"""Makes the models that come with Perpend, and their cards: src/perpend/similarity/models/NAME.json and NAME.md.

python tools/make_models.py                      all of them (`make models`); two runs give the same bytes
python tools/make_models.py perp-sts             this one only

Needs the data of STS-2012 in the mirror that PERPEND_MIRROR names, and METEOR's paraphrases in the store for the models
whose names end in -phrases. Each source's model has the settings that cross-validation chose (`python -m experiments
sts2012-choices`). The general model learns from all three sources, each with an intercept of its own, the best way on a
source left out (`python -m experiments sts2012-pooling`).
"""

import sys
from dataclasses import dataclass
from pathlib import Path
from string import Template

import numpy as np

from experiments.choices import PerpSettings, chosen_settings
from experiments.datasets import Sts2012, Subtask, read_sts2012
from perpend.evaluation.correlations import Judged, joined_pearson, mean_pearson, pearson, spearman
from perpend.features.edits import FEATURES
from perpend.files.writing import write_text
from perpend.lexicon.phrases.store import stored_table
from perpend.lexicon.phrases.table import PhraseTable
from perpend.similarity.model import PerpModel, train_perp
from perpend.similarity.packing import PairPacker

FOLDER = Path(__file__).resolve().parents[1] / "src" / "perpend" / "similarity" / "models"
CARD = Path(__file__).with_name("model_card.md")
GENERAL = PerpSettings(rate=0.1, epochs=100)
MSR = (
    "MSRpar and MSRvid were given to the task's participants under the licences of Microsoft Research for its "
    "Paraphrase Corpus and its Video Description Corpus."
)
EUROPARL = "SMTeuroparl was taken by the task from the development data of WMT 2008."


@dataclass(frozen=True, slots=True)
class Kind:
    """One model to make, with and without phrases: from which sources, and what its card says."""

    name: str
    sources: tuple[str, ...]
    summary: str
    good: str
    licence: str


KINDS = (
    Kind(
        "perp-sts",
        ("MSRpar", "MSRvid", "SMT-eur"),
        "The general model, used unless another is named.",
        "Sentences of any kind, when there are no labelled pairs like them to train on.",
        f"{MSR} {EUROPARL}",
    ),
    Kind("perp-msrpar", ("MSRpar",), "For news sentences.", "News, and other full sentences of 10 to 40 words.", MSR),
    Kind("perp-msrvid", ("MSRvid",), "For captions.", "Captions and other plain sentences of 4 to 12 words.", MSR),
    Kind(
        "perp-smteuroparl",
        ("SMT-eur",),
        "For translations of parliament speeches.",
        "A translation beside a reference. Nearly all its training pairs were judged 4 to 5, so that it tells little "
        "about pairs that differ in meaning: leave-one-source-out it is the worst.",
        EUROPARL,
    ),
)


def make(kind: Kind, data: Sts2012, phrases: PhraseTable | None) -> None:
    """Train one model and write it with its card."""
    name = kind.name + ("-phrases" if phrases else "")
    parts = [data.training[source] for source in kind.sources]
    settings = GENERAL if len(parts) > 1 else chosen_settings()["PERPphrases (chosen)" if phrases else "PERP (chosen)"]
    model = train_perp(
        [pair for part in parts for pair in part.pairs],
        [label for part in parts for label in part.gold.tolist()],
        groups=[part.name for part in parts for _ in part.pairs] if len(parts) > 1 else None,
        epochs=settings.epochs,
        rate=settings.rate,
        phrases=phrases,
        name="+".join(f"sts2012-{source}" for source in kind.sources),
    )
    model.write(FOLDER / f"{name}.json")
    tests = [test for test in data.tests if test.source in kind.sources]
    write_text(
        FOLDER / f"{name}.md", card(name, kind, model, judged(model, tests, phrases), [one.name for one in tests])
    )
    print(f"{name}: {model.signature}", flush=True)


def judged(model: PerpModel, tests: list[Subtask], phrases: PhraseTable | None) -> list[Judged]:
    """The model's predictions for test sets, not clipped."""
    packer, weights = PairPacker(phrases), model.weight_array
    found = []
    for test in tests:
        features = packer.examples(test.pairs).feature_matrix(weights)
        found.append(Judged(np.asarray(model.scale[1] - features @ weights), test.gold))
    return found


def card(name: str, kind: Kind, model: PerpModel, parts: list[Judged], tests: list[str]) -> str:
    """The card, from its template."""
    joined = Judged(np.concatenate([one.predictions for one in parts]), np.concatenate([one.gold for one in parts]))
    rows = [(test, pearson(part), spearman(part)) for test, part in zip(tests, parts, strict=True)]
    if len(parts) > 1:
        sizes = [len(part.gold) for part in parts]
        mean = mean_pearson(parts), float(np.average([rank for _, _, rank in rows], weights=sizes))
        rows += [("all joined", joined_pearson(parts), spearman(joined)), ("their mean, by numbers of pairs", *mean)]
    table = [
        "| test set | Pearson | Spearman |",
        "|---|---|---|",
        *(f"| {a} | {b:.4f} | {c:.4f} |" for a, b, c in rows),
    ]
    several = len(kind.sources) > 1
    return Template(CARD.read_text(encoding="utf-8")).substitute(
        name=name,
        summary=kind.summary,
        data=f"{model.training.count:,} pairs of SemEval-2012 task 6, training data: {', '.join(kind.sources)}",
        settings=f"{model.settings.epochs} epochs, rate {model.settings.rate:g}, seed {model.settings.seed}"
        + (
            ", an intercept for each source while learning"
            if several
            else ", chosen by cross-validation on the training data"
        ),
        phrases=f"METEOR's paraphrases, `{model.phrases}`: `perpend resources get meteor-paraphrases`"
        if model.phrases
        else "none",
        signature=model.signature,
        version=model.version,
        mapping="all five of them." if several else "those that PERP's paper has it judge.",
        figures="\n".join(table),
        good=kind.good,
        identical=f"{model.scale[1] - model.weights[FEATURES.index('Intercept')]:.2f}",
        licence=kind.licence,
        phrase_licence="METEOR's paraphrases, which it needs, are not in the file; their licence is GNU LGPL 2.1."
        if model.phrases
        else "It needs no other resource than those that come with Perpend.",
    )


if __name__ == "__main__":
    wanted = sys.argv[1:]
    sets = read_sts2012()
    for table in (None, stored_table("meteor-paraphrases")):
        for one in KINDS:
            if not wanted or one.name + ("-phrases" if table else "") in wanted:
                make(one, sets, table)
