"""`perpend tune`: fit TERp's edit costs to human judgments, and write them as a parameter file.

perpend tune --tsv pairs.tsv -o tuned.param
perpend tune --hyp hyp.txt --ref ref.txt --judgments gold.txt --freeze match --freeze stem
"""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from perpend.cli.output import print_json, print_table, progress
from perpend.errors import InputError

if TYPE_CHECKING:
    from perpend.metrics.objective import Judgments
    from perpend.metrics.tuning import TuningResult

__all__ = ["tune"]

_INTERRUPTED = 130


def tune(
    tsv: Annotated[Path | None, typer.Option(metavar="FILE", help="Pairs in columns: id, gold, text1, text2.")] = None,
    gold_column: Annotated[str, typer.Option(metavar="NAME", help="The column of --tsv with the judgments.")] = "gold",
    hyp: Annotated[Path | None, typer.Option(metavar="FILE", help="Hypotheses, instead of --tsv.")] = None,
    ref: Annotated[Path | None, typer.Option(metavar="FILE", help="References, line by line.")] = None,
    judgments: Annotated[Path | None, typer.Option(metavar="FILE", help="Judgments, one number a line.")] = None,
    costs: Annotated[str, typer.Option(help="Where to begin: ter, terpa, terph or a parameter file.")] = "terpa",
    phrases: Annotated[Path | None, typer.Option(metavar="TABLE", help="A table of paraphrases to use.")] = None,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="FILE", help="The parameter file to write.")
    ] = None,
    objective: Annotated[
        str,
        typer.Option(
            help="Words: segment, document or system; pearson or spearman; weighted; mean-removed.", metavar="WORDS"
        ),
    ] = "segment pearson",
    iterations: Annotated[int, typer.Option(min=0, help="Rounds of alignment and search, at most.")] = 20,
    starts: Annotated[int, typer.Option(min=1, help="Starting points of each search.")] = 1,
    seed: Annotated[int, typer.Option(min=0, help="Seed of the noise of further starting points.")] = 0,
    freeze: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="A weight that stays as it is; may be given again.")
    ] = None,
    min_shift: Annotated[float, typer.Option(min=0.0, help="The lowest cost of a shift.")] = 0.01,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Find edit costs whose scores agree better with human judgments; Ctrl-C keeps the best so far.

    text1 is the reference, text2 the hypothesis. The file that is written serves as --costs of other commands.

    Examples:

        perpend tune --tsv pairs.tsv -o tuned.param

        perpend tune --tsv pairs.tsv --gold-column score --phrases meteor.phrases --starts 5 --seed 1

        perpend tune --hyp hyp.txt --ref ref.txt --judgments gold.txt --freeze match --objective "segment spearman"
    """
    from perpend.metrics import tuning

    hyps, refs, judged = _read(tsv, gold_column, hyp, ref, judgments)
    with progress() as bar:
        task = bar.add_task("tuning", total=iterations)
        result = tuning.tune(
            hyps,
            refs,
            judged,
            costs=costs,
            phrases=phrases,
            objective=objective,
            iterations=iterations,
            starts=starts,
            seed=seed,
            freeze=tuple(freeze or ()),
            min_shift=min_shift,
            progress=lambda done, total, value: bar.update(
                task, completed=done, total=total, description=f"{objective} {value:.4f}"
            ),
        )
    if output:
        result.write(output)
    _show(result, objective, output, as_json)


def _read(
    tsv: Path | None, gold_column: str, hyp: Path | None, ref: Path | None, judgments: Path | None
) -> tuple[list[str], list[str], "Judgments"]:
    """Hypotheses, references, and what is said of them."""
    from perpend.metrics.objective import Judgments
    from perpend.metrics.reading_tsv import read_column, read_numbers, read_pairs

    if tsv and not (hyp or ref or judgments):
        pairs = read_pairs(tsv)
        if len(pairs.refs) > 1:
            raise InputError(f"{tsv} has {len(pairs.refs)} references for each hypothesis: tuning takes one")
        values, sides = read_column(tsv, gold_column), (pairs.hyp.segments, pairs.refs[0].segments)
    elif hyp and ref and judgments and not tsv:
        values, sides = read_numbers(judgments), _lines(hyp, ref)
        if len(values) != len(sides[0]):
            raise InputError(f"{judgments} has {len(values)} judgments, {hyp} {len(sides[0])} lines: give one for each")
    else:
        raise InputError("what to tune to is not clear: give --tsv, or --hyp, --ref and --judgments")
    hyps, refs = ([segment.text for segment in side] for side in sides)
    return hyps, refs, Judgments(values, [segment.id for segment in sides[0]])


def _lines(hyp: Path, ref: Path) -> tuple[Any, Any]:
    from perpend.metrics.reading import read_segments

    hyps, refs = (read_segments(path, "plain").segments for path in (hyp, ref))
    if len(hyps) != len(refs):
        raise InputError(f"{hyp} has {len(hyps)} lines, {ref} {len(refs)}: each hypothesis needs its reference")
    return hyps, refs


def _show(result: "TuningResult", objective: str, output: Path | None, as_json: bool) -> None:
    if as_json:
        print_json(result.to_dict())
    else:
        before, after = result.history[0].weights, result.history[result.best].weights
        rows = [(name, f"{old:.6g}", f"{new:.6g}") for name, old, new in zip(result.names, before, after, strict=True)]
        rows.append((objective, f"{result.before:.4f}", f"{result.after:.4f}"))
        print_table(["weight", "before", "after"], rows, title=f"round {result.best} of {len(result.history) - 1}")
        print(result.signature)
        if output:
            print(f"written to {output}")
    if result.interrupted:
        print("perpend: interrupted; the best so far is kept", file=sys.stderr)
        raise typer.Exit(_INTERRUPTED)
