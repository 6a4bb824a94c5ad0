"""`perpend train`: learn a model of any kind from labelled examples and write it to a file.

perpend train score pairs.tsv -o my.model             for perpend score
perpend train perp pairs.tsv -o model.json            for perpend score --model model.json, by edits
perpend train relate pairs.tsv -o my.model            for perpend relate
perpend train paraphrase pairs.tsv -o my.model        for perpend paraphrase
perpend train entail pairs.tsv -o my.model            for perpend entail
perpend train spelling pairs.tsv -o mine.json         for perpend suggest
perpend train names documents.jsonl -o names.json     for perpend names
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from perpend.cli.commands import App
from perpend.cli.input import labelled_pairs, read_labelled
from perpend.cli.models import facts_of_file
from perpend.cli.options import (
    LETTERS,
    AsJson,
    Common,
    Gold,
    Letters,
    Level,
    Links,
    OutputFile,
    PairsFile,
    PairsFiles,
    Phrases,
    Pipeline,
    Scale,
    Seed,
    Words,
)
from perpend.cli.output import (
    complain,
    details_are_shown,
    print_answer,
    print_facts,
    print_json,
    print_table,
    progress,
    step_progress,
)
from perpend.errors import InputError

if TYPE_CHECKING:
    from perpend.entailment.reading import EntailmentPairs
    from perpend.learning.model import Model
    from perpend.text.annotate import Annotator

__all__ = ["app"]

app = App(help="Learn models from labelled pairs.", example="perpend train score pairs.tsv -o my.model")

_INTERRUPTED = 130


def _features(sets: str) -> Any:
    return typer.Option("--features", metavar="SET", help=f"Which features are used: {sets}.")


def _finish(
    model: "Model",
    output: Path,
    as_json: bool,
    summary: str,
    weights: Mapping[str, float] | None = None,
    **more: Any,
) -> None:
    """Write the model, and say in one line, in detail or as JSON what was learned."""
    model.save(output)
    facts = facts_of_file(model, output)
    if as_json:
        print_json({**facts, **({"weights": dict(weights)} if weights is not None else {}), **more})
        return
    print_answer(f"{summary}; written to {output}")
    if details_are_shown():
        print_facts(facts, as_json=False)
        if weights is not None:
            print_table(["feature", "weight"], [(name, f"{weight:.6g}") for name, weight in weights.items()])


def _name(*paths: Path) -> str:
    return "+".join(path.name.partition(".")[0] for path in paths)


def _trained(kind: str, *examples: Any, **options: Any) -> Any:
    """The model that the trainer of a kind, which the registry names, learns from the examples; shows its progress."""
    from perpend.learning.registry import trainer

    with step_progress() as bar:
        return trainer(kind)(*examples, progress=bar, **options)


@app.command()
def score(
    pairs: PairsFiles,
    output: OutputFile,
    gold: Gold = "gold",
    scale: Scale = (0.0, 5.0),
    start: Annotated[
        str,
        typer.Option("--start", metavar="MODEL", help="The model to start from: a name of `perpend models` or a file."),
    ] = "everyday",
    plain: Annotated[
        bool, typer.Option("--plain", help="Start from plain weights that nothing was learned for, not from a model.")
    ] = False,
    groups: Annotated[
        str | None,
        typer.Option("--groups", metavar="NAME", help="The column of what pairs have in common, such as a question."),
    ] = None,
    encoder: Annotated[
        bool, typer.Option("--encoder", help="Use a sentence encoder, too: start from everyday-encoder, not everyday.")
    ] = False,
    seed: Seed = 0,
    as_json: AsJson = False,
) -> None:
    """Fit the default scorer to your own pairs: it moves from where it stands as far as the labels justify.

    A few dozen labels bring its values to your scale; with more of them it learns what you count, and cross-validation
    decides by how much. Pairs of one group, such as answers to one question, are held out together. Several files are
    several sources: the model is then one that predicts each source best from the others. --encoder needs the extra
    embeddings and the resource minilm, and is slower.

    Examples:

        perpend train score answers.tsv -o my.model --scale 0 2 --groups question

        perpend train score captions.tsv news.tsv -o my.model

        perpend train score answers.tsv -o my.model --encoder

        perpend score "one text" "another" --model my.model
    """
    if groups and len(pairs) > 1:
        raise InputError("--groups goes with one file: several files are held out one after another")
    read = [labelled_pairs(path, gold) for path in pairs]
    model = _trained(
        "likeness",
        [texts for one in read for texts in one.texts],
        [label for one in read for label in one.numbers()],
        sources=[str(number) for number, one in enumerate(read) for _ in one.texts] if len(read) > 1 else None,
        groups=read[0].column(groups) if groups else None,
        start=None if plain else start,
        scale=scale,
        seed=seed,
        name=_name(*pairs),
        encoder=encoder,
    )
    _finish(model, output, as_json, _moved(model, len(pairs)))


def _moved(model: Any, sources: int) -> str:
    """How far a model of likeness moved from its start, in plain words."""
    before, after = model.errors
    amount = model.correction.amount if model.correction else 0.0
    middle = sum(model.scale) / 2
    least, most = model.interval(middle)
    how = "sources left out" if sources > 1 else "cross-validation"
    if sources > 1:
        moved = "the weights of its distances were fitted to all sources"
    elif amount:
        moved = f"values were brought to your scale and corrected by {100 * amount:.0f} % of what a regression learned"
    else:
        moved = "values were brought to your scale, and nothing more: the labels justify no correction"
    return (
        f"{model.training.count} pairs; {moved}; error {before:.3f} before, {after:.3f} after, in {how}; "
        f"around {middle:g}, 80 % of labels lie between {least:.1f} and {most:.1f}"
    )


@app.command()
def perp(
    pairs: PairsFiles,
    output: OutputFile,
    gold: Gold = "gold",
    scale: Scale = (0.0, 5.0),
    epochs: Annotated[
        int, typer.Option("--epochs", metavar="N", min=1, max=100_000, help="Passes over the pairs.")
    ] = 200,
    rate: Annotated[float, typer.Option("--rate", min=0, max=1000, help="How far one pair moves the weights.")] = 0.01,
    seed: Seed = 0,
    phrases: Phrases = None,
    as_json: AsJson = False,
) -> None:
    """Train PERP: weights of 36 features of edits, such that scores agree with the similarities of the file.

    Several files are several sources: the model learns from the differences within each, not from those between them.
    Ctrl-C ends the training early and writes what was learned so far.

    Examples:

        perpend train perp pairs.tsv -o model.json

        perpend train perp captions.tsv news.tsv -o model.json

        perpend train perp pairs.tsv -o model.json --phrases meteor.phrases --epochs 100 --seed 1
    """
    from perpend.learning.registry import trainer
    from perpend.lexicon.phrases.table import PhraseTable

    texts, labels, groups = _read_all(pairs, gold)
    errors: list[float] = []
    with progress() as bar:
        task = bar.add_task("reading", total=epochs)

        def report(epoch: int, error: float) -> None:
            errors.append(error)
            bar.update(task, completed=epoch, description=f"training, error {error:.4f}")

        model: Any = trainer("perp")(
            texts,
            labels,
            groups=groups if len(pairs) > 1 else None,
            epochs=epochs,
            rate=rate,
            seed=seed,
            phrases=PhraseTable.open(phrases) if phrases else None,
            scale=scale,
            name=_name(*pairs),
            progress=report,
        )
    done = f"{model.training.count} pairs, {model.settings.epochs} epochs"
    summary = f"{done}; mean squared error {errors[0]:.4f} -> {errors[-1]:.4f}"
    _finish(model, output, as_json, summary, model.to_dict()["weights"], errors=errors)
    if model.settings.epochs < epochs:
        complain(f"perpend: interrupted after {model.settings.epochs} epochs; what was learned is kept")
        raise typer.Exit(_INTERRUPTED)


def _read_all(paths: Sequence[Path], gold: str) -> tuple[list[tuple[str, str]], list[float], list[int]]:
    """The pairs of all files with their labels, and which file each came from."""
    read = [read_labelled(path, gold) for path in paths]
    return (
        [pair for texts, _ in read for pair in texts],
        [label for _, labels in read for label in labels],
        [number for number, (texts, _) in enumerate(read) for _ in texts],
    )


@app.command()
def relate(
    pairs: PairsFile,
    output: OutputFile,
    gold: Gold = "gold",
    scale: Scale = (0.0, 5.0),
    level: Level = "sentence",
    features: Annotated[str, _features("full, paper, or families joined by +, such as wordnet+vectors")] = "full",
    evidence: Annotated[
        bool | None,
        typer.Option(
            "--evidence/--no-evidence", help="Learn what single words say; by default full does of sentences."
        ),
    ] = None,
    links: Links = None,
    seed: Seed = 0,
    as_json: AsJson = False,
) -> None:
    """Train a model of relatedness on pairs with labels on a scale.

    Examples:

        perpend train relate pairs.tsv -o my.model --scale 1 5

        perpend train relate phrases.tsv -o my.model --level phrase2word --scale 0 4 --features paper
    """
    from perpend.lexicon.wordnet.link_table import LinkTable
    from perpend.relatedness.extractor import RelatednessFeatures
    from perpend.relatedness.training import choices_for

    texts, labels = read_labelled(pairs, gold)
    table = LinkTable.read(links) if links else None
    model = _trained(
        "relatedness",
        texts,
        labels,
        extractor=RelatednessFeatures(features, level, links=table),
        evidence=evidence,
        choices=choices_for(features, len(texts), seed),
        scale=scale,
        name=_name(pairs),
    )
    count, learned = model.training.count, model.learned
    _finish(model, output, as_json, f"{count} pairs; Pearson {learned.correlation:.4f} in {learned.folds} folds")


@app.command()
def paraphrase(
    pairs: PairsFile,
    output: OutputFile,
    gold: Gold = "gold",
    start: Annotated[
        str | None,
        typer.Option(
            "--start",
            metavar="MODEL",
            help="The model to start from: a name of `perpend models` or a file. [default: paraphrase-everyday]",
        ),
    ] = None,
    paper: Annotated[
        bool, typer.Option("--paper", help="Train the paper's system, as paraphrase-msrp, from your pairs alone.")
    ] = False,
    features: Annotated[
        str | None, typer.Option("--features", metavar="SET", help="Of --paper: full, ALL, POS, PER, ...")
    ] = None,
    threshold: Annotated[
        float | None,
        typer.Option(
            "--threshold",
            min=0,
            max=1000,
            help="Of --paper: words match by meaning within this distance; else cross-validation chooses.",
        ),
    ] = None,
    pipeline: Pipeline = "perpend",
    folds: Annotated[
        int | None,
        typer.Option("--folds", metavar="N", min=2, max=100, help="Of --paper: folds of cross-validation, else 5."),
    ] = None,
    seed: Seed = 0,
    as_json: AsJson = False,
) -> None:
    """Fit the recogniser of paraphrases to your own pairs, labelled 1 (they mean the same) or 0.

    It starts from paraphrase-everyday and moves as far as the labels justify: a few dozen change little. With --paper,
    or an option of it, the paper's system is trained from your pairs alone; --pipeline and --seed are for it, too.

    Examples:

        perpend train paraphrase pairs.tsv -o my.model

        perpend train paraphrase pairs.tsv -o my.model --paper --features POS --threshold 0
    """
    texts, labels = read_labelled(pairs, gold)
    if wrong := [label for label in labels if label not in (0.0, 1.0)]:
        raise InputError(f"{pairs}: label {wrong[0]:g} in column {gold!r}: 1 for yes or 0 for no is needed")
    truth = [label == 1.0 for label in labels]
    given = {"--features": features, "--threshold": threshold, "--folds": folds}
    used = [name for name, value in given.items() if value is not None]
    if start is not None and (paper or used):
        raise InputError(f"--start goes with no {', '.join(used) or '--paper'}: the paper's system starts from nothing")
    if not (paper or used):
        model = _trained("equivalence", texts, truth, start=start or "paraphrase-everyday", name=_name(pairs))
        yes = sum(truth)
        _finish(model, output, as_json, f"{len(truth)} pairs, {yes} of them yes; moved from {start or 'the default'}")
        return
    model = _paper_of_paraphrases(texts, truth, features or "full", threshold, pipeline, folds or 5, seed, _name(pairs))
    count, learned = model.training.count, model.learned
    _finish(model, output, as_json, f"{count} pairs; {100 * learned.accuracy:.2f} % right in {learned.folds} folds")


def _paper_of_paraphrases(
    texts: Sequence[tuple[str, str]],
    truth: Sequence[bool],
    features: str,
    threshold: float | None,
    pipeline: str,
    folds: int,
    seed: int,
    name: str,
) -> Any:
    """The paper's system, trained from pairs alone."""
    from perpend.equivalence.vectors import FeatureSettings
    from perpend.learning.kernel_classifier import Choices
    from perpend.text.annotate import Annotator

    return _trained(
        "paraphrase",
        texts,
        truth,
        features=features,
        settings=FeatureSettings(threshold=threshold) if threshold is not None else None,
        choices=Choices(folds=folds, seed=seed),
        annotator=Annotator(pipeline),
        name=name,
    )


