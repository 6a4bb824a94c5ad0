"""`make demo`: what Perpend does, on a few sentences."""

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
    ["score", "The physicians opened a clinic for two days.", "Doctors have opened a clinic for nine days."],
    ["score", "The physicians opened a clinic.", "Doctors have opened a clinic.", "--model", "perp-sts"],
    ["relate", "A girl is brushing her hair.", "A young woman is combing her hair."],
    ["entail", "A boy is climbing a tall tree.", "A child is climbing a tree."],
    ["paraphrase", "Acme bought the small firm in May.", "In May the little firm was purchased by Acme."],
    ["suggest", "recieve", "fisikal"],
]

for command in COMMANDS:
    sys.stdout.write(f"$ perpend {shlex.join(command)}\n")
    sys.stdout.flush()
    subprocess.run([sys.executable, "-m", "perpend", *command], check=True)
    sys.stdout.write("\n")
