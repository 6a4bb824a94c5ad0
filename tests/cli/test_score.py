"""`perpend score` with its default model, and `perpend train score`, as a person runs them."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from perpend.alignment.drawing.glyphs import cells
from perpend.learning.registry import load
from perpend.similarity.likeness_model import LikenessModel

TEXTS = ("The man paid two hours early.", "The man paid nine hours early, again.")


def perpend(*words: str | Path, text: str | None = None, columns: int = 200) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "perpend", *map(str, words)]
    environment = os.environ | {"COLUMNS": str(columns)}
    return subprocess.run(command, input=text, capture_output=True, text=True, env=environment, check=False)


@pytest.fixture(scope="module")
def pairs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Labelled pairs of sentences that are made here: like if the same person does something."""
    chance = np.random.default_rng(2)
    path = tmp_path_factory.mktemp("pairs") / "own.tsv"
    lines = ["question\tgold\ttext1\ttext2"]
    for number in range(40):
        one, other = chance.choice(["nurse", "farmer", "pilot"], 2)
        verb, thing = chance.choice(["bought", "lost"]), chance.choice(["boat", "fence"])
        lines.append(
            f"q{number % 5}\t{2 * (one == other):g}\tThe {one} {verb} a {thing}.\tA {other} {verb} the {thing}."
        )
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def test_one_number_the_picture_and_reasons_are_printed(in_process: Callable) -> None:
    ended = in_process("score", *TEXTS)
    shown = ended.out.decode()
    assert (ended.code, ended.err) == (0, b"")
    for part in (" on a scale from 0 to 5; 80 % of such pairs lie between ", "_two hours_{#1}", "[again]",
                 "\n- 'two hours' became 'nine hours'\n"):  # fmt: skip
        assert part in shown
    for detail in ("likeness:", "wordnet", "(sum)"):
        assert detail not in shown


def test_details_are_for_those_who_ask(in_process: Callable) -> None:
    explained = in_process("score", *TEXTS, "--explain").out.decode()
    assert "(equal texts)" in explained
    assert "(sum)" in explained
    assert "likeness:" not in explained
    verbose = in_process("score", "-v", *TEXTS).out.decode()
    assert "likeness:" in verbose
    assert "strictness:1" in verbose


@pytest.mark.parametrize("columns", [20, 40, 100])
def test_an_answer_stays_within_the_terminal(columns: int) -> None:
    texts = f"{TEXTS[0]} 日本 שלום house and garden", "The cats that slept on the mat never saw a rather large dog."
    shown = perpend("score", *texts, columns=columns).stdout
    assert max(map(cells, shown.splitlines())) <= columns


def test_the_command_and_the_library_give_the_same_json(in_process: Callable) -> None:
    model = load("everyday")
    for options, found in [
        ((), model.explain(*TEXTS)),
        (("--swap",), model.explain(*TEXTS[::-1])),
        (("--symmetric",), model.explain(*TEXTS)),
        (("--strictness", "0.25"), model.using(strictness=0.25).explain(*TEXTS)),
    ]:
        assert json.loads(in_process("score", *TEXTS, "--json", *options).out) == found.to_dict()


def test_a_page_is_written(in_process: Callable, tmp_path: Path) -> None:
    assert in_process("score", *TEXTS, "--html", tmp_path / "page.html").code == 0
    assert (tmp_path / "page.html").read_text(encoding="utf-8") == load("everyday").explain(*TEXTS).to_html(page=True)