@app.command()
def entail(
    pairs: PairsFile,
    output: OutputFile,
    gold: Gold = "entailment",
    start: Annotated[
        str | None,
        typer.Option(
            "--start",
            metavar="MODEL",
            help="The model to start from: a name of `perpend models` or a file. [default: entail-everyday]",
        ),
    ] = None,
    paper: Annotated[
        bool, typer.Option("--paper", help="Train the paper's system, as entail-sick, from your pairs alone.")
    ] = False,
    relatedness: Annotated[
        str | None,
        typer.Option(
            "--relatedness",
            metavar="NAME",
            help="Of --paper: the column of relatedness from 1 to 5; without it labels stand for it.",
        ),
    ] = None,
    features: Annotated[
        str | None, typer.Option("--features", metavar="SET", help="Of --paper: full or paper, of relatedness.")
    ] = None,
    patterns_only: Annotated[
        bool, typer.Option("--patterns-only", help="Of --paper: learn threshold and phrases only; patterns decide.")
    ] = False,
    pipeline: Pipeline = "perpend",
    seed: Seed = 0,
    as_json: AsJson = False,
) -> None:
    """Fit the recogniser of entailment to your own pairs, labelled ENTAILMENT, CONTRADICTION or NEUTRAL.

    It starts from entail-everyday and moves as far as the labels justify: a few dozen change little, and some hundred
    are learned from. With --paper, or an option of it, the paper's system is trained from your pairs alone.

    Examples:

        perpend train entail pairs.tsv -o my.model

        perpend train entail pairs.tsv -o my.model --gold label

        perpend train entail sick.tsv -o my.model --paper --relatedness gold
    """
    from perpend.entailment.reading import read_labelled as read_judged
    from perpend.text.annotate import Annotator

    given = {"--relatedness": relatedness, "--features": features, "--patterns-only": patterns_only or None}
    used = [name for name, value in given.items() if value is not None]
    if start is not None and (paper or used):
        raise InputError(f"--start goes with no {', '.join(used) or '--paper'}: the paper's system starts from nothing")
    labelled, annotator = read_judged(pairs, gold, relatedness), Annotator(pipeline)
    options: dict[str, Any] = {"annotator": annotator, "name": _name(pairs), "seed": seed}
    if not (paper or used):
        model = _trained("inference", labelled.pairs, labelled.labels, start=start or "entail-everyday", **options)
        _finish(model, output, as_json, _moved_odds(model))
        return
    _finish_paper(labelled, output, as_json, features or "full", patterns_only=patterns_only, **options)


