"""Many models at once: training releases the GIL, so each core can learn its own.

    across_cores(learn_one, jobs, advance)     learn_one(job, step) for each job, results in their order

A job calls `step` after each epoch. That calls `advance`, for a progress bar, and ends the job when another has failed
or when the user has interrupted the run, because an interrupt reaches the main thread only.
"""

import os
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_EXCEPTION, Future, ThreadPoolExecutor, wait
from threading import Event, Lock
from typing import TypeVar

from perpend.types import Progress

__all__ = ["Advance", "across_cores", "counted"]

Job = TypeVar("Job")
Result = TypeVar("Result")

Advance = Callable[[], None]
"""A callback for one more step that is done; it is called from one thread at a time."""


def across_cores(
    work: Callable[[Job, Advance], Result], jobs: Sequence[Job], advance: Advance | None = None
) -> list[Result]:
    """Runs `work(job, step)` for each of the `jobs` in threads, and returns the results in order.

    `advance` is called after each step; the first failure is raised.
    """
    ended, lock = Event(), Lock()
    failures: list[BaseException] = []

    def step() -> None:
        with lock:
            if ended.is_set():
                raise KeyboardInterrupt
            if advance:
                advance()

    def note(future: Future[Result]) -> None:
        if not future.cancelled() and (failure := future.exception()):
            failures.append(failure)
            ended.set()

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        try:
            futures = [pool.submit(work, job, step) for job in jobs]
            for future in futures:
                future.add_done_callback(note)
            wait(futures, return_when=FIRST_EXCEPTION)
            if failures:
                raise failures[0]
            return [future.result() for future in futures]
        finally:
            ended.set()
            pool.shutdown(wait=False, cancel_futures=True)


def counted(description: str, total: int, progress: Progress | None) -> Advance:
    """A function that counts its calls and reports 0 and each count to `progress`, with `description` and `total`."""
    done = 0
    if progress:
        progress(description, done, total)

    def advance() -> None:
        nonlocal done
        done += 1
        if progress:
            progress(description, done, total)

    return advance
