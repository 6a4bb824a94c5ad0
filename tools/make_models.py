"""Makes the models that come with Perpend, of every kind, and their cards: `make models`.

python tools/make_models.py                      all of them; hours, and two runs give the same bytes
python tools/make_models.py perp-sts english     these only
python tools/make_models.py --cards [NAME...]    only the cards, from the models that are there

A kind has a recipe: a function that trains a model of a name, and one that says what its card, a template in
tools/cards, is filled with. Needs the data sets in the mirror that PERPEND_MIRROR names, METEOR's paraphrases in the
store for the models whose names end in -phrases, and the recorded runs results/msrp.json and results/names.json, whose
choices and figures are used. The model of entailment is that of the recorded run of `python -m experiments sick`.
"""

import json
import subprocess
import sys
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from string import Template
from typing import Any, NamedTuple

import numpy as np

from experiments.choices import PerpSettings, chosen_settings
from experiments.clss import CLSS_SCALE, read_clss
from experiments.datasets import Sts2012, read_sts2012
from experiments.equivalent_pairs import Equivalent, pool_of, read_equivalent, reported_keys
from experiments.graded import Pool, pair_key, read_graded, read_sick_part, reported_pairs, training_pairs
from experiments.inference_pairs import HELD_OUT
from experiments.labelled_pairs import read_msrp
from experiments.name_data import is_annotated, read_ecbplus
from experiments.scrambled_names import topic_folds
from experiments.variant_pairs import read_judgments, training_names, variant_training_pairs
from perpend import __version__
from perpend.entailment.patterns import Patterns
from perpend.equivalence.everyday_training import train_equivalence
from perpend.equivalence.training import train_paraphrase
from perpend.equivalence.vectors import FeatureSettings
from perpend.errors import MissingResource
from perpend.evaluation.correlations import Judged, joined_pearson, mean_pearson, pearson, spearman
from perpend.features.edits import FEATURES
from perpend.files.writing import write_text
from perpend.learning.model import Model
from perpend.learning.provenance import fingerprint
from perpend.learning.registry import entries, load, registry
from perpend.lexicon.phrases.store import stored_table
from perpend.people.coreference_training import choose_penalty, train_coreference
from perpend.relatedness.training import train_relatedness
from perpend.resources.store import Store
from perpend.similarity.likeness_model import MILD_PENALTIES
from perpend.similarity.likeness_training import plain_model, train_likeness
from perpend.similarity.training import train_perp
from perpend.spelling.channel_training import TrainingPair, train_channel
from perpend.spelling.english import english_words
from perpend.spelling.misspellings import read_misspellings
from perpend.spelling.variant_training import calibrate, train_variants
from perpend.spelling.word_index import WordIndex
from perpend.spelling.word_list import Matching
from tools.made_misspellings import made_misspellings

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "src" / "perpend"
CARDS = Path(__file__).with_name("cards")
PERP = tomllib.loads(Path(__file__).with_name("perp_recipes.toml").read_text(encoding="utf-8"))
GENERAL = PerpSettings(rate=0.1, epochs=100)

Labelled = tuple[list[tuple[str, str]], list[float]]


def report(what: str, done: int, total: int) -> None:
    """Say how far the work is."""
    print(f"\r{what} {done}/{total}   ", end="", file=sys.stderr, flush=True)


def mirror() -> Path:
    """The folder of the data sets."""
    found = Store().mirror
    if found is None:
        raise MissingResource("no mirror is named: set PERPEND_MIRROR to the folder of the data sets")
    return found


def record(name: str) -> Any:
    """A recorded run."""
    return json.loads((ROOT / "results" / f"{name}.json").read_text(encoding="utf-8"))


# -------------------- perp


@cache
def sts2012() -> Sts2012:
    """The data of STS-2012."""
    return read_sts2012()


