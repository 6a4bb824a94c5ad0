"""Signals that ask a command to end: SIGTERM, and SIGHUP when its terminal goes.

    kill PID        -> Terminated is raised in the main thread: partial files are removed, as after Ctrl-C
                    -> "perpend: ended by SIGTERM", exit code 143 (128 and the number of the signal)

Python would be killed without a chance to clean up. A signal that the caller ignores (nohup) stays ignored. Further
signals are ignored while the command cleans up, since some senders send twice.

Where Python calls back from C (a weak reference that dies, a hook), it prints an exception and forgets it, and the
command would go on: there Terminated, like the KeyboardInterrupt of Ctrl-C, is raised again a moment later.
"""

import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import TYPE_CHECKING, NoReturn

if TYPE_CHECKING:
    from sys import UnraisableHookArgs

__all__ = ["INTERRUPTED", "Terminated", "ending_signals"]

INTERRUPTED = 130
"""The exit code after Ctrl-C: 128 and the number of SIGINT."""

_SIGNALS = (signal.SIGTERM, signal.SIGHUP)
_A_MOMENT = 0.001


class Terminated(BaseException):
    """A signal asked the command to end; `code` is the exit code, and the text is the name of the signal."""

    def __init__(self, number: int) -> None:
        self.code = 128 + number
        super().__init__(signal.Signals(number).name)


def _end(number: int, _: FrameType | None) -> None:
    for one in _SIGNALS:
        if signal.getsignal(one) is _end:
            signal.signal(one, signal.SIG_IGN)
    raise Terminated(number)


@contextmanager
def _nothing_forgotten() -> Iterator[None]:
    """Inside, an ending that Python could not raise is raised again when its callback is over."""
    usual = sys.unraisablehook

    def hook(lost: "UnraisableHookArgs") -> None:
        ending = lost.exc_value
        if not isinstance(ending, Terminated | KeyboardInterrupt):
            usual(lost)
            return

        def again(*_: object) -> NoReturn:
            raise ending

        signal.signal(signal.SIGALRM, again)
        signal.setitimer(signal.ITIMER_REAL, _A_MOMENT)

    sys.unraisablehook = hook
    try:
        yield
    finally:
        sys.unraisablehook = usual


@contextmanager
def ending_signals() -> Iterator[None]:
    """Inside, the signals raise Terminated in the main thread; afterwards they do what they did, if none came."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    ours = [one for one in _SIGNALS if signal.getsignal(one) is signal.SIG_DFL]
    for one in ours:
        signal.signal(one, _end)
    try:
        with _nothing_forgotten():
            yield
    finally:
        # After the first signal they stay ignored: a second one must not kill the process at its very end.
        for one in ours:
            if signal.getsignal(one) is _end:
                signal.signal(one, signal.SIG_DFL)
