"""The edges of a command line: numbers, outputs, signals, memory, closed streams, folders that cannot be written."""

import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, get_args

import pytest
import typer.main

from perpend.cli.checking import WRITTEN
from perpend.cli.main import app
from perpend.spelling import suggestion

PAGE = (Path(__file__).parents[2] / "docs" / "command-line.md").read_text(encoding="utf-8")
PERPEND = f"{sys.executable} -m perpend"
# Two numbers, of which the second must be greater; training checks them, and nothing is counted by them.
WITHOUT_BOUNDS = {"--scale"}
Run = Callable[..., Any]


def leaves(command: Any, words: tuple[str, ...] = ()) -> dict[str, Any]:
    if not hasattr(command, "commands"):
        return {" ".join(words): command}
    return {
        # The default command of a group goes by the name of the group.
        k: v
        for name, inner in command.commands.items()
        for k, v in leaves(inner, words if inner.hidden else (*words, name)).items()
    }


LEAVES = leaves(typer.main.get_command(app))
NUMBERS = [
    (command, param)
    for command, leaf in LEAVES.items()
    for param in leaf.params
    if {int, float} & {param.type_descriptor.annotation, *get_args(param.type_descriptor.annotation)}
]
FILES = [(command, param) for command, leaf in LEAVES.items() for param in leaf.params if param.opts[0] in WRITTEN]
LIMITS = {
    (command, option): (float(low.replace(",", "")), float(high.replace(",", "")))
    for row in PAGE.split("\n## Limits of numbers\n", 1)[1].split("\n## ", 1)[0].splitlines()
    if row.startswith("| `")
    for options, commands, low, high in [[cell.strip() for cell in row.split("|")[1:-1]]]
    for option in re.findall(r"`([^`]+)`", options)
    for command in (re.findall(r"`([^`]+)`", commands) or LEAVES)
}