def make_perp(name: str) -> Model:
    """A source's model has the settings that cross-validation chose, the general one an intercept for each source."""
    phrases = stored_table("meteor-paraphrases") if name.endswith("-phrases") else None
    sources = PERP[name.removesuffix("-phrases")]["sources"]
    parts = [sts2012().training[source] for source in sources]
    settings = GENERAL if len(parts) > 1 else chosen_settings()["PERPphrases (chosen)" if phrases else "PERP (chosen)"]
    return train_perp(
        [pair for part in parts for pair in part.pairs],
        [label for part in parts for label in part.gold.tolist()],
        groups=[part.name for part in parts for _ in part.pairs] if len(parts) > 1 else None,
        epochs=settings.epochs,
        rate=settings.rate,
        phrases=phrases,
        name="+".join(f"sts2012-{source}" for source in sources),
    )


def perp_card(name: str, model: Any) -> dict[str, Any]:
    """Figures on the test sets of the model's sources, not clipped."""
    about = PERP[name.removesuffix("-phrases")]
    tests = [test for test in sts2012().tests if test.source in about["sources"]]
    parts = [Judged(model.predict(test.pairs, clipped=False), test.gold) for test in tests]
    several = len(about["sources"]) > 1
    way = (
        "an intercept for each source while learning" if several else "chosen by cross-validation on the training data"
    )
    needs = f"METEOR's paraphrases, `{model.phrases}`: `perpend resources get meteor-paraphrases`"
    return {
        "summary": about["summary"],
        "good": about["good"],
        "licence": about["licence"],
        "data": f"{model.training.count:,} pairs of SemEval-2012 task 6, training data: {', '.join(about['sources'])}",
        "settings": f"{model.settings.epochs} epochs, rate {model.settings.rate:g}, seed {model.settings.seed}, {way}",
        "phrases": needs if model.phrases else "none",
        "mapping": "all five of them." if several else "those that PERP's paper has it judge.",
        "figures": perp_figures(parts, [test.name for test in tests]),
        "identical": f"{model.scale[1] - model.weights[FEATURES.index('Intercept')]:.2f}",
        "phrase_licence": "METEOR's paraphrases, which it needs, are not in the file; their licence is GNU LGPL 2.1."
        if model.phrases
        else "It needs no other resource than those that come with Perpend.",
    }


def perp_figures(parts: list[Judged], tests: list[str]) -> str:
    """The table of a card."""
    rows = [(test, pearson(part), spearman(part)) for test, part in zip(tests, parts, strict=True)]
    if len(parts) > 1:
        joined = Judged(np.concatenate([one.predictions for one in parts]), np.concatenate([one.gold for one in parts]))
        sizes = [len(part.gold) for part in parts]
        mean = mean_pearson(parts), float(np.average([rank for _, _, rank in rows], weights=sizes))
        rows += [("all joined", joined_pearson(parts), spearman(joined)), ("their mean, by numbers of pairs", *mean)]
    lines = (f"| {name} | {linear:.4f} | {rank:.4f} |" for name, linear, rank in rows)
    return "\n".join(["| test set | Pearson | Spearman |", "|---|---|---|", *lines])


# -------------------- likeness


@cache
def graded_pool() -> Pool:
    """The training pairs of all graded sources, but for those that figures are reported for."""
    return training_pairs(read_graded(mirror()), reported_pairs(mirror()))


def make_likeness(name: str) -> Model:
    """The default scorer: from plain weights, by the way that holds on sources that are not there.

    The model whose name ends in -encoder learns with all-MiniLM-L6-v2: extra `embeddings`, resource `minilm`. That
    whose name ends in -related has mild penalties.
    """
    pool, start = graded_pool(), plain_model(encoder=name.endswith("-encoder"))
    if name.endswith("-related"):
        start = replace(start, penalties=MILD_PENALTIES)
    labels = pool.labels.tolist()
    return train_likeness(pool.pairs, labels, start=start, name=name, sources=pool.sources, progress=report)


