"""`perpend train names`: learn from documents with known chains how probable it is that two names are one person."""

from pathlib import Path
from typing import Annotated

import typer

from perpend.cli.options import AsJson, OutputFile
from perpend.cli.output import print_json, print_table, visible

__all__ = ["names"]


def names(
    documents: Annotated[
        Path, typer.Argument(metavar="DOCS.jsonl", help="Documents as for `perpend names`; mentions have a chain.")
    ],
    output: OutputFile,
    penalty: Annotated[float, typer.Option("--penalty", help="Penalty on large weights.")] = 1.0,
    as_json: AsJson = False,
) -> None:
    """Train the model of `perpend names` on documents in which people said who is who.

    Each mention has `start`, `end` and `chain`: any text or number that is the same for one person in all documents.

    Examples:

        perpend train names judged.jsonl -o names.json
    """
    from perpend.files.writing import check_output
    from perpend.people.coreference_training import train_coreference
    from perpend.people.mentions import read_documents

    check_output(output)
    read = read_documents(documents)
    model = train_coreference(read, about={"trained on": documents.name}, penalty=penalty)
    model.save(output)
    if as_json:
        print_json({"model": str(output), "weights": dict(model.weights), **model.about})
        return
    print_table(["feature", "weight"], [(name, f"{weight:.4f}") for name, weight in model.weights.items()])
    print(f"{model.about['pairs']:,} pairs of names, {model.about['coreferring']:,} of them one person")
    print(f"written to {visible(str(output))}")