def _moved_odds(model: Any) -> str:
    """What was changed of the model that was started from."""
    told = []
    for question, stage in zip(("follows", "contradicts"), model.stages, strict=True):
        correction = stage.correction
        if correction.amount:
            told.append(f"{question}: {100 * correction.amount:.0f} % of what trees learned from your labels")
        elif (correction.slope, correction.offset) != (1.0, 0.0):
            told.append(f"{question}: slope {correction.slope:.2f}, offset {correction.offset:+.2f}")
        else:
            told.append(f"{question}: as it was, the labels justify no change")
    return f"{model.training.count} pairs; {'; '.join(told)}"


def _finish_paper(
    labelled: "EntailmentPairs",
    output: Path,
    as_json: bool,
    features: str,
    *,
    patterns_only: bool,
    annotator: "Annotator",
    name: str,
    seed: int,
) -> None:
    """Train the paper's system from labelled pairs, and write it."""
    from perpend.relatedness.extractor import RelatednessFeatures

    model = _trained(
        "entailment",
        labelled.pairs,
        labelled.labels,
        relatedness=labelled.relatedness,
        features=features,
        layer=not patterns_only,
        extractor=RelatednessFeatures(features, annotator=annotator),
        name=name,
        seed=seed,
    )
    summary = f"{model.training.count} pairs, {len(model.quasi)} quasi-synonyms, threshold {model.threshold:.2f}"
    if model.layer:
        summary += f"; {100 * model.layer.learned.accuracy:.2f} % right in cross-validation"
    _finish(model, output, as_json, summary)


