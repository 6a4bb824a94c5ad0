"""`perpend resources` as a user runs it: what it prints, where, and how it exits."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from perpend.resources.catalog import shipped_catalog

PARAPHRASES = shipped_catalog()["meteor-paraphrases"]


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    """A home of its own, and no way to the network: no apt-get, and a pip that has no index."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PERPEND_", "PIP_"))}
    (tmp_path / "bin").mkdir()
    offline = {"PATH": str(tmp_path / "bin"), "PIP_NO_INDEX": "1", "PIP_CONFIG_FILE": os.devnull}
    return {**kept, **offline, "PERPEND_HOME": str(tmp_path / "home"), "COLUMNS": "200"}


def perpend(environment: dict[str, str], *words: str | Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "perpend", "resources", *words]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)


def hollow(folder: Path) -> Path:
    """A copy of the paraphrase table that has the right size and nothing in it."""
    path = folder / PARAPHRASES.files[0].name
    path.parent.mkdir(parents=True)
    path.touch()
    os.truncate(path, PARAPHRASES.size)
    return path


def test_list(environment: dict[str, str]) -> None:
    ended = perpend(environment, "list")
    assert ended.returncode == 0
    assert "wordnet-dict" in ended.stdout
    assert "absent" in ended.stdout


def test_list_as_json(environment: dict[str, str]) -> None:
    rows = json.loads(perpend(environment, "list", "--json").stdout)
    assert [row["id"] for row in rows] == list(shipped_catalog())
    assert {row["status"] for row in rows} == {"absent"}
    assert all(row["licence"] and row["citation"] and row["size"] for row in rows)


def test_get_without_an_id_shows_what_there_is(environment: dict[str, str]) -> None:
    assert perpend(environment, "get").stdout == perpend(environment, "list").stdout


@pytest.mark.parametrize("command", ["get", "path", "verify"])
def test_an_unknown_id(environment: dict[str, str], command: str) -> None:
    ended = perpend(environment, command, "wordnet")
    assert (ended.returncode, ended.stdout) == (2, "")
    assert ended.stderr == "perpend: unknown resource 'wordnet'; known: meteor-paraphrases, minilm, wordnet-dict\n"


def test_the_path_of_what_is_not_here(environment: dict[str, str]) -> None:
    ended = perpend(environment, "path", "wordnet-dict")
    assert (ended.returncode, ended.stdout) == (2, "")
    assert ended.stderr == ("perpend: wordnet-dict is not on this machine: run `perpend resources get wordnet-dict`\n")


def test_get_without_a_network(environment: dict[str, str], tmp_path: Path) -> None:
    ended = perpend(environment, "get", "wordnet-dict", "meteor-paraphrases")
    first, second = ended.stderr.splitlines()
    assert (ended.returncode, ended.stdout) == (2, "")
    assert "wordnet-dict could not be fetched: Debian" in first
    assert "there is no apt-get on this machine" in first
    assert "meteor-paraphrases could not be fetched: wheel pycocoevalcap 1.2:" in second
    assert not [path for path in (tmp_path / "home").rglob("*") if path.is_file() and path.name != ".lock"]


def test_path_and_verify_of_a_hollow_copy(environment: dict[str, str], tmp_path: Path) -> None:
    path = hollow(tmp_path / "home" / PARAPHRASES.id / PARAPHRASES.version)
    assert perpend(environment, "path", PARAPHRASES.id).stdout == f"{path}\n"
    for ids in ([], [PARAPHRASES.id]):
        ended = perpend(environment, "verify", *ids)
        assert (ended.returncode, ended.stdout) == (2, "")
        assert ended.stderr.count("\n") == 1
        assert "run `perpend resources get --force meteor-paraphrases`" in ended.stderr


def test_a_mirror_by_option_and_by_environment(environment: dict[str, str], tmp_path: Path) -> None:
    path = hollow(tmp_path / "mirror" / PARAPHRASES.id)
    by_option = perpend(environment, "path", PARAPHRASES.id, "--mirror", tmp_path / "mirror")
    by_name = perpend({**environment, "PERPEND_MIRROR": str(tmp_path / "mirror")}, "path", PARAPHRASES.id, "--json")
    assert by_option.stdout == f"{path}\n"
    assert json.loads(by_name.stdout) == [{"id": PARAPHRASES.id, "path": str(path), "error": None}]


def test_a_mirror_that_is_no_folder(environment: dict[str, str], tmp_path: Path) -> None:
    ended = perpend(environment, "list", "--mirror", tmp_path / "absent")
    assert ended.returncode == 2
    assert ended.stderr.endswith("is not a folder: check --mirror or PERPEND_MIRROR\n")


def test_a_home_that_cannot_be_written_to(environment: dict[str, str], tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    ended = perpend(environment, "get", "wordnet-dict", "--home", tmp_path / "file" / "home")
    assert (ended.returncode, ended.stdout) == (2, "")
    assert ended.stderr.startswith("perpend: cannot write to ")
    assert ended.stderr.count("\n") == 1


def test_verify_with_nothing_here(environment: dict[str, str]) -> None:
    ended = perpend(environment, "verify")
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "", "")