def likeness_card(_: str, model: Any) -> dict[str, Any]:
    """What was learned, and the figures of the recorded runs."""
    pool = graded_pool()
    if model.training.count != len(pool.pairs) or reported_pairs(mirror()) & {pair_key(*pair) for pair in pool.pairs}:
        raise SystemExit("the model has not learned from the graded sources as they are now: make everyday anew")
    counts = {name: pool.sources.count(name) for name in pool.left_out}
    weights = {name: float(one) for name, one in zip(model.names, model.loss, strict=True) if one >= 0.0005}
    figures = {row["system"]: row["metrics"] for row in record("holdout")["rows"]}
    columns = list(next(iter(figures.values())))
    lines = [
        f"| {system} | " + " | ".join(f"{row[one]:.3f}" for one in columns) + " |" for system, row in figures.items()
    ]
    answers = {row["system"]: row["metrics"] for row in record("answers")["rows"]}
    return {
        "pairs": f"{model.training.count:,}",
        "sources": ", ".join(f"{name} {count:,}" for name, count in counts.items()),
        "left_out": ", ".join(f"{count} of {name}" for name, count in pool.left_out.items()),
        "weights": ", ".join(
            f"{name} {weight:.3f}" for name, weight in sorted(weights.items(), key=lambda one: -one[1])
        ),
        "strengths": ", ".join(f"{name} {one.strength:g}" for name, one in model.penalties.items()),
        "vectors": model.resources["vectors"],
        "encoder": model.resources.get("encoder", ""),
        "figures": "\n".join(
            [f"| source left out | {' | '.join(columns)} |", "|---" * (len(columns) + 1) + "|", *lines]
        ),
        "answers": f"{answers['default']['Pearson 0']:.3f}",
    }


# -------------------- relatedness


def sick(part: str) -> Labelled:
    """A part of SICK, its labels brought from 1 to 5 to the scale 0 to 5."""
    pairs, gold = read_sick_part(mirror(), part)
    return list(pairs), gold.tolist()


def sentence_pairs() -> Labelled:
    """SICK's train and trial pairs and STS-2012's training pairs, but for those that stand in SICK's test set."""
    tested = {fingerprint(*pair) for pair in sick("test")[0]}
    parts = [sick("train"), sick("trial")]
    parts += [(list(source.pairs), source.gold.tolist()) for source in sts2012().training.values()]
    found = [(pair, gold) for pairs, golds in parts for pair, gold in zip(pairs, golds, strict=True)]
    kept = [one for one in found if fingerprint(*one[0]) not in tested]
    return [pair for pair, _ in kept], [gold for _, gold in kept]


def make_relatedness(name: str) -> Model:
    """The model for sentences learns from `sentence_pairs`, the others from train and trial pairs of their level."""
    if name == "relate-sentence":
        pairs, labels = sentence_pairs()
        return train_relatedness(pairs, labels, name="sick+sts2012", progress=report)
    level = read_clss(levels=[name.removeprefix("relate-")])[0]
    labels = level.gold.tolist()
    named = f"clss-{level.name}"
    return train_relatedness(level.pairs, labels, level=level.name, scale=CLSS_SCALE, name=named, progress=report)


def relatedness_card(name: str, model: Any) -> dict[str, Any]:
    """What was learned, and from how much."""
    low, high = model.scale
    return {
        "level": model.level,
        "data": DATA[name == "relate-sentence"],
        "good": GOOD[model.level],
        "scale": f"{low:g} to {high:g}",
        "pairs": f"{model.training.count:,}",
        "features": len(model.names),
        "vectors": f"{len(model.regression.machine.coefficients):,}",
        "cost": f"{model.learned.cost:g}",
        "gamma": f"{model.learned.gamma:.4g}",
        "blend": f"{model.learned.blend:g}",
        "cross": f"{model.learned.correlation:.3f}",
        "folds": model.learned.folds,
        "words": model.resources["words"],
        "tags": model.annotator.replace("|", ", ") or "none",
    }


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


# -------------------- equivalence, paraphrase, entailment, spelling, names


@cache
def equivalent() -> tuple[Equivalent, ...]:
    """The sources of pairs that mean the same or do not."""
    return read_equivalent(mirror())


def make_equivalence(name: str) -> Model:
    """From all sources, without the pairs that stand in a test set."""
    pool = pool_of(equivalent())
    return train_equivalence(pool.pairs, pool.labels, sources=pool.sources, name=name, progress=report)


