"""`perpend names` and `perpend train names`: files in, chains out, no document lost, one line for a mistake."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

OIL = "sold shares of the oil company in Siberia, the Moscow court heard, and tankers lay in Murmansk"
TULIPS = "grows tulips and hyacinths near Perth, and the gardeners admire the greenhouse and its orchids"


def perpend(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", "perpend", *map(str, arguments)], capture_output=True, text=True)


def lines(count: int = 6) -> list[str]:
    rows = []
    for number in range(count):
        text, chain = (OIL, "trader") if number % 2 else (TULIPS, "gardener")
        mention = {"start": 0, "end": 9, "chain": chain}
        rows.append(json.dumps({"id": f"d{number}", "text": f"Anna Berg {text}.", "mentions": [mention]}))
    return rows


@pytest.fixture
def documents(tmp_path: Path) -> Path:
    path = tmp_path / "docs.jsonl"
    path.write_text("\n".join([*lines(), "", '{"id": "none", "text": "", "mentions": []}']) + "\n", encoding="utf-8")
    return path


def test_documents_come_back_in_order_with_their_chains(documents: Path, tmp_path: Path) -> None:
    model, output = tmp_path / "m.json", tmp_path / "chains.jsonl"
    trained = perpend("train", "names", documents, "-o", model, "--penalty", "0.1")
    assert trained.returncode == 0, trained.stderr
    assert "15 pairs of names, 6 of them one person" in trained.stdout
    ended = perpend("names", documents, "-o", output, "--model", model)
    assert ended.returncode == 0, ended.stderr
    assert "7 documents, 6 mentions, 2 persons" in ended.stdout
    rows = [json.loads(line) for line in output.read_text(encoding="utf-8").splitlines()]
    assert [row["id"] for row in rows] == [*(f"d{number}" for number in range(6)), "none"]
    assert [row["mentions"][0]["chain"] for row in rows[:6]] == [1, 2, 1, 2, 1, 2]
    before = output.read_bytes()
    perpend("names", documents, "-o", output, "--model", model)
    assert output.read_bytes() == before


def test_json_has_chains_and_a_signature(documents: Path) -> None:
    ended = perpend("names", documents, "--json", "--same", "0")
    assert ended.returncode == 0, ended.stderr
    record = json.loads(ended.stdout)
    assert record["documents"] == 7
    assert [len(chain["mentions"]) for chain in record["contributions"]] == [6]
    assert record["signature"].startswith("same:0|")


def test_persons_are_found_in_raw_text(tmp_path: Path) -> None:
    pytest.importorskip("spacy")
    path = tmp_path / "raw.jsonl"
    path.write_text('{"text": "Maria Lopez visited Oslo. Lopez liked it."}\n', encoding="utf-8")
    ended = perpend("names", path, "--json")
    assert ended.returncode == 0, ended.stderr
    assert "Maria Lopez" in {chain["name"] for chain in json.loads(ended.stdout)["contributions"]}


@pytest.mark.parametrize(
    ("text", "options", "problem"),
    [
        ('{"text": "x"}\nnonsense\n', (), ":2: not JSON"),
        ("\n", ("-o", "nowhere/chains.jsonl"), "there is no folder nowhere"),
        ("\n", ("--step", "0"), "--step: a number from 0.0001 to 1 is needed"),
        ("\n", ("--model", "absent.json"), "absent.json cannot be read"),
    ],
)
def test_a_mistake_is_one_line(tmp_path: Path, text: str, options: tuple[str, ...], problem: str) -> None:
    path = tmp_path / "docs.jsonl"
    path.write_text(text, encoding="utf-8")
    ended = perpend("names", path, *options)
    assert ended.returncode == 2
    assert problem in ended.stderr
    assert ended.stderr.count("\n") == 1


def test_an_empty_file_has_no_chains(tmp_path: Path) -> None:
    path, output = tmp_path / "docs.jsonl", tmp_path / "chains.jsonl"
    path.write_text("", encoding="utf-8")
    ended = perpend("names", path, "-o", output)
    assert ended.returncode == 0, ended.stderr
    assert output.read_text(encoding="utf-8") == ""


def test_the_card_of_the_shipped_model() -> None:
    ended = perpend("models", "show", "names-ecbplus")
    assert ended.returncode == 0, ended.stderr
    assert "CC BY 3.0" in ended.stdout


def test_full_names_of_a_list(tmp_path: Path) -> None:
    path, output = tmp_path / "people.txt", tmp_path / "pairs.tsv"
    names = ["Anna van der Berg", "", "Berg, A.\t12", "Boris Berezovski", "Boris Berezovsky", "Ann Lee", "Ann Lee"]
    path.write_text("\n".join(names) + "\n", encoding="utf-8")
    ended = perpend("variants", path, "--full-names", "-o", output)
    assert ended.returncode == 0, ended.stderr
    header, *rows = output.read_text(encoding="utf-8").splitlines()
    assert header.split("\t") == ["name1", "name2", "probability", "verdict", "words", "turned"]
    cells = [row.split("\t") for row in rows]
    assert [[*row[:2], row[3]] for row in cells] == [
        ["Boris Berezovski", "Boris Berezovsky", "variant"],
        ["Anna van der Berg", "Berg, A.", "initials"],
    ]
    assert 1 > float(cells[0][2]) > float(cells[1][2]) > 0.5
    counted = perpend("variants", path, "--full-names", "--count")
    assert counted.stdout == "6 names: 2 pairs\n"
    listed = perpend("variants", path, "--full-names", "--all", "--json")
    assert [json.loads(line)["verdict"] for line in listed.stdout.splitlines()] == ["initials", "variant"]
