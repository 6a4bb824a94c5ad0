"""Many models at once: learning leaves Python's lock alone for most of its time, so each core can learn its own.

    across_cores(learn_one, jobs, advance)     learn_one(job, step) for each job, results in their order

A job calls `step` after each epoch. That tells the progress bar, and it ends the job when another has failed or when
the user has interrupted the run: an interrupt reaches the main thread alone, and the others would learn to their end.
A failed job ends the others itself, before the main thread has seen it; the first failure is the one that is raised.
"""

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Event, Lock
from typing import TypeVar

from perpend.types import Progress

__all__ = ["Advance", "across_cores", "counted"]

Job = TypeVar("Job")
Result = TypeVar("Result")

Advance = Callable[[], None]
"""Told whenever one more step is done, from one thread at a time."""


def across_cores(
    work: Callable[[Job, Advance], Result], jobs: Sequence[Job], advance: Advance | None = None
) -> list[Result]:
    """What `work` makes of each job; it gets the job and the function to call after each step."""
    ended, lock = Event(), Lock()
    failures: list[BaseException] = []

    def step() -> None:
        if ended.is_set():
            raise KeyboardInterrupt
        if advance:
            with lock:
                advance()

    def run(job: Job) -> Result:
        try:
            return work(job, step)
        except BaseException as failure:
            failures.append(failure)
            ended.set()
            raise

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        try:
            return list(pool.map(run, jobs))
        except BaseException as failure:
            ended.set()
            pool.shutdown(cancel_futures=True)
            raise failures[0] if failures else failure from None


def counted(description: str, total: int, progress: Progress | None) -> Advance:
    """A function that counts its calls and reports them, and that none are done at first."""
    done = 0
    if progress:
        progress(description, done, total)

    def advance() -> None:
        nonlocal done
        done += 1
        if progress:
            progress(description, done, total)

    return advance
