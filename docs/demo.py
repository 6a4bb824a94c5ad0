"""`make demo`: what Perpend does, on two sentences."""

import shlex
import subprocess
import sys

COMMANDS = [
    [
        "words",
        "The doctors didn't close the old hospital.",
        "The old clinic was never closed by its physicians.",
        "--tokenizer",
        "penn",
    ],
    [
        "align",
        "By the harbour yesterday the doctors opened a large clinic.",
        "The physicians opened a big clinic by the harbour.",
    ],
]

for command in COMMANDS:
    sys.stdout.write(f"$ perpend {shlex.join(command)}\n")
    sys.stdout.flush()
    subprocess.run([sys.executable, "-m", "perpend", *command], check=True)
    sys.stdout.write("\n")
