"""A paraphrase of probability 0 can make a cost NaN, as in the original; JSON stays JSON."""

import json
import subprocess
import sys
from pathlib import Path

from perpend.lexicon.phrases.builder import build_phrase_table


def test_nan_is_a_word(tmp_path: Path) -> None:
    (tmp_path / "table.txt").write_text("0 <p>big car</p> <p>large automobile</p>\n", encoding="utf-8")
    build_phrase_table(tmp_path / "table.txt", tmp_path / "table.phrases", format="terp")
    command = [sys.executable, "-m", "perpend", "align", "a large automobile", "a big car", "--json"]
    result = subprocess.run(
        [*command, "--phrases", str(tmp_path / "table.phrases")], capture_output=True, text=True, check=True
    )
    said = json.loads(result.stdout, parse_constant=lambda name: f"bare {name}")
    assert said["cost"] == "NaN"
    assert said["edits"][-1]["cost"] == "NaN"
