"""`python -m experiments sts2012-choices` and `sts2012-pooling`: what is best for PERP, by its training data alone."""

from pathlib import Path
from typing import Annotated, Any

import typer

from experiments.commands.options import AsJson, Mirror, Output, Phrases, Seed, check_output, print_end, record_or_print
from perpend.cli.output import print_table, step_progress

__all__ = ["choices", "pooling"]


def choices(
    phrases: Phrases = None,
    folds: Annotated[int, typer.Option(min=2, help="The number of folds of each training set.")] = 3,
    epochs: Annotated[int, typer.Option(min=1, help="The largest number of epochs that is tried.")] = 200,
    seed: Seed = 0,
    mirror: Mirror = None,
    output: Output = None,
    as_json: AsJson = False,
) -> None:
    """Choose PERP's tokens, limits, rate and epochs by cross-validation within the training sets of STS-2012.

    Examples:

        python -m experiments sts2012-choices --phrases meteor.phrases -o results/sts2012-choices.json

        python -m experiments sts2012-choices --epochs 50 --folds 5 --json
    """
    from experiments.choices import EPOCHS, choose_settings
    from experiments.datasets import read_sts2012
    from perpend.lexicon.phrases.table import PhraseTable

    check_output(output)
    data, table = read_sts2012(mirror), PhraseTable.open(phrases) if phrases else None
    tried = sorted({min(count, epochs) for count in EPOCHS} | {epochs})
    with step_progress() as bar:
        found = choose_settings(
            data,
            table,
            folds=folds,
            seed=seed,
            epochs=tried,
            progress=bar,
        )
    _show(found.to_dict(), "Cross-validation on the training data of STS-2012", output, as_json)
    if not as_json:
        for system, settings in found.chosen.items():
            print(f"{system}: {settings}")


def pooling(
    phrases: Phrases = None,
    epochs: Annotated[int, typer.Option(min=1, help="The largest number of epochs that is tried.")] = 100,
    seed: Seed = 0,
    mirror: Mirror = None,
    output: Output = None,
    as_json: AsJson = False,
) -> None:
    """Compare ways to learn one model from several sources: each training set of STS-2012 is left out in turn.

    Examples:

        python -m experiments sts2012-pooling -o results/sts2012-pooling.json

        python -m experiments sts2012-pooling --phrases meteor.phrases --epochs 20 --json
    """
    from experiments.datasets import read_sts2012
    from experiments.pooling import EPOCHS, compare_pooling
    from perpend.lexicon.phrases.table import PhraseTable

    check_output(output)
    data, table = read_sts2012(mirror), PhraseTable.open(phrases) if phrases else None
    tried = sorted({min(count, epochs) for count in EPOCHS} | {epochs})
    with step_progress() as bar:
        found = compare_pooling(
            data,
            table,
            epochs=tried,
            seed=seed,
            progress=bar,
        )
    _show(found.to_dict(), "Each training set of STS-2012, judged by a model of the others", output, as_json)


def _show(record: dict[str, Any], title: str, output: Path | None, as_json: bool) -> None:
    if not record_or_print(record, output, as_json):
        return
    columns = list(dict.fromkeys(name for row in record["rows"] for name in row["metrics"]))
    rows = [
        [row["system"], *(f"{row['metrics'][name]:.4f}" if name in row["metrics"] else "" for name in columns)]
        for row in record["rows"]
    ]
    print_table(["system", *columns], rows, title=title)
    print_end(record, output)
