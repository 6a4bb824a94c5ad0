"""`perpend metric`: every metric by its name, with one set of options for files, output and comparison."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from perpend.cli.comparing import Against, Compare, Samples, Seed, Test, compare_files
from perpend.cli.edit_rate import AverageLength, Format, HypFile, Inputs, RefFiles, Segments, ShowJson, TsvFile
from perpend.cli.output import print_json, print_table, progress
from perpend.cli.ter import ter
from perpend.cli.terp import terp
from perpend.errors import InputError

if TYPE_CHECKING:
    from perpend.metrics.corpus_score import CorpusScore
    from perpend.metrics.measure import Measure

__all__ = ["app"]

app = typer.Typer(
    help="Scores of hypotheses against references: WER, PER, TER, TERp, BLEU, chrF, NIST.",
    epilog="Example: `perpend metric bleu --hyp system.txt --compare other.txt --ref human.txt`",
    no_args_is_help=True,
    rich_markup_mode="markdown",
)

Tokenize = Annotated[
    str, typer.Option("--tokenize", "--tokenizer", metavar="13a|intl|char|none|zh", help="How texts are split.")
]
Lowercase = Annotated[bool, typer.Option("--lowercase", help="Compare in lower case.")]


@app.callback()
def group() -> None:
    """Scores of hypotheses against references: WER, PER, TER, TERp, BLEU, chrF, NIST."""


@app.command()
def wer(
    hyp: HypFile = None,
    ref: RefFiles = None,
    tsv: TsvFile = None,
    format: Format = "auto",
    tokenize: Tokenize = "none",
    lowercase: Lowercase = False,
    average_length: AverageLength = True,
    segments: Segments = False,
    as_json: ShowJson = False,
    compare: Compare = None,
    test: Test = "bootstrap",
    samples: Samples = None,
    seed: Seed = 12345,
) -> None:
    """Words to substitute, insert or delete, per reference word.

    Examples:

        perpend metric wer --hyp system.txt --ref human.txt

        perpend metric wer --tsv pairs.tsv --tokenize 13a --lowercase --segments --json
    """
    from perpend.metrics.wer import Wer

    measure = Wer(tokenize, lowercase, average_length)
    _run(
        measure,
        Inputs(hyp, ref or (), tsv, None, format),
        Against(compare or (), test, samples, seed),
        segments,
        as_json,
    )


@app.command()
def per(
    hyp: HypFile = None,
    ref: RefFiles = None,
    tsv: TsvFile = None,
    format: Format = "auto",
    tokenize: Tokenize = "none",
    lowercase: Lowercase = False,
    average_length: AverageLength = True,
    segments: Segments = False,
    as_json: ShowJson = False,
    compare: Compare = None,
    test: Test = "bootstrap",
    samples: Samples = None,
    seed: Seed = 12345,
) -> None:
    """Words that only one side has, whatever their order, per reference word.

    Examples:

        perpend metric per --hyp system.txt --ref human.txt

        perpend metric per --hyp system.txt --ref human1.txt --ref human2.txt --chosen-length
    """
    from perpend.metrics.per import Per

    measure = Per(tokenize, lowercase, average_length)
    _run(
        measure,
        Inputs(hyp, ref or (), tsv, None, format),
        Against(compare or (), test, samples, seed),
        segments,
        as_json,
    )


app.command()(ter)
app.command()(terp)


@app.command()
def bleu(
    hyp: HypFile = None,
    ref: RefFiles = None,
    tsv: TsvFile = None,
    format: Format = "auto",
    order: Annotated[int, typer.Option(help="Count n-grams of up to so many words.")] = 4,
    tokenize: Tokenize = "13a",
    lowercase: Lowercase = False,
    smooth: Annotated[
        str, typer.Option(metavar="exp|floor|add-k|none", help="What an order without a match counts.")
    ] = ("exp"),
    smooth_value: Annotated[float | None, typer.Option(help="The number of floor (0.1) or add-k (1).")] = None,
    effective_order: Annotated[
        bool | None,
        typer.Option(
            "--effective-order/--all-orders",
            help="Leave out orders that a text is too short for, or not; by default for single segments only.",
        ),
    ] = None,
    brevity_penalty: Annotated[
        bool, typer.Option("--brevity-penalty/--no-brevity-penalty", help="Mark down what is too short.")
    ] = True,
    reference_length: Annotated[
        str, typer.Option(metavar="closest|shortest", help="Of several references, which length counts.")
    ] = "closest",
    segments: Segments = False,
    as_json: ShowJson = False,
    compare: Compare = None,
    test: Test = "bootstrap",
    samples: Samples = None,
    seed: Seed = 12345,
) -> None:
    """Shared n-grams, as sacrebleu counts them.

    Examples:

        perpend metric bleu --hyp system.txt --ref human1.txt --ref human2.txt

        perpend metric bleu --hyp system.txt --compare other.txt --ref human.txt --test randomisation

        perpend metric bleu --tsv pairs.tsv --order 2 --smooth none --no-brevity-penalty --segments
    """
    from perpend.metrics.bleu import Bleu

    measure = Bleu(order, tokenize, lowercase, smooth, smooth_value, effective_order, brevity_penalty, reference_length)
    _run(
        measure,
        Inputs(hyp, ref or (), tsv, None, format),
        Against(compare or (), test, samples, seed),
        segments,
        as_json,
    )


@app.command()
def chrf(
    hyp: HypFile = None,
    ref: RefFiles = None,
    tsv: TsvFile = None,
    format: Format = "auto",
    char_order: Annotated[int, typer.Option(help="Count n-grams of up to so many characters.")] = 6,
    word_order: Annotated[int, typer.Option(help="And of up to so many words: 2 is chrF++.")] = 0,
    beta: Annotated[float, typer.Option(help="How much more recall counts than precision.")] = 2,
    lowercase: Lowercase = False,
    whitespace: Annotated[bool, typer.Option("--whitespace", help="Blanks are characters too.")] = False,
    eps_smoothing: Annotated[
        bool, typer.Option("--eps-smoothing", help="Smooth as the original program, not by effective order.")
    ] = False,
    segments: Segments = False,
    as_json: ShowJson = False,
    compare: Compare = None,
    test: Test = "bootstrap",
    samples: Samples = None,
    seed: Seed = 12345,
) -> None:
    """Shared character n-grams, as sacrebleu counts them.

    Examples:

        perpend metric chrf --hyp system.txt --ref human.txt

        perpend metric chrf --hyp system.txt --ref human.txt --word-order 2 --json
    """
    from perpend.metrics.chrf import Chrf

    measure = Chrf(char_order, word_order, beta, lowercase, whitespace, eps_smoothing)
    _run(
        measure,
        Inputs(hyp, ref or (), tsv, None, format),
        Against(compare or (), test, samples, seed),
        segments,
        as_json,
    )


@app.command()
def nist(
    hyp: HypFile = None,
    ref: RefFiles = None,
    tsv: TsvFile = None,
    format: Format = "auto",
    order: Annotated[int, typer.Option(help="Count n-grams of up to so many words.")] = 5,
    tokenize: Tokenize = "13a",
    lowercase: Lowercase = False,
    information: Annotated[
        list[Path] | None,
        typer.Option(
            metavar="FILE", help="Texts that say how much an n-gram tells, instead of the references; repeatable."
        ),
    ] = None,
    own_ngrams: Annotated[
        bool, typer.Option("--own-ngrams", help="Count the n-grams of each segment too (with --information).")
    ] = False,
    segments: Segments = False,
    as_json: ShowJson = False,
    compare: Compare = None,
    test: Test = "bootstrap",
    samples: Samples = None,
    seed: Seed = 12345,
) -> None:
    """Shared n-grams by how much they tell, as mteval-v13a counts them.

    Examples:

        perpend metric nist --hyp system.txt --ref human.txt

        perpend metric nist --tsv pairs.tsv --information left.txt --information right.txt --own-ngrams --segments
    """
    from perpend.metrics.nist import Nist
    from perpend.metrics.terp_files.reading import read_segments

    measure = Nist(order, tokenize, lowercase, own_ngrams=own_ngrams)
    if own_ngrams and not information:
        raise InputError("--own-ngrams adds to the counts of --information: give --information FILE too")
    if information:
        texts = (part.text for path in information for part in read_segments(path, format).segments)
        measure = measure.trained(texts, own_ngrams=own_ngrams)
    _run(
        measure,
        Inputs(hyp, ref or (), tsv, None, format),
        Against(compare or (), test, samples, seed),
        segments,
        as_json,
    )


def _run(measure: "Measure", inputs: Inputs, against: Against, segments: bool, as_json: bool) -> None:
    """Score the files and print what is wanted."""
    if against.others:
        compare_files(measure.score_groups, inputs, against, segments=segments, as_json=as_json)
        return
    groups = inputs.groups()
    with progress() as bar:
        task = bar.add_task("scoring", total=len(groups))
        result = measure.score_groups(groups, lambda done: bar.advance(task, done))
    if as_json:
        print_json(result.to_dict(segments=segments))
    else:
        _print(result, segments=segments)


def _print(result: "CorpusScore", *, segments: bool) -> None:
    if segments:
        rows = ((part.id, f"{part.score:.4f}", *map(_number, part.stats.values())) for part in result.segments)
        print_table(["segment", "score", *result.measure.columns], rows)
    facts = [(name.replace("_", " "), _number(value)) for name, value in result.stats.items()]
    times = " x 100" if result.is_share else ""
    head = [(f"{result.metric}{times}", result.shown), ("score", f"{result.score:.6f}")]
    print_table([result.metric, "value"], [*head, ("segments", f"{len(result.rows):,}"), *facts])
    print(result.signature)


def _number(value: float) -> str:
    return f"{value:,.4f}".rstrip("0").rstrip(".")