@app.command()
def spelling(
    pairs: Annotated[
        list[Path], typer.Argument(metavar="PAIRS...", help="Misspellings in columns: correct, misspelling.")
    ],
    output: OutputFile,
    words: Words = None,
    letters: Letters = None,
    common: Common = 1,
    as_json: AsJson = False,
) -> None:
    """Train the noisy channel of `perpend suggest` on misspellings of your own, and how suggestions are ranked.

    Examples:

        perpend train spelling misspellings.tsv -o mine.json

        perpend suggest recieve --model mine.json
    """
    from perpend.spelling.channel_training import TrainingPair, TrainingSettings
    from perpend.spelling.english import english_words
    from perpend.spelling.misspellings import read_misspellings
    from perpend.spelling.word_index import WordIndex, open_words
    from perpend.spelling.word_list import Matching

    read = [pair for path in pairs for pair in read_misspellings(path)]
    if words:
        index = open_words(words)
    else:
        index = WordIndex.of(english_words(meant for meant, _ in read), Matching(ignore_case=True))
    channel = _trained(
        "spelling",
        [TrainingPair(meant, written) for meant, written in read],
        index,
        name=_name(*pairs),
        settings=TrainingSettings(k=letters or LETTERS, common=common),
    )
    summary = f"{len(read):,} pairs, {channel.pairs:,} of them within two edits"
    _finish(channel, output, as_json, summary, channel.weights, **{"learned from": channel.pairs})


@app.command()
def names(
    documents: Annotated[
        Path, typer.Argument(metavar="DOCS.jsonl", help="Documents as for `perpend names`; mentions have a chain.")
    ],
    output: OutputFile,
    penalty: Annotated[float, typer.Option("--penalty", min=0, max=1_000_000, help="Penalty on large weights.")] = 1.0,
    as_json: AsJson = False,
) -> None:
    """Train the model of `perpend names` on documents in which people said who is who.

    Each mention has `start`, `end` and `chain`: any text or number that is the same for one person in all documents.

    Examples:

        perpend train names judged.jsonl -o names.json
    """
    from perpend.learning.registry import trainer
    from perpend.people.mentions import read_documents

    read = read_documents(documents)
    model: Any = trainer("names")(read, about={"trained on": documents.name}, penalty=penalty)
    counts = f"{model.about['pairs']:,} pairs of names, {model.about['coreferring']:,} of them one person"
    _finish(model, output, as_json, counts, model.weights)
