"""Several tasks of combination at once, each in a process of its own.

    evaluate_tasks(tasks, phrases, settings, jobs=2)     reports in the order of the tasks, as soon as they are there

The search holds the GIL, so threads would wait for each other. The processes are forked and share the language model
and the phrase table with their parent. If the system cannot fork, or for one job, tasks run one after another.
"""

import multiprocessing
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace

from experiments.combination import Settings, TaskReport, evaluate_task
from experiments.wmt_outputs import WmtTask
from perpend.lexicon.phrases.table import PhraseTable
from perpend.types import Progress

__all__ = ["evaluate_tasks"]

_Given = tuple[Sequence[WmtTask], PhraseTable | None, Settings]
_given: list[_Given] = []


def evaluate_tasks(
    tasks: Sequence[WmtTask],
    phrases: PhraseTable | None,
    settings: Settings,
    jobs: int = 1,
    progress: Progress = lambda *_: None,
) -> Iterator[TaskReport]:
    """Yields the report of each task, in order.

    :param tasks: the tasks.
    :param phrases: a phrase table for TERp.
    :param settings: how to tune and test.
    :param jobs: the number of processes.
    :param progress: called with a description, the number of completed steps and their total.
    """
    jobs = min(jobs, len(tasks))
    if jobs < 2 or "fork" not in multiprocessing.get_all_start_methods():
        yield from (evaluate_task(task, phrases, settings, progress) for task in tasks)
        return
    given = (tasks, phrases, replace(settings, threads=settings.threads or 1))
    context = multiprocessing.get_context("fork")
    with ProcessPoolExecutor(jobs, context, initializer=_given.append, initargs=(given,)) as pool:
        progress("tasks", 0, len(tasks))
        for done, report in enumerate(pool.map(_evaluated, range(len(tasks))), 1):
            progress("tasks", done, len(tasks))
            yield report


def _evaluated(number: int) -> TaskReport:
    tasks, phrases, settings = _given[0]
    return evaluate_task(tasks[number], phrases, settings)
