"""A worker that behaves badly on purpose, so that `test_driver` can see what the driver makes of it.

Input 1 kills the process, input 2 says nothing for a long time, input 3 is a failure that is told.
"""

import os
import signal
import sys
import time
from pathlib import Path

from tests.fuzzing.watching import keep_input, say


def load() -> None:
    """Nothing is imported."""


def main() -> None:
    """Go through the inputs of one name."""
    _, first, count, folder, name = sys.argv[1:]
    place = Path(folder) / "files"
    place.mkdir(parents=True, exist_ok=True)
    for number in range(int(first), int(count)):
        (place / "input.txt").write_text(f"input {number}", encoding="ascii")
        begun = {"begin": name, "number": number, "victim": "input.txt"}
        say(begun)
        if number == 1:
            os.kill(os.getpid(), signal.SIGSEGV)
        if number == 2:
            time.sleep(600)
        if number == 3:
            keep_input(Path(folder), begun)
            say({"failed": "KeyError: 'a'", "where": "reader.py:read KeyError"})


if __name__ == "__main__":
    main()
