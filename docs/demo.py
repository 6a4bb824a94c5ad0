"""`make demo`: the main job, on two sentences."""

import shlex
import subprocess
import sys

COMMAND = [
    "words",
    "The doctors didn't close the old hospital.",
    "The old clinic was never closed by its physicians.",
    "--tokenizer",
    "penn",
]

sys.stdout.write(f"$ perpend {shlex.join(COMMAND)}\n")
sys.stdout.flush()
subprocess.run([sys.executable, "-m", "perpend", *COMMAND], check=True)
