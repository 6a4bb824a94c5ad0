import json
from pathlib import Path

import numpy as np
import pytest

from experiments.clss import CLSS_LEVELS, Level, evaluate_clss, published_levels, read_clss
from perpend.errors import InputError, MissingResource

RESULTS = Path(__file__).resolve().parents[2] / "results"
WORDS = ["cat#n", "dog#n", "sing#v", "run#v", "happy#a", "guitar#n"]
SENSES = ["cat%1:05:00::", "violin%1:06:00::", "chant.v.01"]


def small(tested: list[tuple[str, str]] | None = None) -> Level:
    pairs = [(word, sense) for word in WORDS for sense in SENSES]
    gold = np.array([float(k % 5) for k in range(len(pairs))])
    tested = tested or [("puppy#n", sense) for sense in SENSES]
    return Level("word2sense", tuple(pairs), gold, tuple(tested), np.arange(float(len(tested))))


def test_a_level_is_learned_and_tested_and_its_models_are_told() -> None:
    pytest.importorskip("sklearn", reason="scikit-learn absent: pip install 'perpend[learn]'")
    told = {}
    report = evaluate_clss([small()], ("paper",), ablation=True, models=lambda name, model: told.update({name: model}))
    assert [row.system for row in report.rows] == ["LCS", "paper"]
    assert -1 <= report.rows[1].metrics["word2sense"] <= 1
    assert set(report.ablation["paper"]["word2sense"]) == {
        "all",
        "without sense wordnet",
        "sense wordnet alone",
        "without sense vectors",
        "sense vectors alone",
    }
    assert told["paper"].training.count == 18
    found = report.to_dict()
    assert found["task"] == "clss"
    assert found["rows"][1]["paper"]["word2sense"] == 0.155
    json.dumps(found)


def test_a_test_pair_that_was_trained_on_is_refused() -> None:
    pytest.importorskip("sklearn", reason="scikit-learn absent: pip install 'perpend[learn]'")
    with pytest.raises(InputError, match="learned from 1 of these"):
        evaluate_clss([small([("cat#n", SENSES[0]), ("dog#v", SENSES[1])])], ("paper",), ablation=False)


def test_published_figures_have_all_levels() -> None:
    assert tuple(published_levels("pearson")["paper"]) == CLSS_LEVELS
    assert published_levels("published")["pearson"]["best of each level"]["phrase2word"] == 0.457


def test_data_that_are_not_there_are_named(tmp_path: Path) -> None:
    with pytest.raises(MissingResource, match=r"paragraph2sentence\.train\.tsv"):
        read_clss(tmp_path)


def test_the_data_are_read(mirror: Path) -> None:
    levels = read_clss(mirror)
    assert [len(level.test_pairs) for level in levels] == [500] * 4
    assert all(500 < len(level.pairs) < 550 for level in levels)
    assert all(level.gold.min() >= 0 and level.gold.max() <= 4 for level in levels)


def record() -> dict[str, dict[str, float]]:
    found = json.loads((RESULTS / "clss.json").read_text(encoding="utf-8"))
    return {row["system"]: row["metrics"] for row in found["rows"]}


@pytest.mark.parametrize(
    ("system", "least"), [("paper", (0.759, 0.702, 0.305, 0.155)), ("full", (0.82, 0.75, 0.40, 0.33))]
)
def test_recorded_figures_are_as_good_as_they_must_be(system: str, least: tuple[float, ...]) -> None:
    for level, bound in zip(CLSS_LEVELS, least, strict=True):
        assert record()[system][level] >= bound, level


def test_the_record_is_of_the_data_of_the_mirror(mirror: Path) -> None:
    signature = json.loads((RESULTS / "clss.json").read_text(encoding="utf-8"))["signature"]
    assert all(level.signature in signature for level in read_clss(mirror))


def test_a_pair_that_is_tested_on_is_not_learned_from(tmp_path: Path) -> None:
    folder = tmp_path / "clss"
    folder.mkdir()
    rows = {
        "train": ["1\t2.0\tcat#n\tdog.n.01", "2\t1.0\tCAT#n\tcat.n.01"],
        "trial": ["3\t0.0\tsun#n\tdog.n.01"],
        "test": ["4\t4.0\tcat#n\tcat.n.01"],
    }
    for part, lines in rows.items():
        text = "\n".join(["id\tgold\ttext1\ttext2", *lines]) + "\n"
        (folder / f"word2sense.{part}.tsv").write_text(text, encoding="utf-8")
    level = read_clss(tmp_path, ["word2sense"])[0]
    assert level.pairs == (("cat#n", "dog.n.01"), ("sun#n", "dog.n.01"))
    assert (level.gold.tolist(), level.left_out) == ([2.0, 0.0], 1)