def equivalence_card(_: str, model: Any) -> dict[str, Any]:
    """What was learned, and the figures of the recorded run."""
    sources = [one for one in equivalent() if one.pairs]
    if model.training.count != sum(len(one.pairs) for one in sources):
        raise SystemExit("the model has not learned from these sources as they are now: make it anew")
    if reported_keys(mirror()) & {pair_key(*pair) for one in sources for pair in one.pairs}:
        raise SystemExit("a training pair stands in a test set")
    counts = [f"{one.name} {len(one.pairs):,} ({int(one.labels.sum()):,} yes)" for one in sources]
    if model.identity not in record("equivalence")["signature"] + record("yes-or-no")["signature"]:
        raise SystemExit("results/equivalence.json or results/yes-or-no.json is not of this model: measure it anew")
    rows = [row for row in record("equivalence")["rows"] if row["part"] == "sources"]
    columns = list(rows[0]["metrics"])
    cells = [[row["system"], row["source"], *(_rounded(row["metrics"][one]) for one in columns)] for row in rows]
    laws = [
        [row["system"], row["suite"], *(_rounded(row["metrics"][one]) for one in _LAWS)]
        for row in record("yes-or-no")["rows"]
    ]
    return {
        "pairs": f"{model.training.count:,}",
        "sources": ", ".join(counts),
        "left_out": ", ".join(f"{one.left_out} of {one.name}" for one in sources if one.left_out),
        "weights": ", ".join(f"{name} {weight:.2f}" for name, weight in zip(model.names, model.weights, strict=True)),
        "equal": f"{model.equal:.2f}",
        "strengths": ", ".join(f"{name} {one.strength:g}" for name, one in model.penalties.items()),
        "prior": f"{model.prior:g}",
        "confidence": f"{model.least_confidence:g}",
        "vectors": model.resources["vectors"],
        "figures": _markdown(["system", "source left out", *columns], cells),
        "laws": _markdown(["system", "suite", *_LAWS], laws),
    }


_LAWS = ("balanced accuracy", "AUC", "yes to light", "yes to free", "yes to negated", "yes to opposite")


def _markdown(columns: list[str], rows: list[list[str]]) -> str:
    return "\n".join(f"| {' | '.join(line)} |" for line in [columns, ["---"] * len(columns), *rows])


def _rounded(value: float) -> str:
    return f"{value:.1f}" if abs(value) > 1 else f"{value:.3f}"


def make_paraphrase(_: str) -> Model:
    """From the training pairs of MSRP, with the threshold that the recorded run chose."""
    train, _test = read_msrp()
    settings = FeatureSettings(threshold=record("msrp")["threshold"])
    return train_paraphrase(train.pairs, train.labels.tolist(), settings=settings, name=train.name, progress=report)


def paraphrase_card(_: str, model: Any) -> dict[str, Any]:
    """What was learned, and the figures of the recorded run."""
    figures = next(row for row in record("msrp")["rows"] if row["system"] == "full")["metrics"]
    threshold = model.settings.threshold
    return {
        "pairs": f"{model.training.count:,}",
        "features": len(model.names),
        "vectors": f"{len(model.machine.coefficients):,}",
        "cost": f"{model.learned.cost:g}",
        "gamma": f"{model.learned.gamma:.4g}",
        "threshold": "none" if threshold is None else f"{threshold:g}",
        "cross": f"{100 * model.learned.accuracy:.2f}",
        "tags": model.annotator.replace("|", ", "),
        **{name.replace("-", "").lower(): f"{value:.2f}" for name, value in figures.items()},
    }


def make_inference(name: str) -> Model:
    """From all sources but XNLI, and the pairs made by rule: the model of the recorded run."""
    return made_by_table("entailment", name, "--suites", str(ROOT / "tests" / "entailment" / "suites"))


