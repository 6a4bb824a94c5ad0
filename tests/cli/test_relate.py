"""`perpend relate`, `train relate`, `vectors` and `topics`, with a blank spaCy pipeline where one is needed."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from perpend.cli.main import app
from perpend.errors import InputError, PerpendError, SettingError
from perpend.lexicon.wordnet.link_table import LinkTable
from perpend.relatedness.relater import relate

pytest.importorskip("sklearn", reason="scikit-learn absent: pip install 'perpend[learn]'")
spacy = pytest.importorskip("spacy", reason="spaCy absent: pip install 'perpend[nlp]'")

WHO, DOES = ("a man", "a woman", "the dog", "two kids"), ("plays a guitar", "sings songs", "runs home", "cooks rice")
ROWS = [
    (str(1 + 2 * (one == two) + 2 * (does == other)), f"{one} {does}", f"{two} {other}")
    for one in WHO
    for two in WHO
    for does in DOES
    for other in DOES
][::3]


def run(*arguments: str, code: int = 0, given: str | None = None) -> str:
    result = CliRunner().invoke(app, list(arguments), input=given)
    if isinstance(result.exception, PerpendError):
        raise result.exception
    assert result.exit_code == code, result.output
    return result.stdout


@pytest.fixture(scope="module")
def pairs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("pairs") / "small.tsv"
    lines = [f"{number}\t" + "\t".join(row) for number, row in enumerate(ROWS)]
    path.write_text("\n".join(["id\tgold\ttext1\ttext2", *lines]) + "\n", encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def model(pairs: Path, tmp_path_factory: pytest.TempPathFactory) -> str:
    path = str(tmp_path_factory.mktemp("models") / "my.model")
    shown = run("train", "relate", str(pairs), "-o", path, "--scale", "1", "5", "--features", "wordnet+vectors+names")
    assert "86 pairs" in shown
    return path


def test_one_pair_for_people_and_for_programs(model: str) -> None:
    shown = run("relate", "--model", model, "--explain", "a man sings songs", "a man plays a guitar")
    assert "on a scale from 1 to 5" in shown
    assert "is the mean of the training pairs" in shown
    assert "the answer by" in shown
    assert "vectors: LSA cosine" in shown
    found = json.loads(run("relate", "--model", model, "--json", "a man sings songs", "a man plays a guitar"))
    assert found["base"] + sum(one["points"] for one in found["contributions"]) == pytest.approx(found["raw"], abs=1e-6)
    assert found["features"]["vectors: LSA cosine"]["group"] == "vectors"


def test_a_table_gets_columns_and_loses_no_row(model: str, pairs: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.tsv"
    run("relate", "--model", model, "--pairs", str(pairs), "-o", str(out))
    lines = [line.split("\t") for line in out.read_text(encoding="utf-8").splitlines()]
    assert lines[0] == ["id", "gold", "text1", "text2", "value", "error"]
    assert len(lines) == len(ROWS) + 1
    assert all(1 <= float(line[4]) <= 5 for line in lines[1:])
    explained = run("relate", "--model", model, "--pairs", str(pairs), "--explain", "--json").splitlines()
    first = json.loads(explained[0])
    points = sum(one["points"] for one in first["contributions"])
    assert first["base"] + points == pytest.approx(first["raw"], abs=1e-6)
    assert first["value"] == float(lines[1][4])
    bad = tmp_path / "bad.tsv"
    bad.write_text("text1\ttext2\na dog\ta cat\nonly one\n", encoding="utf-8")
    run("relate", "--model", model, "--pairs", str(bad), code=1)


def test_a_shipped_model_for_each_level() -> None:
    for level, texts in (
        ("sentence", ("A man plays a guitar.", "A man is playing the guitar.")),
        ("paragraph2sentence", ("It rained. The match was put off until Sunday.", "Rain delayed the match.")),
        ("sentence2phrase", ("The old bridge was closed for repairs.", "repairs of a bridge")),
        ("phrase2word", ("large armoured warship", "battleship")),
        ("word2sense", ("attract#v", "bewitch.v.01")),
    ):
        found = json.loads(run("relate", "--level", level, "--json", *texts))
        low, high = found["scale"]
        assert low <= found["value"] <= high
        middle = (low + high) / 2 if level == "sentence" else found["base"]
        assert found["raw"] > middle, f"{level}: related texts are related more than the middle or the mean"
        points = sum(one["points"] for one in found["contributions"])
        assert found["base"] + points == pytest.approx(found["raw"], abs=1e-6)


def test_texts_of_one_size_are_asked_of_the_default_scorer_in_a_mild_form() -> None:
    texts = "The shop opens at nine.", "The shop doesn't open at nine."
    shown = run("relate", *texts)
    assert "'doesn't' in text 2 denies 'open'" in shown
    mild, strict = (json.loads(run(command, "--json", *texts)) for command in ("relate", "score"))
    assert mild["value"] > strict["value"] + 1
    paper = json.loads(run("relate", "--model", "relate-sentence", "--json", *texts))
    assert paper["features"]
    with pytest.raises(SettingError, match="compares texts of one size: give no model, or one of the level"):
        run("relate", "--model", "everyday", "--level", "phrase2word", *texts)
    with pytest.raises(SettingError, match="'likeness' or 'relatedness' was needed"):
        run("relate", "--model", "entail-sick", *texts)
    with pytest.raises(SettingError, match=r"unknown option .*'links'"):
        relate(*texts, links=LinkTable([("man", "person")]))


def test_shipped_models_are_listed_with_their_cards() -> None:
    listed = [one for one in json.loads(run("models", "--json"))["models"] if one["kind"] == "relatedness"]
    assert listed[0]["level"] == "sentence"
    for one in listed:
        assert one["identity"] in run("models", "show", one["name"])


def test_mistakes_are_named(model: str) -> None:
    with pytest.raises(SettingError, match="level"):
        run("relate", "--level", "book2film", "a", "b")
    with pytest.raises(InputError, match="two texts are needed"):
        run("relate", "a")
    with pytest.raises(SettingError, match="trained for sentence"):
        run("relate", "--model", model, "--level", "phrase2word", "a", "b")
    with pytest.raises(InputError, match="no sense"):
        run("relate", "--level", "word2sense", "cat#n", "nonsense")


def test_vectors_are_trained_and_looked_at(tmp_path: Path) -> None:
    texts = tmp_path / "texts.txt"
    texts.write_text("the cat chased a mouse\nthe dog chased a cat\na mouse saw a dog\n" * 4, encoding="utf-8")
    out = tmp_path / "my.vectors"
    facts = json.loads(
        run("vectors", "train", str(texts), "-o", str(out), "--dimensions", "2", "--min-count", "2", "--json")
    )
    assert facts["dimensions"] == 2
    assert "chase" in run("vectors", "near", "cat", "--model", str(out))
    assert "no vector" in run("vectors", "near", "qwxz", "--model", str(out))
    assert json.loads(run("vectors", "near", "guitar", "-n", "3", "--json"))["near"][0]["cosine"] > 0.4
    pieces = json.loads(run("vectors", "near", "Physician", "-n", "3", "--model", "pieces", "--json"))["near"]
    assert "doctor" in [one["word"] for one in pieces]
    assert json.loads(run("vectors", "info", "pieces", "--json"))["pieces"] == 30_522


def test_topics_are_trained_and_looked_at(tmp_path: Path) -> None:
    texts = tmp_path / "texts.txt"
    lines = ["cat dog mouse barn", "bank loan share rate", "dog barn horse cat", "rate debt bank share"] * 5
    texts.write_text("\n".join(lines), encoding="utf-8")
    out = tmp_path / "my.topics"
    options = ["--topics", "2", "--min-count", "1", "--passes", "20", "--json"]
    assert json.loads(run("topics", "train", str(texts), "-o", str(out), *options))["topics"] == 2
    found = json.loads(run("topics", "of", "-", "--model", str(out), "--json", given="a dog and a cat"))["topics"]
    assert found[0]["proportion"] > 0.5
    assert "bank" in run("topics", "of", "The bank raised its interest rates.", "-n", "3")
    with pytest.raises(InputError, match="there is no folder"):
        run("topics", "train", str(texts), "-o", str(tmp_path / "absent" / "x"))
