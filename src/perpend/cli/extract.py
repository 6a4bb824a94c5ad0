"""`perpend phrases extract`: make a table of paraphrases from bitext, or from a phrase table of Moses's."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from perpend.cli.options import AsJson, IgnoreCase, Memory, MinCount, Name, OutputFile
from perpend.cli.output import print_json, print_table, say, step_progress
from perpend.errors import SettingError

if TYPE_CHECKING:
    from perpend.lexicon.phrases.pivot.maker import PivotReport

__all__ = ["extract"]


def extract(
    output: OutputFile,
    source: Annotated[
        Path | None, typer.Option(metavar="FILE", help="The pivot language: one tokenised sentence a line.")
    ] = None,
    target: Annotated[
        Path | None, typer.Option(metavar="FILE", help="The language of the paraphrases, line by line the same.")
    ] = None,
    alignments: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Word alignments (`0-0 1-2`); else eflomal makes them.")
    ] = None,
    save_alignments: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the alignments that were used here too.")
    ] = None,
    moses: Annotated[
        Path | None, typer.Option(metavar="FILE", help="A phrase table of Moses's instead of bitext.")
    ] = None,
    swap: Annotated[
        bool, typer.Option("--swap", help="With --moses: paraphrases of the source, not of the target.")
    ] = False,
    memory: Memory = "2G",
    max_length: Annotated[
        int, typer.Option("--max-length", metavar="N", min=1, max=10, help="The longest phrase, in words.")
    ] = 7,
    min_count: MinCount = 2,
    min_translation: Annotated[
        float, typer.Option(min=0, max=1, help="Leave out phrase pairs with a lower probability, either way.")
    ] = 0.001,
    min_probability: Annotated[
        float, typer.Option(min=0, max=1, help="Leave out paraphrases with a lower probability.")
    ] = 0.001,
    keep_same: Annotated[bool, typer.Option("--keep-same", help="Keep phrases as paraphrases of themselves.")] = False,
    keep_numbers: Annotated[bool, typer.Option("--keep-numbers", help="Keep pairs whose numbers differ.")] = False,
    keep_punctuation: Annotated[
        bool, typer.Option("--keep-punctuation", help="Keep pairs whose punctuation differs.")
    ] = False,
    keep_stop_words: Annotated[
        bool, typer.Option("--keep-stop-words", help="Keep pairs with a side of stop words alone.")
    ] = False,
    keep_contained: Annotated[
        bool, typer.Option("--keep-contained", help="Keep pairs with one side within the other.")
    ] = False,
    ignore_case: IgnoreCase = True,
    stop_words: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Stop words, one a line; else TERp's for English.")
    ] = None,
    name: Name = None,
    work: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Where the steps are kept until the end; else TABLE.work.")
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with a run that was killed.")] = False,
    as_json: AsJson = False,
) -> None:
    """Make TABLE from bitext: phrases that translate the same foreign phrase are paraphrases.

    Works in bounded memory, step by step; a run that was killed goes on with --resume. Each filter's effect is printed.

    Examples:

        perpend phrases extract --source corpus.es --target corpus.en -o pivot.phrases --memory 2G

        perpend phrases extract --source corpus.es --target corpus.en --alignments corpus.links -o pivot.phrases

        perpend phrases extract --moses phrase-table.gz -o pivot.phrases --min-probability 0.01
    """
    from perpend.lexicon.phrases.pivot.filters import Filters
    from perpend.lexicon.phrases.pivot.maker import extract_phrase_table, pivot_moses_table
    from perpend.lexicon.phrases.pivot.settings import PivotSettings, bytes_of

    settings = PivotSettings(
        memory=bytes_of(memory),
        max_length=max_length,
        lower=ignore_case,
        filters=Filters(
            min_count=min_count,
            min_translation=min_translation,
            min_probability=min_probability,
            same=not keep_same,
            numbers=not keep_numbers,
            punctuation=not keep_punctuation,
            stop_words=not keep_stop_words,
            contained=not keep_contained,
        ),
        stop_words=_stop_words(stop_words) if stop_words else None,
    )
    with step_progress() as bar:
        if moses is not None and source is None and target is None and alignments is None:
            report = pivot_moses_table(
                moses, output, swap=swap, settings=settings, name=name, work=work, resume=resume, progress=bar
            )
        elif moses is None and source is not None and target is not None:
            report = extract_phrase_table(
                source,
                target,
                output,
                alignments=alignments,
                save_alignments=save_alignments,
                settings=settings,
                name=name,
                work=work,
                resume=resume,
                progress=bar,
            )
        else:
            raise SettingError("give --source and --target, two parallel files, or --moses, a phrase table")
    _show(report, as_json)


def _stop_words(path: Path) -> frozenset[str]:
    from perpend.files.lines import read_lines

    return frozenset(word for line in read_lines(path, "a list of stop words", whole=True) if (word := line.strip()))


def _show(report: "PivotReport", as_json: bool) -> None:
    if as_json:
        print_json(report.to_dict())
        return
    effects = [(one.filter, f"{one.came:,}", f"{one.dropped:,}") for one in report.effects]
    print_table(["filter", "came", "dropped"], effects, title=f"{report.info['pairs']:,} paraphrases in {report.path}")
    print_table(["stage", "seconds"], [(name, f"{taken:.1f}") for name, taken in report.seconds.items()])
    most = ", ".join(f"{name} {size / 2**20:,.0f} MB" for name, size in report.peak_memory.items() if size)
    say(f"peak memory: {most}")
