"""Where tests find outside data, how many examples property tests try, and the record of long tests.

Each fixture for outside data gives a path or skips with a visible reason.
"""

import os
import random
import re
from collections.abc import Generator
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings
from typer.testing import CliRunner

from tests.recording import Record

# Two runs of `make test` try the same examples; `make test-long` (PERPEND_EXPLORE=1) looks for new ones. Deadlines
# would fail on a busy machine.
settings.register_profile("same", deadline=None, derandomize=True)
settings.register_profile("explore", deadline=None, max_examples=2_000)
settings.load_profile("explore" if os.environ.get("PERPEND_EXPLORE") else "same")


@pytest.fixture(scope="session")
def mirror() -> Path:
    """The folder of data sets: PERPEND_MIRROR, else shared/data beside the project."""
    named = os.environ.get("PERPEND_MIRROR")
    folder = Path(named) if named else Path(__file__).resolve().parents[2] / "shared" / "data"
    if not folder.is_dir():
        pytest.skip("data sets absent: set PERPEND_MIRROR to their folder")
    return folder


@pytest.fixture(scope="session")
def gold(mirror: Path) -> Path:
    """The output of the original TER-Plus program, beside the data sets."""
    folder = mirror.parent / "terp" / "gold"
    if not folder.is_dir():
        pytest.skip("gold output of the original TER-Plus absent: expected in terp/gold beside the data sets")
    return folder


@pytest.fixture
def chance(request: pytest.FixtureRequest, record_property: Any) -> random.Random:
    """Chance for long tests: new every time, or that of PERPEND_SEED; the seed is part of the record."""
    seed = os.environ.get("PERPEND_SEED") or os.urandom(4).hex()
    record_property("seed", seed)
    print(f"PERPEND_SEED={seed}")
    return random.Random(f"{seed} {request.node.name}")


@pytest.fixture(scope="session")
def blank_pipeline(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The folder of a spaCy pipeline that gives no tags."""
    spacy = pytest.importorskip("spacy", reason="spaCy absent: pip install 'perpend[nlp]'")
    folder = tmp_path_factory.mktemp("pipeline") / "blank"
    spacy.blank("en").to_disk(folder)
    return str(folder)


@pytest.fixture(scope="session")
def paraphrase_pairs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A table of 32 pairs, half of them paraphrases."""
    lines = ["id\tgold\ttext1\ttext2"]
    for subject, verb, thing in product(
        ("the cat", "Acme", "a doctor", "our dog"), ("bought", "left"), ("the house", "a firm")
    ):
        text = f"{subject} {verb} {thing}."
        lines.append(f"{len(lines) - 1}\t1\t{text}\t{subject} quickly {verb} {thing}.")
        lines.append(f"{len(lines) - 1}\t0\t{text}\tred apples slept on {thing}.")
    path = tmp_path_factory.mktemp("pairs") / "small.tsv"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


@pytest.fixture(scope="session")
def paraphrase_model(paraphrase_pairs: Path, blank_pipeline: str, tmp_path_factory: pytest.TempPathFactory) -> str:
    """The file of a model that `perpend train paraphrase` learned from these pairs."""
    from perpend.cli.main import app

    path = tmp_path_factory.mktemp("models") / "my.model"
    options = ["--features", "ALL", "--threshold", "0", "--folds", "2", "--pipeline", blank_pipeline]
    result = CliRunner().invoke(app, ["train", "paraphrase", str(paraphrase_pairs), "-o", str(path), *options])
    assert result.exit_code == 0, result.output
    return str(path)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--record", type=Path, metavar="FILE", help="write what ran, and how it ended, to FILE")
    parser.addoption("--keep-record", action="store_true", help="keep the tests of that FILE which do not run now")


def pytest_configure(config: pytest.Config) -> None:
    if (path := config.getoption("--record")) and not hasattr(config, "workerinput"):
        config.pluginmanager.register(Record(path, keep=config.getoption("--keep-record")))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Add to a report how many examples hypothesis tried, by its own statistics."""
    report = yield
    statistics = getattr(item, "hypothesis_statistics", "")
    if report.when == "call" and statistics:
        report.user_properties.append(("examples", sum(map(int, re.findall(r"(\d+) passing", statistics)))))
    return report


@pytest.fixture
def small_wmt(tmp_path: Path) -> Path:
    """A mirror with a miniature of WMT: three systems with translations, from good to poor, and one without."""
    refs = ["the cat sat on the mat", "he ran home at noon", "all is well that ends well", "rain fell all day long"]
    systems = {
        "good": ["the cat sat on the mat", "he ran home at noon", "all is well which ends well", "rain fell all day"],
        "fair": ["the cat sat on a mat", "he ran home", "all is well which ends well", "it was raining all day"],
        "poor": ["cat mat", "he at house was running", "", "day of long rain"],
    }
    scores = {"good": [0, -0.0, -1, -1], "fair": [-1, -1, -1, -2], "poor": [-5, -6, -25, -5.1], "absent": [0, 0, 0, 0]}
    human = tmp_path / "mirror" / "wmt" / "human"
    human.mkdir(parents=True)
    for folder, ref in (("wmt13/fr-en", "ref"), ("wmt21/zh-en", "refA"), ("wmt22/zh-en", "refA")):
        (human.parent / folder / "sys").mkdir(parents=True)
        for name, lines in ({ref: refs} | {f"sys/{name}": lines for name, lines in systems.items()}).items():
            (human.parent / folder / f"{name}.en").write_text("\n".join(lines) + "\n", encoding="utf-8")
    rows = [f"{name}\t{seg}\t{score}" for name, column in scores.items() for seg, score in enumerate(column, 1)]
    for file in ("wmt21.zh-en.mqm", "wmt22.zh-en.mqm-200seg"):
        (human / f"{file}.tsv").write_text("\n".join(["system\tseg\tscore", *rows]) + "\n", encoding="utf-8")
    judged = [
        "train\t1\tone\tgood\tfair\t<", "train\t1\tother\tgood\tfair\t>", "train\t1\tone\tpoor\tfair\t>",
        "train\t3\tone\tgood\tfair\t=", "train\t3\tone\tfair\tgood\t<", "train\t4\tone\tabsent\tgood\t<",
        "train\t4\tone\tgood\tpoor\t<", "test\t4\tone\tgood\tpoor\t<",
    ]  # fmt: skip
    text = "\n".join(["part\tseg\tjudge\tsysA\tsysB\trel", *judged]) + "\n"
    (human / "wmt13.fr-en.pairwise.tsv").write_text(text, encoding="utf-8")
    return human.parent.parent
