"""`perpend terp`: the score of TER-Plus, of files of hypotheses and references."""

from pathlib import Path
from typing import Annotated

import typer

from perpend.cli.comparing import Against, Compare, Samples, Seed, Test
from perpend.cli.edit_rate import (
    Cap,
    Format,
    HypFile,
    Inputs,
    LengthFile,
    Native,
    NativeFormats,
    Outputs,
    RefFiles,
    Segments,
    ShowJson,
    ShowJsonl,
    TsvFile,
    run,
)

__all__ = ["terp"]


def terp(
    hyp: HypFile = None,
    ref: RefFiles = None,
    tsv: TsvFile = None,
    lengths: LengthFile = None,
    format: Format = "auto",
    costs: Annotated[
        str, typer.Option(metavar="terpa|terph|ter|FILE", help="A set of costs, or a parameter file in TERp's format.")
    ] = "terpa",
    phrases: Annotated[
        Path | None, typer.Option(metavar="TABLE", help="Paraphrases that `perpend phrases build` made.")
    ] = None,
    cap: Cap = None,
    average_length: Annotated[
        bool | None,
        typer.Option(
            "--average-length/--chosen-length",
            help="Divide by the mean length of all references, or not; else as the costs say.",
        ),
    ] = None,
    segments: Segments = False,
    as_json: ShowJson = False,
    as_jsonl: ShowJsonl = False,
    native: Native = None,
    native_formats: NativeFormats = "pra,sum,nist",
    compare: Compare = None,
    test: Test = "bootstrap",
    samples: Samples = None,
    seed: Seed = 12345,
) -> None:
    """Costs per reference word, with stems, synonyms and paraphrases (TER-Plus).

    Examples:

        perpend terp --hyp system.txt --ref human.txt

        perpend terp --hyp system.sgm --ref human.sgm --costs terph --native out/run1.

        perpend terp --hyp system.txt --compare other.txt --ref human.txt

        perpend terp --tsv pairs.tsv --phrases meteor.phrases --jsonl
    """
    from perpend.metrics.terp import terp_scorer

    outputs = Outputs(segments, as_json, as_jsonl, native, native_formats)
    scorer = terp_scorer(costs, phrases, cap=cap, average_length=average_length)
    run(scorer, Inputs(hyp, ref or (), tsv, lengths, format), outputs, Against(compare or (), test, samples, seed))