def needed(command: str, folder: Path) -> list[str]:
    """Arguments and options that the command cannot do without: files that exist, or words."""
    words = []
    for param in LEAVES[command].params:
        if param.required and param.opts[0] not in WRITTEN:
            value = str(folder / "in") if is_read(param) else "word"
            words += [value] if param.param_type_name == "argument" else [param.opts[0], value]
    return words


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "in").write_text("text1\ttext2\tgold\na\tb\t1\n", encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize(("command", "param"), NUMBERS, ids=[f"{one} {param.opts[0]}" for one, param in NUMBERS])
def test_every_number_has_the_bounds_of_the_page(command: str, param: Any) -> None:
    if param.opts[0] in WITHOUT_BOUNDS:
        assert (command, param.opts[0]) not in LIMITS
    else:
        assert (param.min, param.max) == LIMITS[command, param.opts[0]]
        assert param.max <= 2**32


@pytest.mark.parametrize(("command", "param"), NUMBERS, ids=[f"{one} {param.opts[0]}" for one, param in NUMBERS])
def test_a_number_out_of_bounds_is_refused(in_process: Run, folder: Path, command: str, param: Any) -> None:
    wrong = ["1", "inf"] if param.opts[0] in WITHOUT_BOUNDS else [str(10**12)]
    values = [wrong, ["1", "nan"] if len(wrong) > 1 else ["nan"]]
    for value in values:
        output = ["--output", folder / "out"] if "train" in command else []
        ended = in_process(*command.split(), *needed(command, folder), *output, param.opts[0], *value)
        assert ended.code == 2
        assert ended.err.count(b"\n") == 1
        assert max(param.opts, key=len).encode() in ended.err
        assert ended.out == b""
    assert sorted(path.name for path in folder.iterdir()) == ["in"]


def test_options_that_write_are_known_as_such() -> None:
    for command, leaf in LEAVES.items():
        for param in leaf.params:
            if "Path" in str(param.type_descriptor.annotation):
                writes = (param.help or "").startswith(("Write", "Draw", "The file to write"))
                assert writes == (param.opts[0] in WRITTEN), f"{command} {param.opts[0]}"


@pytest.mark.parametrize(("command", "param"), FILES, ids=[f"{one} {param.opts[0]}" for one, param in FILES])
def test_outputs_are_checked_before_anything_else(in_process: Run, folder: Path, command: str, param: Any) -> None:
    """Every input of the command, by every name, is refused as its output; so is a missing folder."""
    (folder / "link").symlink_to(folder / "in")
    (folder / "hard").hardlink_to(folder / "in")
    words = [*command.split(), *needed(command, folder)]
    if param.opts[0] != "--output" and any(
        one.required and one.opts[0] == "--output" for one in LEAVES[command].params
    ):
        words += ["--output", str(folder / "other")]
    inputs = [one for one in LEAVES[command].params if is_read(one)]
    for one in inputs:
        given = [] if one.required else [one.opts[0], str(folder / "in")]
        for name in ("in", "link", "hard"):
            ended = in_process(*words, *given, param.opts[0], folder / name)
            assert (ended.code, ended.err.count(b"\n")) == (2, 1), ended
            assert b"is an input, which the result would replace: name another file" in ended.err
    assert inputs or command == "resources"
    ended = in_process(*words, param.opts[0], folder / "none" / "out")
    assert b"there is no folder" in ended.err
    assert sorted(path.name for path in folder.iterdir()) == ["hard", "in", "link"]


def is_read(param: Any) -> bool:
    if param.opts[0] in WRITTEN or "FOLDER" in str(param.metavar):
        return False
    kinds = ("FILE", "MODEL", "SOURCE")
    return "Path" in str(param.type_descriptor.annotation) or any(kind in str(param.metavar) for kind in kinds)


def test_two_outputs_are_two_files(in_process: Run, folder: Path) -> None:
    ended = in_process("names", folder / "in", "-o", folder / "x", "--html", folder / "x")
    assert (ended.code, b"are one file, but two results" in ended.err) == (2, True)


def test_native_files_do_not_replace_inputs(in_process: Run, folder: Path) -> None:
    (folder / "run.sum").write_text("a b\n", encoding="utf-8")
    given = ("metric", "ter", "--hyp", folder / "run.sum", "--ref", folder / "run.sum", "--native")
    ended = in_process(*given, folder / "run")
    assert (ended.code, b"run.sum is an input" in ended.err) == (2, True)
    assert b"there is no folder" in in_process(*given, folder / "none" / "run").err
    assert sorted(path.name for path in folder.iterdir()) == ["in", "run.sum"]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full on this system")
@pytest.mark.parametrize(
    "words",
    [
        ("score", "--pairs", "in", "-o", "/dev/full"),
        ("align", "a", "b", "--svg", "/dev/full"),
        ("train", "spelling", "spelled", "--words", "known", "-o", "/dev/full"),
        ("variants", "known", "-o", "/dev/full"),
        ("variants", "index", "known", "-o", "/dev/full"),
        ("variants", "in", "--full-names", "-o", "/dev/full"),
        ("combine", "in", "in2", "-o", "/dev/full"),
        ("tune", "--pairs", "pairs", "-o", "/dev/full", "--iterations", "0"),
        ("evaluate", "metrics", "pairs", "--gold", "gold", "--samples", "2", "--metric", "TER", "-o", "/dev/full"),
    ],
    ids=" ".join,
)
def test_a_full_disk_names_the_file_on_one_line(
    in_process: Run, folder: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    monkeypatch.chdir(folder)
    shutil.copy("in", "in2")
    Path("known").write_text("".join(f"word{number}\n" for number in range(50)), encoding="utf-8")
    Path("pairs").write_text("ref\thyp\tgold\na\tb\t1\na\ta\t2\nb c\tb\t3\n", encoding="utf-8")
    Path("spelled").write_text("correct\tmisspelling\n" + "".join(f"word{n}\twrod{n}\n" for n in range(50)), "utf-8")
    ended = in_process(*words)
    assert ended.code == 2
    assert ended.err.splitlines()[-1].startswith(b"perpend: /dev/full cannot be written: No space left on device")
    assert not [path for path in folder.iterdir() if path.name.endswith(".part")]


def test_an_unwritable_home_does_not_stop_suggest(
    in_process: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("PERPEND_HOME", str(tmp_path / "file" / "home"))
    suggestion._english.cache_clear()
    loud = in_process("suggest", "recieve", "-n", "1", "--verbose")
    assert b"the list of English words is not kept, and made again each time: " in loud.err
    assert loud.err.count(b"\n") == 1
    for ended in (loud, in_process("suggest", "recieve", "-n", "1")):
        assert (ended.code, b"receive" in ended.out) == (0, True)
    suggestion._english.cache_clear()


def test_too_little_memory_is_one_line(in_process: Run, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def greedy(*_: object, **__: object) -> None:
        raise MemoryError("Unable to allocate 7.3 TiB for an array")

    monkeypatch.setattr("perpend.files.lines.read_lines", greedy)
    ended = in_process("annotate", "--texts", folder / "in")
    line = f"perpend: not enough memory (Unable to allocate 7.3 TiB for an array): the largest input is {folder / 'in'}"
    assert (ended.code, ended.out) == (2, b"")
    assert ended.err.decode() == f"{line} of 23 bytes: give less at a time\n"


def shell(line: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(["bash", "-c", line], capture_output=True, text=True, timeout=120, check=False)


@pytest.mark.parametrize("words", ["words -", "suggest -", "score --pairs -"])
def test_a_closed_input_is_one_line(words: str) -> None:
    ended = shell(f"{PERPEND} {words} <&-")
    assert ended.stderr.startswith("perpend: standard input is closed: ")
    assert (ended.returncode, ended.stderr.count("\n"), ended.stdout) == (2, 1, "")


def test_closed_outputs_are_no_crash(tmp_path: Path) -> None:
    (tmp_path / "pairs.tsv").write_text("text1\ttext2\na\tb\n", encoding="utf-8")
    ended = shell(f"cd {tmp_path} && {PERPEND} words cat --json <&- >&- && {PERPEND} score --pairs pairs.tsv >&- 2>&-")
    assert (ended.returncode, ended.stderr) == (0, "")
    # With all three closed, the file of the command must not become its standard output.
    ended = shell(f"cd {tmp_path} && {PERPEND} score --pairs pairs.tsv -o out.tsv <&- >&- 2>&-")
    assert ended.returncode == 0
    assert (
        (tmp_path / "out.tsv").read_text(encoding="utf-8").startswith("text1\ttext2\tvalue\tlow\thigh\terror\na\tb\t")
    )


PROGRAM = """
import sys, time
from pathlib import Path
from perpend.cli.main import main
from perpend.files import filling
answered = filling._answered
def slowly(*args):
    print("begun", file=sys.__stderr__, flush=True)
    time.sleep(100)
    return answered(*args)
filling._answered = slowly
main()
"""


def ending(tmp_path: Path, number: int, *before: str) -> "tuple[int, str]":
    (tmp_path / "pairs.tsv").write_text("text1\ttext2\na\tb\n", encoding="utf-8")
    command = [*before, sys.executable, "-c", PROGRAM, "score", "--pairs", "pairs.tsv", "-o", "out.tsv"]
    # The tests themselves may run where SIGHUP is ignored, which a child would inherit.
    with subprocess.Popen(
        command,
        cwd=tmp_path,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_DFL),
    ) as process:
        assert process.stderr
        assert process.stderr.readline() == "begun\n"
        assert list(tmp_path.glob(".out.tsv.*.part"))
        process.send_signal(number)
        process.send_signal(number)
        if before:
            time.sleep(0.5)
            assert process.poll() is None
            process.terminate()
        errors = process.stderr.read()
    return process.returncode, errors


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_cleans_up(tmp_path: Path, number: signal.Signals) -> None:
    assert ending(tmp_path, number) == (128 + number, f"perpend: ended by {number.name}\n")
    assert [path.name for path in tmp_path.iterdir()] == ["pairs.tsv"]


# Python prints an exception that is raised while an object dies, and forgets it.
DYING = """
import os, signal, sys, time
from perpend.cli.main import main
from perpend.files import filling
number = signal.Signals[sys.argv.pop()]
# A shell that runs the tests in the background lets them inherit an ignored SIGINT.
signal.signal(signal.SIGINT, signal.default_int_handler)
class Dying:
    def __del__(self):
        os.kill(os.getpid(), number)
        for _ in range(1000):
            pass
def dies(*args):
    Dying()
    time.sleep(100)
filling._answered = dies
main()
"""


@pytest.mark.parametrize(
    ("name", "answer"),
    [
        ("SIGTERM", (143, "perpend: ended by SIGTERM\n")),
        ("SIGHUP", (129, "perpend: ended by SIGHUP\n")),
        ("SIGINT", (130, "perpend: interrupted\n")),
    ],
)
def test_a_signal_that_python_forgets_is_raised_again(tmp_path: Path, name: str, answer: tuple[int, str]) -> None:
    (tmp_path / "pairs.tsv").write_text("text1\ttext2\na\tb\n", encoding="utf-8")
    command = [sys.executable, "-c", DYING, "score", "--pairs", "pairs.tsv", "-o", "out.tsv", name]
    ended = subprocess.run(
        command,
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_DFL),
    )
    assert (ended.returncode, ended.stderr) == answer
    assert [path.name for path in tmp_path.iterdir()] == ["pairs.tsv"]


def test_a_hangup_that_is_ignored_stays_ignored(tmp_path: Path) -> None:
    code, errors = ending(tmp_path, signal.SIGHUP, "nohup")
    assert (code, errors.splitlines()[-1]) == (143, "perpend: ended by SIGTERM")
    assert not [path for path in tmp_path.iterdir() if path.name.endswith(".part")]


@pytest.mark.parametrize("words", [("align", "--hyp", "in", "--ref", "in", "--json"), ("score", "--pairs", "in")])
def test_a_bar_on_the_terminal_leaves_the_pipe_alone(folder: Path, words: tuple[str, ...]) -> None:
    import pty

    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "perpend", *words]
    environment = os.environ | {"TERM": "xterm"}
    ended = subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, stderr=theirs, env=environment, check=True)
    os.close(theirs)
    shown = os.read(ours, 1 << 16)
    os.close(ours)
    assert b"text1" in ended.stdout
    assert b"text1" not in shown
