"""`perpend ter`: the translation edit rate of files of hypotheses and references."""

from typing import Annotated

import typer

from perpend.cli.comparing import Against, Compare, Samples, Seed, Test
from perpend.cli.edit_rate import (
    AverageLength,
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

__all__ = ["ter"]


def ter(
    hyp: HypFile = None,
    ref: RefFiles = None,
    tsv: TsvFile = None,
    lengths: LengthFile = None,
    format: Format = "auto",
    tokenizer: Annotated[
        str, typer.Option(metavar="terp|sacrebleu", help="How texts are split: as TERp or as sacrebleu's TER does.")
    ] = "terp",
    normalized: Annotated[
        bool | None,
        typer.Option("--normalized/--not-normalized", help="Split off punctuation; by default terp does."),
    ] = None,
    no_punct: Annotated[bool, typer.Option("--no-punct", help="Remove punctuation.")] = False,
    asian_support: Annotated[
        bool, typer.Option("--asian-support", help="Treat ideographs as words (tokenizer sacrebleu).")
    ] = False,
    case_sensitive: Annotated[bool, typer.Option("--case-sensitive", help="Do not lower-case.")] = False,
    cap: Cap = None,
    average_length: AverageLength = True,
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
    """Edits per reference word that turn the hypotheses into the references; every edit costs 1.

    Examples:

        perpend ter --hyp system.txt --ref human.txt

        perpend ter --hyp system.txt --ref human1.txt --ref human2.txt --segments

        perpend ter --hyp system.txt --compare other.txt --ref human.txt

        perpend ter --tsv pairs.tsv --tokenizer sacrebleu --normalized --json
    """
    from perpend.metrics.ter import ter_scorer

    outputs = Outputs(segments, as_json, as_jsonl, native, native_formats)
    scorer = ter_scorer(
        tokenizer=tokenizer,
        normalized=normalized,
        no_punct=no_punct,
        asian_support=asian_support,
        case_sensitive=case_sensitive,
        cap=bool(cap),
        average_length=average_length,
    )
    run(scorer, Inputs(hyp, ref or (), tsv, lengths, format), outputs, Against(compare or (), test, samples, seed))