def inference_card(_: str, model: Any) -> dict[str, Any]:
    """What was learned, and the figures of the recorded run."""
    run = record("entailment")
    if model.identity not in run["signature"]:
        raise SystemExit("results/entailment.json is not of this model: measure it anew")
    sizes = {name: one for name, one in run["sizes"].items() if name != HELD_OUT}
    if model.training.count != sum(one["pairs"] for one in sizes.values()):
        raise SystemExit("the model has not learned from the sources of the record: make it anew")
    made = sizes.pop("made")
    tables = {}
    for part in ("sources", "shipped"):
        rows = [row for row in run["rows"] if row["part"] == part]
        columns = list(rows[0]["metrics"])
        cells = [[row["system"], row["source"], *(_rounded(row["metrics"][one]) for one in columns)] for row in rows]
        tables[part] = _markdown(["system", "left out" if part == "sources" else "suite", *columns], cells)
    return {
        "pairs": f"{model.training.count:,}",
        "sources": ", ".join(f"{name} {one['pairs']:,}" for name, one in sizes.items()),
        "left_out": ", ".join(f"{one['left out']} of {name}" for name, one in sizes.items() if one["left out"]),
        "made": f"{made['pairs']:,}",
        "rules": made["rules"],
        "features": len(model.names),
        "trees": " and ".join(str(len(stage.trees.roots)) for stage in model.stages),
        "slopes": " and ".join(f"{stage.slope:.2f}" for stage in model.stages),
        "share": f"{model.learned.share:.2f}",
        "confidence": f"{model.least_confidence:g}",
        "tags": model.annotator.replace("|", ", "),
        "vectors": model.resources["vectors"],
        "figures": tables["sources"],
        "suites": tables["shipped"],
    }


def make_entailment(name: str) -> Model:
    """The model of the recorded run."""
    return made_by_table("sick", name)


def made_by_table(table: str, name: str, *options: str) -> Model:
    """The model of entailment that a `table` of the experiments writes beside its record."""
    target = PACKAGE / "entailment" / "models" / f"{name}.model"
    written = ["-o", str(ROOT / "results" / f"{table}.json"), "--write-model", str(target)]
    subprocess.run([sys.executable, "-m", "experiments", table, *options, *written], cwd=ROOT, check=True)
    return load(target)


def entailment_card(_: str, model: Any) -> dict[str, Any]:
    """What was learned, and the figures of the recorded run."""
    run = record("sick")
    rows = {row["system"]: row for row in run["rows"]}
    if model.layer is None or model.identity not in run["signature"]:
        raise SystemExit("results/sick.json is not of this model: make entail-sick anew")
    return {
        "pairs": f"{model.training.count:,}",
        "vectors": f"{len(model.relating.regression.machine.vectors):,}",
        "items": f"{len(model.layer.pairs.items):,}",
        "quasi": len(model.quasi),
        "threshold": f"{model.threshold:.2f}",
        "strength": f"{model.layer.learned.strength:g}",
        "cross": f"{100 * model.layer.learned.accuracy:.2f}",
        "accuracy": f"{rows['full']['metrics']['Accuracy']:.2f}",
        "fresh": f"{rows['full']['without_overlap']['Accuracy']:.2f}",
        "patterns_accuracy": f"{rows['full, patterns only']['metrics']['Accuracy']:.2f}",
        "pearson": f"{rows['full']['metrics']['Pearson']:.3f}",
        "hypothesis": f"{rows['hypothesis only']['metrics']['Accuracy']:.1f}",
        "majority": f"{rows['majority']['metrics']['Accuracy']:.1f}",
        "patterns": Patterns.shipped().signature(),
        "tags": model.annotator.replace("|", ", "),
    }


def make_spelling(name: str) -> Model:
    """From Wikipedia's list of common misspellings only, whose licence allows that, and misspellings made by rule."""
    pairs = read_misspellings(mirror() / "spelling" / "wikipedia.tsv")
    words = english_words(meant for meant, _ in pairs)
    index = WordIndex.of(words, Matching(ignore_case=True))
    learned = [TrainingPair(*pair) for pair in pairs] + made_misspellings(frozenset(words.words))
    return train_channel(learned, index, name=name, licence="CC BY-SA 4.0")


def make_variants(name: str) -> Model:
    """From all sources of judged pairs; the base of listed pairs from the judged sample."""
    licence = "Apache-2.0, CC0 and CC BY-SA 4.0"
    model = train_variants(variant_training_pairs(), training_names(), name=name, licence=licence, progress=report)
    return calibrate(model, read_judgments())