def test_tables_get_intervals_and_reasons(in_process: Callable) -> None:
    data = "\t".join(("text1", "text2")) + "\n" + "\t".join(TEXTS) + "\nonly one\n"
    plain = in_process("score", "--pairs", "-", stdin=data.encode())
    assert plain.code == 1
    header, row, bad = (line.split("\t") for line in plain.out.decode().splitlines())
    assert header == ["text1", "text2", "value", "low", "high", "error"]
    found = load("everyday").explain(*TEXTS)
    assert (float(row[2]), (float(row[3]), float(row[4]))) == (found.value, found.interval)
    assert bad[2:5] == ["", "", ""]
    lines = in_process("score", "--pairs", "-", "--explain", "--json", stdin=data.encode()).out.decode().splitlines()
    facts = json.loads(lines[0])
    names = ["value", "low", "high", "base", "reasons", "warnings", "contributions", "error", "signature"]
    assert list(facts)[3:] == names
    assert facts["contributions"] == found.to_dict()["contributions"]
    assert facts["reasons"] == list(found.reasons)
    assert (facts["base"], facts["warnings"]) == (5.0, [])


def test_mistakes_are_one_line(in_process: Callable, pairs: Path, tmp_path: Path) -> None:
    output = ("-o", tmp_path / "out.model")
    for words, message in [
        (("score", *TEXTS, "--svg", tmp_path / "x.svg"), "--svg draws the edits of models of the kind perp"),
        (("score", *TEXTS, "--phrases", pairs), "--phrases is for models of the kind perp"),
        (("score", *TEXTS, "--strictness", "2"), "--strictness: a number from 0 to 1 is needed"),
        (
            ("score", *TEXTS, "--strictness", "1", "--model", "perp-sts"),
            "--strictness is for models",
        ),
        (("score", *TEXTS, "--model", "relate-sentence"), "'likeness' or 'perp' was needed"),
        (("train", "score", pairs, pairs, *output, "--groups", "question"), "--groups goes with one file"),
        (("train", "score", pairs, *output, "--groups", "topic"), "no column 'topic'"),
        (("train", "score", pairs, *output, "--start", "perp-sts"), "'perp', but 'likeness' was needed"),
        (("train", "score", pairs, *output, "--scale", "0", "1"), "not on the scale 0 to 1"),
    ]:
        ended = in_process(*words)
        assert (ended.code, ended.out) == (2, b"")
        assert message in ended.err.decode()
        assert ended.err.count(b"\n") == 1
    assert not (tmp_path / "out.model").exists()


def test_training_moves_as_far_as_the_labels_justify(in_process: Callable, pairs: Path, tmp_path: Path) -> None:
    words = ("train", "score", pairs, "--scale", "0", "2", "--groups", "question")
    ended = in_process(*words, "-o", tmp_path / "one.model")
    shown = " ".join(ended.out.decode().split())
    model = LikenessModel.read(tmp_path / "one.model")
    assert model.scale == (0.0, 2.0)
    assert model.errors is not None
    before, after = model.errors
    assert after < before
    assert "40 pairs; values were brought to your scale" in shown
    assert f"error {before:.3f} before, {after:.3f} after, in cross-validation" in shown
    assert "80 % of labels lie between" in shown
    again = json.loads(in_process(*words, "-o", tmp_path / "two.model", "--json").out)
    assert (tmp_path / "one.model").read_bytes() == (tmp_path / "two.model").read_bytes()
    assert (again["identity"], again["error before"], again["error after"]) == (model.identity, before, after)
    scored = json.loads(in_process("score", *TEXTS, "--model", tmp_path / "one.model", "--json").out)
    assert scored == model.explain(*TEXTS).to_dict()


def test_plain_weights_and_several_sources(in_process: Callable, pairs: Path, tmp_path: Path) -> None:
    (tmp_path / "other.tsv").write_bytes(pairs.read_bytes())
    ended = in_process("train", "score", pairs, tmp_path / "other.tsv", "-o", tmp_path / "m.model", "--scale", "0", "2",
                       "--plain")  # fmt: skip
    assert "sources left out" in " ".join(ended.out.decode().split())
    model = LikenessModel.read(tmp_path / "m.model")
    assert (model.training.groups, model.training.count, model.correction) == (2, 80, None)
    assert model.identity.startswith("own+other/")
