"""`perpend train perp` and `perpend score`, as a person runs them: processes, output, files and exit codes."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from perpend.cli import train
from perpend.learning.registry import load
from perpend.lexicon.phrases.builder import build_phrase_table
from perpend.similarity.model import PerpModel

ROWS = [
    ("4.8", "A man plays a guitar.", 'A man is "playing" a guitar.'),
    ("4.5", "The doctor left at noon.", "At noon the physician left."),
    ("0", "Two dogs run in the snow.", "A woman peels a potato."),
    ("2", "She bought 3 red apples.", "She bought 4 green pears."),
]
TEXTS = ("The doctor left at noon.", "At noon the physician left quickly.")


def perpend(*words: str | Path, text: str | None = None, columns: int = 200) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "perpend", *map(str, words)]
    environment = os.environ | {"COLUMNS": str(columns)}
    return subprocess.run(command, input=text, capture_output=True, text=True, env=environment, check=False)


@pytest.fixture(scope="module")
def pairs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("pairs") / "small.tsv"
    lines = ["id\tgold\ttext1\ttext2", *(f"p{number}\t" + "\t".join(row) for number, row in enumerate(ROWS))]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def model(pairs: Path) -> Path:
    path = pairs.with_name("model.json")
    ended = perpend("train", "perp", pairs, "-o", path, "--epochs", "30", "--rate", "0.1")
    assert ended.returncode == 0, ended.stderr
    assert "4 pairs, 30 epochs; mean squared error" in ended.stdout
    assert "Sub-Norm-LevDist" not in ended.stdout
    return path


def test_training_twice_writes_the_same_bytes(pairs: Path, model: Path, tmp_path: Path) -> None:
    other = tmp_path / "model.json"
    ended = perpend("train", "perp", pairs, "-o", other, "--epochs", "30", "--rate", "0.1", "--json")
    answer = json.loads(ended.stdout)
    assert other.read_bytes() == model.read_bytes()
    assert (answer["pairs"], len(answer["weights"]), len(answer["errors"])) == (4, 36, 30)
    assert answer["identity"] == PerpModel.read(model).identity
    assert answer["identity"].startswith("small/")
    shown = json.loads(perpend("models", "show", other, "--json").stdout)
    assert shown.items() <= answer.items()
    detailed = perpend("train", "perp", pairs, "-o", other, "--epochs", "2", "--verbose").stdout
    assert all(part in detailed for part in ("Sub-Norm-LevDist", "small/", "epochs"))


def test_the_command_and_the_library_give_the_same_json(model: Path) -> None:
    scorer = PerpModel.read(model)
    for options, texts, symmetric in [
        ((), TEXTS, False),
        (("--swap",), TEXTS[::-1], False),
        (("--symmetric",), TEXTS, True),
    ]:
        ended = perpend("score", *TEXTS, "--model", model, "--json", *options)
        assert json.loads(ended.stdout) == scorer.using(symmetric=symmetric).explain(*texts).to_dict()


def test_the_value_the_drawing_and_reasons_are_printed(model: Path) -> None:
    ended = perpend("score", *TEXTS, "--model", model)
    assert (ended.returncode, ended.stderr) == (0, "")
    for part in (" on a scale from 0 to 5", "shifted", "synonym", "quickly", "\n- "):
        assert part in ended.stdout
    for detail in ("perp:small/", "cost", "Synonymy", "(sum)"):
        assert detail not in ended.stdout


def test_details_are_for_those_who_ask(model: Path) -> None:
    explained = perpend("score", *TEXTS, "--model", model, "--explain").stdout
    for part in ("points", "(start)", "(sum)", "Synonymy"):
        assert part in explained
    for verbose in (("--verbose", "score"), ("score", "--verbose"), ("score", "-v")):
        shown = perpend(*verbose, *TEXTS, "--model", model).stdout
        for part in ("cost", "(sum)", "raw score", "perp:small/"):
            assert part in shown


@pytest.mark.parametrize("columns", [20, 40, 100])
def test_an_answer_stays_within_the_terminal(model: Path, columns: int) -> None:
    words = [
        "the",
        "small",
        "cat",
        "that",
        "sat",
        "on",
        "the",
        "old",
        "mat",
        "saw",
        "a",
        "rather",
        "large",
        "dog",
        "in",
        "the",
        "garden",
        "of",
        "the",
        "house",
    ]
    texts = " ".join(words), " ".join(reversed(words))
    shown = perpend("score", *texts, "--model", model, columns=columns).stdout
    assert max(map(len, shown.splitlines())) <= columns


def test_a_text_may_come_from_standard_input(model: Path) -> None:
    piped = perpend("score", TEXTS[0], "-", "--model", model, "--json", text=TEXTS[1])
    assert piped.stdout == perpend("score", *TEXTS, "--model", model, "--json").stdout


def test_pictures_are_written_to_files(model: Path, tmp_path: Path) -> None:
    for option, beginning in (("svg", "<svg"), ("html", "<!DOCTYPE html>")):
        ended = perpend("score", *TEXTS, "--model", model, f"--{option}", tmp_path / option)
        assert (ended.returncode, ended.stdout) == (0, "")
        assert (tmp_path / option).read_text(encoding="utf-8").startswith(beginning)


def test_phrases_are_used_and_asked_for(pairs: Path, tmp_path: Path) -> None:
    (tmp_path / "phrases.tsv").write_text("at noon\tat midday\t0.5\n", encoding="utf-8")
    build_phrase_table(tmp_path / "phrases.tsv", tmp_path / "table", format="tsv")
    path, table = tmp_path / "model.json", ("--phrases", tmp_path / "table")
    assert perpend("train", "perp", pairs, "-o", path, "--epochs", "2", *table).returncode == 0
    texts = ("They met at noon", "They met at midday")
    assert "phrase" in perpend("score", *texts, "--model", path, *table).stdout
    ended = perpend("score", *texts, "--model", path)
    assert ended.returncode == 2
    assert "but none was given: give that table (--phrases)" in ended.stderr


def test_mistakes_are_one_line(pairs: Path, model: Path, tmp_path: Path) -> None:
    (tmp_path / "junk.json").write_text("junk", encoding="utf-8")
    (tmp_path / "empty.tsv").write_text("id\tgold\ttext1\ttext2\n", encoding="utf-8")
    output = ("-o", tmp_path / "out.json")
    for words, message in [
        (("score", *TEXTS, "--model", tmp_path / "junk.json"), "is neither an array file nor a JSON document"),
        (("score", *TEXTS, "--model", tmp_path / "absent.json"), "cannot be read"),
        (("score", *TEXTS, "--model", model, "--json", "--svg", "x"), "exclude each other"),
        (("train", "perp", pairs, *output, "--gold", "score"), "no column 'score'"),
        (("train", "perp", pairs, *output, "--scale", "0", "1"), "not on the scale 0 to 1"),
        (("train", "perp", pairs, *output, "--rate", "-1"), "--rate: a number from 0 to 1,000 is needed"),
        (("train", "perp", pairs, *output, "--rate", "1000"), "a lower rate"),
        (("train", "perp", tmp_path / "empty.tsv", *output), "0 pairs"),
    ]:
        ended = perpend(*words)
        assert (ended.returncode, ended.stdout) == (2, "")
        assert message in ended.stderr
        assert ended.stderr.count("\n") == 1
    assert not (tmp_path / "out.json").exists()


class InterruptedBar:
    """A progress bar during whose third epoch the user presses Ctrl-C."""

    def __enter__(self) -> "InterruptedBar":
        return self

    def __exit__(self, *_: object) -> None: ...

    def add_task(self, *_: object, **__: object) -> int:
        return 0

    def update(self, _: int, *, completed: int, description: str) -> None:
        assert description.startswith("training, error ")
        if completed == 3:
            raise KeyboardInterrupt


def test_an_interrupt_writes_what_was_learned(pairs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(train, "progress", InterruptedBar)
    ended = CliRunner().invoke(train.app, ["perp", str(pairs), "-o", str(tmp_path / "model.json")])
    assert ended.exit_code == 130
    assert "interrupted after 3 epochs; what was learned is kept" in ended.output
    assert PerpModel.read(tmp_path / "model.json").settings.epochs == 3


def test_the_default_model_is_used_unless_another_is_named() -> None:
    default, named = (perpend("score", *TEXTS, "--json", *options) for options in ((), ("--model", "perp-sts")))
    assert default.returncode == 0, default.stderr
    assert json.loads(default.stdout) == load("everyday").explain(*TEXTS).to_dict()
    assert json.loads(named.stdout) == load("perp-sts").explain(*TEXTS).to_dict()


def test_several_files_are_several_sources(pairs: Path, tmp_path: Path) -> None:
    (tmp_path / "other.tsv").write_bytes(pairs.read_bytes())
    ended = perpend("train", "perp", pairs, tmp_path / "other.tsv", "-o", tmp_path / "m.json", "--epochs", "2")
    assert ended.returncode == 0, ended.stderr
    assert PerpModel.read(tmp_path / "m.json").training.groups == 2
    assert PerpModel.read(tmp_path / "m.json").identity.startswith("small+other/")


def test_models_are_listed_and_their_cards_shown() -> None:
    listed = json.loads(perpend("models", "--json").stdout)
    assert [(one["name"], one["default"]) for one in listed["models"][:2]] == [
        ("everyday", True),
        ("everyday-encoder", False),
    ]
    assert {one["kind"] for one in listed["models"]} == {
        "likeness", "perp", "relatedness", "equivalence", "paraphrase", "inference", "entailment", "spelling", "names",
        "variants",
    }  # fmt: skip
    shown = perpend("models")
    assert all(one["name"] in shown.stdout for one in listed["models"])
    card = perpend("models", "show", "perp-sts")
    assert card.stdout.startswith("# perp-sts\n")
    assert json.loads(perpend("models", "show", "perp-sts", "--json").stdout)["card"] == card.stdout
    for words in (("models", "show", "perp-stz"), ("score", *TEXTS, "--model", "perp-stz")):
        failed = perpend(*words)
        assert (failed.returncode, failed.stderr.count("\n")) == (2, 1)
        assert "unknown model 'perp-stz'; known: " in failed.stderr
