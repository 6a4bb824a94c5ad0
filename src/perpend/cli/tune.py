"""`perpend tune`: fit TERp's edit costs to human judgments, and write them as a parameter file.

perpend tune --pairs pairs.tsv -o tuned.param
perpend tune --hyp hyp.txt --ref ref.txt --judgments gold.txt --freeze stem --freeze synonym
"""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from perpend.cli.options import AsJson, Costs, Gold, HypFile, Output, Pairs, Phrases, RefFiles, Seed
from perpend.cli.output import complain, print_details, print_json, print_table, progress, say
from perpend.errors import InputError

if TYPE_CHECKING:
    from perpend.metrics.objective import Judgments
    from perpend.metrics.tuning import TuningResult

    _Judged = tuple[list[str], list[str], Judgments]

__all__ = ["tune"]

_INTERRUPTED = 130

_Preferences = Annotated[
    Path | None,
    typer.Option(
        "--preferences", metavar="FILE", help="Instead of gold: set, document, segment, better, worse system a line."
    ),
]
_Objective = Annotated[
    str,
    typer.Option(
        "--objective", metavar="WORDS", help="segment, document or system; pearson or spearman; weighted; mean-removed."
    ),
]
_Freeze = Annotated[
    list[str] | None, typer.Option(metavar="NAME", help="A weight that stays as it is; may be given again.")
]


def tune(
    pairs: Pairs = None,
    gold: Gold = "gold",
    preferences: _Preferences = None,
    hyp: HypFile = None,
    ref: RefFiles = None,
    judgments: Annotated[
        Path | None, typer.Option("--judgments", metavar="FILE", help="Judgments of --hyp, one number a line.")
    ] = None,
    costs: Costs = "terpa",
    phrases: Phrases = None,
    output: Output = None,
    objective: _Objective = "segment pearson",
    iterations: Annotated[
        int,
        typer.Option("--iterations", metavar="N", min=0, max=10_000, help="Rounds of alignment and search, at most."),
    ] = 20,
    starts: Annotated[
        int, typer.Option("--starts", metavar="N", min=1, max=1000, help="Starting points of each search.")
    ] = 1,
    seed: Seed = 0,
    freeze: _Freeze = None,
    tune_match: Annotated[bool, typer.Option("--tune-match", help="Tune the cost of an exact match too.")] = False,
    min_shift: Annotated[float, typer.Option(min=0.0, max=1000, help="The lowest cost of a shift.")] = 0.01,
    as_json: AsJson = False,
) -> None:
    """Find edit costs whose scores agree better with human judgments; Ctrl-C keeps the best so far.

    text1 is the reference, text2 the hypothesis. The file that is written serves as --costs of other commands.

    Examples:

        perpend tune --pairs pairs.tsv -o tuned.param

        perpend tune --pairs pairs.tsv --gold score --phrases meteor.phrases --starts 5 --seed 1

        perpend tune --hyp hyp.txt --ref ref.txt --judgments gold.txt --freeze stem --objective "segment spearman"

        perpend tune --pairs pairs.tsv --preferences preferences.tsv
    """
    if pairs and not (hyp or ref or judgments):
        judged = _read_table(Path(pairs), gold, preferences)
    elif hyp and ref and len(ref) == 1 and judgments and not (pairs or preferences):
        judged = _read_lines(hyp, ref[0], judgments)
    else:
        raise InputError("what to tune to is not clear: give --pairs, or --hyp, one --ref and --judgments")
    objective = "preferences" if preferences else objective
    search = {"iterations": iterations, "starts": starts, "seed": seed, "freeze": freeze or (), "min_shift": min_shift}
    result = _tuned(judged, costs=costs, phrases=phrases, objective=objective, tune_match=tune_match, **search)
    if output:
        result.write(output)
    _show(result, objective, output, as_json)


def _tuned(judged: "_Judged", **settings: Any) -> "TuningResult":
    from perpend.metrics import tuning

    with progress() as bar:
        task = bar.add_task("tuning", total=settings["iterations"])

        def report(done: int, total: int, value: float) -> None:
            bar.update(task, completed=done, total=total, description=f"{settings['objective']} {value:.4f}")

        return tuning.tune(*judged, **settings, progress=report)


def _read_table(path: Path, gold_column: str, preferences: Path | None) -> "_Judged":
    """Hypotheses, references, and what is said of them."""
    from perpend.metrics.objective import Judgments
    from perpend.metrics.terp_files.reading_preferences import read_preferences
    from perpend.metrics.terp_files.reading_tsv import read_pairs

    pairs = read_pairs(path)
    if len(pairs.refs) > 1:
        raise InputError(f"{path} has {len(pairs.refs)} references for each hypothesis: tuning takes one")
    hyps, refs = ([segment.text for segment in side.segments] for side in (pairs.hyp, pairs.refs[0]))
    ids = [segment.id for segment in pairs.hyp.segments]
    if preferences:
        return hyps, refs, Judgments(ids=ids, preferences=read_preferences(preferences, ids))
    return hyps, refs, Judgments(pairs.numbers(gold_column), ids)


def _read_lines(hyp: Path, ref: Path, judgments: Path) -> "_Judged":
    """The same from three files that are aligned by line."""
    from perpend.metrics.objective import Judgments
    from perpend.metrics.terp_files.reading import read_segments
    from perpend.metrics.terp_files.reading_tsv import read_numbers

    segments, references = (read_segments(path, "plain").segments for path in (hyp, ref))
    values = read_numbers(judgments)
    for path, count in ((ref, len(references)), (judgments, len(values))):
        if count != len(segments):
            raise InputError(f"{hyp} has {len(segments)} lines, {path} {count}: each hypothesis needs its own")
    ids = [segment.id for segment in segments]
    return [one.text for one in segments], [one.text for one in references], Judgments(values, ids)


def _show(result: "TuningResult", objective: str, output: Path | None, as_json: bool) -> None:
    if as_json:
        print_json(result.to_dict())
    else:
        before, after = result.history[0].weights, result.history[result.best].weights
        rows = [(name, f"{old:.6g}", f"{new:.6g}") for name, old, new in zip(result.names, before, after, strict=True)]
        rows.append((objective, f"{result.before:.4f}", f"{result.after:.4f}"))
        print_table(["weight", "before", "after"], rows, title=f"round {result.best} of {len(result.history) - 1}")
        print_details(result.signature)
        if output:
            say(f"written to {output}")
    if result.interrupted:
        complain("perpend: interrupted; the best so far is kept")
        raise typer.Exit(_INTERRUPTED)
