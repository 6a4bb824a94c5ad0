"""The command line of the experiments, and a miniature STS-2012: eight files of pairs."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

PAIRS = [
    ("5.0", "a dog runs in the park", "a dog runs in the park"),
    ("4.2", "a dog runs in the park", "in the park a dog is running"),
    ("3.0", "two children play chess", "two kids play a game"),
    ("1.5", 'she said "no" to him', "she told him a story"),
    ("0.8", "the price rose by 12 percent", "a bird sat on the price tag"),
    ("0.0", "the train was late", "red apples fall from trees"),
]
FILES = [
    "train.MSRpar", "train.MSRvid", "train.SMTeuroparl",
    "test.MSRpar", "test.MSRvid", "test.SMTeuroparl", "test.surprise.OnWN", "test.surprise.SMTnews",
]  # fmt: skip


@pytest.fixture
def small_mirror(tmp_path: Path) -> Path:
    folder = tmp_path / "mirror" / "sts2012"
    folder.mkdir(parents=True)
    for number, name in enumerate(FILES):
        rows = [f"{name}:{k}\t{gold}\t{one}\t{other}" for k, (gold, one, other) in enumerate(PAIRS[number % 2 :])]
        (folder / f"{name}.tsv").write_text("\n".join(["id\tgold\ttext1\ttext2", *rows]) + "\n", encoding="utf-8")
    return folder.parent


@pytest.fixture(scope="session")
def run_table() -> Callable[..., "subprocess.CompletedProcess[str]"]:
    """Runs `python -m experiments` with the given arguments and environment variables."""

    def run(*arguments: str | Path, **environment: str) -> "subprocess.CompletedProcess[str]":
        known = {name: value for name, value in os.environ.items() if name != "PERPEND_MIRROR"} | {"COLUMNS": "200"}
        return subprocess.run(
            [sys.executable, "-m", "experiments", *map(str, arguments)],
            capture_output=True,
            text=True,
            env=known | environment,
            cwd=Path(__file__).resolve().parents[2],
            check=False,
        )

    return run