def variants_card(_: str, model: Any) -> dict[str, Any]:
    """The figures of the recorded run."""
    rows = record("variants")["rows"]
    figures = {(row["part"], row["system"], row["data"]): row["metrics"] for row in rows}
    ours = figures["folds", "Perpend", "surnames"]
    foreign = [found["AUC"] for (part, system, _), found in figures.items() if (part, system) == ("foreign", "Perpend")]
    return {
        "pairs": f"{model.pairs:,}",
        "features": len(model.weights),
        "auc": f"{ours['AUC']:.1f}",
        "peer": f"{figures['folds', 'Metaphone + Jaro-Winkler', 'surnames']['AUC']:.1f}",
        "error": f"{ours['calibration error']:.3f}",
        "lowest": f"{min(foreign):.1f}",
        "highest": f"{max(foreign):.1f}",
    }


def make_names(_: str) -> Model:
    """From the persons of ECB+, with the penalty that folds by topic choose."""
    documents = read_ecbplus()
    deal = topic_folds(documents, 5, 0)
    groups = [[one for one in documents if deal[str(one.fields["topic"])] == fold] for fold in range(5)]
    penalty = choose_penalty(groups, is_annotated)
    about = {"trained on": "ECB+", "documents": len(documents), "penalty": penalty, "version": __version__}
    return train_coreference(documents, is_annotated, about=about, penalty=penalty)


def names_card(_: str, model: Any) -> dict[str, Any]:
    """Weights, and the figures of the recorded run."""
    figures = {row["system"]: row["metrics"] for row in record("names")["rows"] if row["part"] == "chains"}
    lines = [f"| {name} | {found['B3 F1']:.2f} | {found['CoNLL F1']:.2f} |" for name, found in figures.items()]
    return {
        "weights": ", ".join(f"{name} {weight:.2f}" for name, weight in model.weights.items()),
        "intercept": f"{model.intercept:.2f}",
        "pairs": f"{model.about['pairs']:,}",
        "coreferring": f"{model.about['coreferring']:,}",
        "version": model.about["version"],
        "figures": "\n".join(lines),
    }


class Recipe(NamedTuple):
    """How models of a kind are trained, and what their cards are filled with; without it the card is kept as it is."""

    train: Callable[[str], Model]
    card: Callable[[str, Any], dict[str, Any]] | None = None


RECIPES: Mapping[str, Recipe] = {
    "perp": Recipe(make_perp, perp_card),
    "likeness": Recipe(make_likeness, likeness_card),
    "relatedness": Recipe(make_relatedness, relatedness_card),
    "equivalence": Recipe(make_equivalence, equivalence_card),
    "paraphrase": Recipe(make_paraphrase, paraphrase_card),
    "inference": Recipe(make_inference, inference_card),
    "entailment": Recipe(make_entailment, entailment_card),
    "spelling": Recipe(make_spelling),
    "names": Recipe(make_names, names_card),
    "variants": Recipe(make_variants, variants_card),
}


def card(name: str, model: Model) -> str | None:
    """The card of a model, from the template of its name or, where there is none, of its kind."""
    facts = RECIPES[model.kind].card
    if facts is None:
        return None
    known = {"name": name, "signature": model.identity, "version": getattr(model, "version", "")}
    own = CARDS / f"{name}.md"
    template = Template((own if own.exists() else CARDS / f"{model.kind}.md").read_text(encoding="utf-8"))
    return template.substitute(known | facts(name, model))


def make(name: str, *, only_card: bool) -> None:
    """Train a model, unless only its card is wanted, and write it with its card into the source tree."""
    entry = registry().entry(name)
    # The package that is imported may be an installed one.
    folder = entry.file.parents[2]
    model = load(name) if only_card else RECIPES[entry.kind].train(name)
    if not only_card:
        model.save(PACKAGE / entry.file.relative_to(folder))
    if (text := card(name, model)) is not None:
        write_text(PACKAGE / entry.card.relative_to(folder), text)
    print(f"\r{name}: {model.identity}", flush=True)


if __name__ == "__main__":
    words = sys.argv[1:]
    for wanted in [word for word in words if word != "--cards"] or [entry.name for entry in entries()]:
        make(wanted, only_card="--cards" in words)
