"""No text, file or file name of a stranger's commands the terminal or breaks JSON: every command is tried."""

import ast
import json
import logging
import re
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import typer.main

from perpend.cli.main import app
from perpend.cli.output import progress
from perpend.files.escapes import json_text, visible_lines
from perpend.lexicon.phrases.builder import build_phrase_table
from perpend.similarity.training import train_perp

SOURCE = Path(__file__).resolve().parents[2] / "src" / "perpend"
HOSTILE = "b\x1b[31md\x9bc\u202ee\u2066f\x07g"
CONTROLS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]")
EXITS = {"cli/output.py", "cli/streams.py"}
# Asks whether the picture goes to a terminal, and prints nothing; reads standard input, and prints nothing.
ASKING = {
    "alignment/drawing/lines.py": {"stdout"},
    # A fixed line, where Ctrl-C comes before the one exit is imported.
    "cli/start.py": {"stderr"},
}
PRINTING = {"echo", "secho", "Console", "print_exc", "print_exception", "basicConfig", "StreamHandler"}


def leaves(command: Any, words: tuple[str, ...] = ()) -> dict[str, Any]:
    if not hasattr(command, "commands"):
        return {" ".join(words): command}
    return {k: v for name, inner in command.commands.items() for k, v in leaves(inner, (*words, name)).items()}


LEAVES = leaves(typer.main.get_command(app))


def ways_to_print(source: str) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "sys":
            found |= {node.attr} & {"stdout", "stderr", "__stdout__", "__stderr__"}
        if isinstance(node, ast.Call):
            name = getattr(node.func, "id", getattr(node.func, "attr", ""))
            found |= {name} & (PRINTING | ({"print"} if isinstance(node.func, ast.Name) else set()))
    return found


def test_ways_to_print_are_found() -> None:
    source = "import sys\nprint(1)\nsys.stderr.write('')\ntyper.echo('')\nrich.console.Console().print(2)"
    assert ways_to_print(source) == {"print", "stderr", "echo", "Console"}


@pytest.mark.parametrize("path", sorted(SOURCE.rglob("*.py")), ids=lambda path: str(path.relative_to(SOURCE)))
def test_nothing_is_printed_but_by_the_one_exit(path: Path) -> None:
    name = str(path.relative_to(SOURCE))
    if name not in EXITS:
        assert ways_to_print(path.read_text(encoding="utf-8")) <= ASKING.get(name, set())


def test_json_has_escapes_and_the_same_value() -> None:
    value = {"\x9bkey": ["".join(map(chr, range(0x100))), "\u2028\u202e\u200f\ud800\U0001f408", float("inf")]}
    text = json_text(value)
    assert not CONTROLS.search(text)
    assert json.loads(text) == {"\x9bkey": [*value["\x9bkey"][:2], "Infinity"]}
    assert json.loads(json_text(value, indent=2)) == json.loads(text)


def test_lines_keep_what_can_be_seen() -> None:
    assert visible_lines("né\t👩\u200d🚀 \u200eא\n") == "né\t👩\u200d🚀 \u200eא\n"
    assert visible_lines("\r\x85") == r"\r\x85"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Files of every kind with control characters in their texts, in a folder whose name has some, too."""
    made = tmp_path_factory.mktemp("hostile") / "x\x1b[2J\x9b\u202e"
    made.mkdir()
    lines = {
        "hyp.txt": f"the {HOSTILE} sat\nhe left\n",
        "ref.txt": f"a cat {HOSTILE}\nhe left {HOSTILE}\n",
        "other.txt": f"the cat {HOSTILE} sat\nhe ran\n",
        "gold.txt": "1\n0\n",
        "pairs.tsv": f"text1\ttext2\tgold\t{HOSTILE}\nthe {HOSTILE} sat\ta cat {HOSTILE}\t3\t{HOSTILE}\nhe left\n",
        "judged.tsv": "text1\ttext2\tgold\tsource\n"
        f"the {HOSTILE}\ta {HOSTILE}\t3\t{HOSTILE}\na b\tb c\t1\tz\nc\td\t2\tz\n",
        "spelled.tsv": f"correct\tmisspelling\n{HOSTILE}\t{HOSTILE}x\n",
        "words.txt": f"{HOSTILE}\n{HOSTILE}x\ncat\ncart\n",
        "people.txt": f"Anna {HOSTILE}\nA. {HOSTILE}\n",
        "phrases.tsv": f"{HOSTILE} c\tthe {HOSTILE}\t0.5\nbad line {HOSTILE}\n",
        "docs.jsonl": json.dumps(
            {"id": HOSTILE, "text": f"Anna {HOSTILE} met Ann.", "mentions": [{"start": 0, "end": 4}]}
        ),
        "links.txt": "0-0\n0-0\n",
        "bad.json": json.dumps({HOSTILE: HOSTILE}),
    }
    for name, text in lines.items():
        (made / name).write_text(text, encoding="utf-8")
    build_phrase_table(made / "phrases.tsv", made / "table", format="tsv", name="t")
    train_perp([("a b", "b c"), ("a", "b"), ("c", "c")], [1, 0, 5], epochs=1, name=HOSTILE).save(made / "evil.json")
    return made


CASES: dict[str, list[str]] = {
    "score": [
        "--pairs @pairs.tsv --model @evil.json --verbose",
        f"the {HOSTILE}|{HOSTILE} c| --explain --model @evil.json",
        f"the {HOSTILE}|{HOSTILE} c| --explain --verbose",
        "--pairs @pairs.tsv",
        f"{HOSTILE}| --explain --phrases @table --model perp-sts-phrases|{HOSTILE} c",
        f"{HOSTILE}| --phrases @table|{HOSTILE} c",
        "a|b| --model @bad.json",
    ],
    "relate": ["--pairs @pairs.tsv", "a|b| --model @bad.json"],
    "paraphrase": ["--pairs @pairs.tsv", "a|b| --model @table"],
    "entail": ["--pairs @pairs.tsv", "a|b| --pipeline @none"],
    "align": [f"the {HOSTILE}|{HOSTILE} c| --phrases @table --explain", "--hyp @hyp.txt --ref @ref.txt"],
    "metric wer": [
        "--hyp @hyp.txt --ref @ref.txt --segments",
        "--hyp @hyp.txt --compare @other.txt --ref @ref.txt --segments",
    ],
    "metric per": ["--hyp @hyp.txt --ref @ref.txt"],
    "metric ter": ["--hyp @hyp.txt --ref @ref.txt --explain", "--hyp @none --ref @ref.txt"],
    "metric terp": [
        "--hyp @hyp.txt --ref @ref.txt --phrases @table --explain",
        "--hyp @hyp.txt --ref @ref.txt --phrases @bad.json",
    ],
    "metric bleu": ["--hyp @hyp.txt --ref @ref.txt --verbose"],
    "metric chrf": ["--pairs @pairs.tsv"],
    "metric nist": ["--hyp @hyp.txt --ref @ref.txt --information @other.txt"],
    "combine files": ["@hyp.txt @ref.txt @other.txt --explain", "@hyp.txt @ref.txt --weights @bad.json"],
    "combine tune": ["@hyp.txt @ref.txt --ref @gold.txt -o @tuned.json --rounds 1 --paths 2"],
    "suggest": [f"{HOSTILE}| --words @words.txt", "cat --model @bad.json"],
    "variants list": ["@words.txt", "@people.txt --full-names", "@words.txt --count --verbose"],
    "variants index": ["@words.txt -o @words.index"],
    "names": ["@docs.jsonl", "@docs.jsonl --model @bad.json", "@bad.json"],
    "words": [f"{HOSTILE}|the {HOSTILE}"],
    "annotate": [f"the {HOSTILE}| --conllu", f"the {HOSTILE}|", f"a| --pipeline x{HOSTILE}"],
    "train score": [
        "@judged.tsv -o @score.model",
        "@judged.tsv -o @score.model --groups @none",
        "@pairs.tsv -o @score.model",
    ],
    "train perp": ["@judged.tsv -o @perp.json --epochs 2 --verbose", "@pairs.tsv -o @perp.json"],
    "train relate": ["@pairs.tsv -o @relate.model", "@judged.tsv -o @relate.model --links @bad.json"],
    "train paraphrase": ["@judged.tsv -o @paraphrase.model"],
    "train entail": ["@judged.tsv -o @entail.model --gold source"],
    "train spelling": ["@spelled.tsv --words @words.txt -o @spelling.json"],
    "train names": ["@docs.jsonl -o @names.json", "@bad.json -o @names.json"],
    "tune": ["--pairs @judged.tsv --iterations 1 -o @tuned.param", "--pairs @pairs.tsv"],
    "evaluate pairs": ["@judged.tsv --samples 2 --model @evil.json", "@judged.tsv --group source --samples 2"],
    "evaluate metrics": ["@judged.tsv --gold gold --samples 2 --metric TER --group source"],
    "models list": [""],
    "models show": ["@evil.json", "@bad.json", "perp-sts", "@none"],
    "resources list": ["--home @home"],
    "resources get": [f"x{HOSTILE}| --home @home"],
    "resources path": ["wordnet-dict --home @home --mirror @none", "wordnet-dict --home @home"],
    "resources verify": ["wordnet-dict --home @home"],
    "phrases extract": [
        "--source @hyp.txt --target @ref.txt --alignments @links.txt -o @new.phrases --min-count 1",
        "--source @hyp.txt --target @gold.txt --alignments @bad.json -o @new.phrases",
    ],
    "phrases build": ["@phrases.tsv -o @built.phrases --format tsv --verbose", "@bad.json -o @built.phrases"],
    "phrases merge": ["@table @table -o @merged.phrases", "@table @bad.json -o @merged.phrases"],
    "phrases sample": ["@table -n 1", "@table"],
    "phrases lookup": [f"@table |{HOSTILE} c", f"@table |{HOSTILE}"],
    "phrases info": ["@table --verify", "@bad.json"],
    "lm train": ["@hyp.txt @ref.txt -o @new.arpa --order 1"],
    "lm score": ["@bad.json @hyp.txt"],
    "lm perplexity": ["@bad.json @hyp.txt"],
    "vectors train": ["@hyp.txt @ref.txt -o @new.vectors --dimensions 1 --min-count 1"],
    "vectors near": [f"{HOSTILE}|", "cat| --model @bad.json"],
    "vectors info": ["@bad.json", "@table"],
    "topics train": ["@hyp.txt @ref.txt -o @new.topics --topics 2 --passes 1 --min-count 1"],
    "topics of": [f"the {HOSTILE}|", "a| --model @table"],
    "topics info": ["@bad.json"],
}
"""Arguments are separated by blanks, or by | where they contain blanks; @ is the folder of hostile files."""


def arguments(case: str, folder: Path) -> list[str]:
    words = [word for part in case.split("|") for word in (part.split() if "@" in part or " -" in part else [part])]
    return [str(folder / word[1:]) if word.startswith("@") else word for word in words if word]


def test_every_command_is_tried() -> None:
    assert CASES.keys() == LEAVES.keys()


@pytest.mark.parametrize("form", ["terminal", "json"])
@pytest.mark.parametrize(("command", "case"), [(name, case) for name, cases in CASES.items() for case in cases])
def test_no_control_character_comes_out(
    in_process: Callable[..., Any], folder: Path, command: str, case: str, form: str
) -> None:
    words = [*command.replace(" files", "").replace(" list", "").split(), *arguments(case, folder)]
    if command == "resources list":
        words.insert(1, "list")
    if form == "json" and "--conllu" not in case:
        words.append("--json")
    ended = in_process(*words, terminal=form == "terminal")
    out, err = ended.out.decode("utf-8"), ended.err.decode("utf-8")
    assert ended.code in (0, 1, 2), err
    assert out or err
    assert "Traceback" not in err
    if "--conllu" not in case or form == "terminal":
        assert not CONTROLS.search(out), out
    assert not CONTROLS.search(err), err
    if form == "json" and out and "--conllu" not in case:
        assert documents(out)


def documents(text: str) -> list[Any]:
    """The JSON document, or those of all lines."""
    try:
        return [json.loads(text)]
    except ValueError:
        return [json.loads(line) for line in text.splitlines()]


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "utf-8", "utf-16"])
@pytest.mark.parametrize("words", [("words", f"né 🐈 {HOSTILE}"), ("align", "né 🐈", f"猫 {HOSTILE}")])
def test_json_is_valid_in_every_encoding(in_process: Callable[..., Any], words: tuple[str, ...], encoding: str) -> None:
    found = [in_process(*words, "--json", encoding=one).out.decode(one) for one in (encoding, "utf-8")]
    assert json.loads(found[0]) == json.loads(found[1])
    assert not CONTROLS.search(found[0])


def test_rows_of_json_are_valid_in_ascii(in_process: Callable[..., Any], tmp_path: Path) -> None:
    (tmp_path / "pairs.tsv").write_text(f"text1\ttext2\nné 🐈\t{HOSTILE}\n", encoding="utf-8")
    ended = in_process("score", "--pairs", tmp_path / "pairs.tsv", "--json", encoding="ascii")
    row = json.loads(ended.out.decode("ascii"))
    assert (row["text1"], row["text2"]) == ("né 🐈", HOSTILE)


def test_a_pipe_gets_data_as_they_are(in_process: Callable[..., Any], tmp_path: Path) -> None:
    (tmp_path / "words.txt").write_text(f"{HOSTILE}\n{HOSTILE}x\n", encoding="utf-8")
    assert f"{HOSTILE}\t{HOSTILE}x\t".encode() in in_process("variants", tmp_path / "words.txt").out
    assert rb"b\x1b[31md\x9bc" in in_process("variants", tmp_path / "words.txt", terminal=True).out


def test_parquet_is_not_for_terminals(in_process: Callable[..., Any], tmp_path: Path) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    table = pyarrow.table({"text1": ["a"], "text2": ["b"]})
    parquet.write_table(table, tmp_path / "pairs.parquet")
    ended = in_process("score", "--pairs", tmp_path / "pairs.parquet", terminal=True)
    assert (ended.code, ended.err.count(b"\n")) == (2, 1)
    assert b"a terminal cannot show this format: name a file by --output" in ended.err
    assert np.array_equal(table["text1"], parquet.read_table(tmp_path / "pairs.parquet")["text1"])


def test_warnings_and_the_log_have_escapes(in_process: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    def noisy(*_: str, **__: str) -> dict[str, Any]:
        logging.getLogger("perpend.text").warning("log %s", HOSTILE)
        logging.getLogger("perpend.text").info("detail %s", HOSTILE)
        warnings.warn(f"warning {HOSTILE}", RuntimeWarning, stacklevel=2)
        return {"texts": []}

    monkeypatch.setattr("perpend.cli.words.describe", noisy)
    with warnings.catch_warnings():
        warnings.simplefilter("always")
        quiet, loud = (in_process("words", "cat", *words).err.decode() for words in ((), ("--verbose",)))
    shown = r"b\x1b[31md\x9bc\u202ee\u2066f\x07g"
    lines = [f"perpend.text: log {shown}", f"perpend.text: detail {shown}", f"RuntimeWarning: warning {shown}"]
    assert quiet.splitlines() == [lines[0], lines[2]]
    assert loud.splitlines() == lines


def test_progress_has_escapes() -> None:
    bar = progress()
    task = bar.add_task(f"scoring {HOSTILE}[bold]")
    described = bar.columns[0](bar.tasks[task])
    assert str(described) == r"scoring b\x1b[31md\x9bc\u202ee\u2066f\x07g[bold]"
