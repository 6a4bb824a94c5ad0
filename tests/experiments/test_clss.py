import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from experiments.clss import CLSS_LEVELS, Level, evaluate_clss, read_clss
from experiments.clss_checks import checked, interval_of
from experiments.clss_report import ClssReport
from experiments.clss_systems import SYSTEMS
from experiments.sources import published
from experiments.topic_models import PAPER_TOPICS
from perpend.errors import InputError, MissingResource
from perpend.lexicon.topic_model import SHIPPED_TOPICS
from perpend.relatedness.extractor import RelatednessFeatures
from perpend.relatedness.families import families_of

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
    systems = ("paper", "paper + strings", "paper + vectors")
    report = evaluate_clss([small()], systems, models=lambda name, model: told.update({name: model}))
    found = report.to_dict()
    assert [row["system"] for row in found["rows"]] == ["LCS", "paper", "paper + vectors"]
    assert -1 <= found["rows"][1]["metrics"]["word2sense"] <= 1
    assert "Sum" not in found["rows"][1]["metrics"]
    assert set(found["ablation"]["paper"]["word2sense"]) == {
        "all",
        "without paper sense wordnet",
        "paper sense wordnet alone",
        "without paper sense vectors",
        "paper sense vectors alone",
    }
    assert told["paper"].training.count == 18
    assert set(told["paper"].names) < set(told["paper + vectors"].names)
    assert found["task"] == "clss"
    assert found["rows"][1]["paper"]["word2sense"] == 0.155
    json.dumps(found)


def test_the_settings_of_the_paper_are_those_of_the_practical_guide() -> None:
    values, labels = np.array([[1.0, 7.0], [3.0, 7.0], [2.0, 7.0]]), np.array([0.0, 4.0, 2.0])
    paper, ours = SYSTEMS["paper"], SYSTEMS["full"]
    assert paper.scaling(values).rows(values).tolist() == [[-1, 0], [1, 0], [0, 0]]
    assert ours.scaling(values).rows(values)[:, 0].tolist() == pytest.approx([-1.2247449, 1.2247449, 0])
    choices = paper.choices(values, labels, seed=3)
    assert choices.epsilon * labels.std() == pytest.approx(0.1)
    assert (choices.costs[0], choices.gammas[-1], choices.seed, choices.blends) == (2**-5, 2 * 2**3, 3, (0.0,))
    assert paper.signature(500, 3) != ours.signature(500, 3)


def test_every_addition_has_the_features_of_the_paper_and_more() -> None:
    for system in SYSTEMS.values():
        for level, features in system.features.items():
            families = families_of(features, level)
            if system.name.startswith("paper + "):
                assert set(families) > set(families_of("paper", level)), (system.name, level)
            elif system.name.startswith("paper"):
                assert families == families_of("paper", level)


def test_an_interval_decides_what_is_reproduced() -> None:
    paper = {"paragraph2sentence": 0.759, "word2sense": 0.155, "Sum": 0.914}
    ours = {"paragraph2sentence": 0.76, "word2sense": 0.9, "Sum": 1.66}
    row = {"system": "paper", "metrics": ours, "paper": paper, "spearman": ours, "paper_spearman": paper}
    found = checked([row], {"paragraph2sentence": 500, "word2sense": 500})
    verdicts = {(one["level"], one["measure"]): one["verdict"] for one in found}
    assert verdicts["paragraph2sentence", "Pearson"] == "reproduced"
    assert verdicts["word2sense", "Spearman"] == verdicts["Sum", "Pearson"] == "above"
    low, high = interval_of(0.3, 500)
    assert low < 0.305 < high
    assert interval_of(1.0, 500)[1] < 1
    ours, paper = {"word2sense": 0.0}, {"word2sense": 0.155}
    worse = {"system": "paper", "metrics": ours, "spearman": ours, "paper": paper, "paper_spearman": paper}
    assert {one["verdict"] for one in checked([worse], {"word2sense": 500})} == {"below"}


def test_a_record_is_completed_by_the_levels_that_it_lacks() -> None:
    pytest.importorskip("sklearn", reason="scikit-learn absent: pip install 'perpend[learn]'")
    words = evaluate_clss([small()], ("paper",))
    again = ClssReport.of_record(json.loads(json.dumps(words.to_dict())))
    assert again.to_dict() == words.to_dict()
    (only,) = words.levels
    others = tuple(replace(only, name=name) for name in CLSS_LEVELS[:-1])
    found = ClssReport(others, words.settings).joined(again)
    assert [level.name for level in found.levels] == list(CLSS_LEVELS)
    rows = {row["system"]: row["metrics"] for row in found.to_dict()["rows"]}
    assert rows["paper"]["Sum"] == pytest.approx(4 * rows["paper"]["word2sense"])
    with pytest.raises(InputError, match="another tags"):
        ClssReport(others, {**words.settings, "tags": "others"}).joined(again)
    with pytest.raises(InputError, match="not one of"):
        ClssReport.of_record({"task": "sick"})


def test_a_test_pair_that_was_trained_on_is_refused() -> None:
    pytest.importorskip("sklearn", reason="scikit-learn absent: pip install 'perpend[learn]'")
    with pytest.raises(InputError, match="learned from 1 of these"):
        evaluate_clss([small([("cat#n", SENSES[0]), ("dog#v", SENSES[1])])], ("paper",), ablation=False)


def test_published_figures_have_all_levels() -> None:
    tables = published("clss-paper")
    for measure in ("pearson", "spearman"):
        assert all(tuple(row) == (*CLSS_LEVELS, "Sum") for row in tables[measure].values())
        assert all(set(row) <= {*CLSS_LEVELS, "Sum"} for row in tables["published"][measure].values())
    assert tables["published"]["pearson"]["best of each level"]["phrase2word"] == 0.457


def test_data_that_are_not_there_are_named(tmp_path: Path) -> None:
    with pytest.raises(MissingResource, match=r"paragraph2sentence\.train\.tsv"):
        read_clss(tmp_path)


def test_the_data_are_read(mirror: Path) -> None:
    levels = read_clss(mirror)
    assert [len(level.test_pairs) for level in levels] == [500] * 4
    assert all(500 < len(level.pairs) < 550 for level in levels)
    assert all(level.gold.min() >= 0 and level.gold.max() <= 4 for level in levels)


def record() -> dict[str, Any]:
    return dict(json.loads((RESULTS / "clss.json").read_text(encoding="utf-8")))


def row_of(system: str) -> dict[str, Any]:
    return next(row for row in record()["rows"] if row["system"] == system)


@pytest.mark.parametrize(
    ("system", "least"), [("paper + all", (0.759, 0.702, 0.305, 0.155)), ("full", (0.82, 0.75, 0.40, 0.33))]
)
def test_recorded_figures_are_as_good_as_they_must_be(system: str, least: tuple[float, ...]) -> None:
    for level, bound in zip(CLSS_LEVELS, least, strict=True):
        assert row_of(system)["metrics"][level] >= bound, level


def test_every_system_is_recorded_with_its_sum() -> None:
    rows = record()["rows"]
    assert [row["system"] for row in rows] == ["LCS", *SYSTEMS]
    for row in rows:
        levels = SYSTEMS[row["system"]].features if row["system"] in SYSTEMS else CLSS_LEVELS
        for figures in (row["metrics"], row["spearman"]):
            assert set(figures) - {"Sum"} == set(levels)
            if "Sum" in figures:
                assert figures["Sum"] == pytest.approx(sum(figures[level] for level in CLSS_LEVELS))
        for level, facts in row["learned"].items():
            assert facts["features"] == SYSTEMS[row["system"]].features[level]


def test_the_row_of_the_paper_has_its_features_and_no_others() -> None:
    families = families_of("paper", "sentence2phrase")
    others = RelatednessFeatures("+".join(name for name in families if name != "topics"), "sentence2phrase").names
    sizes = record()["topics"]
    for level in CLSS_LEVELS[:2]:
        assert row_of("paper")["learned"][level]["count"] == len(others) + 4 * len(sizes)
    assert set(SHIPPED_TOPICS) < set(sizes) <= set(PAPER_TOPICS)


def test_the_record_has_all_topic_models_of_the_paper() -> None:
    assert record()["topics"] == list(PAPER_TOPICS)
    assert all(f"perpend-lda-{size}:" in record()["signature"] for size in PAPER_TOPICS)


def test_the_paper_is_nowhere_missed_by_more_than_chance_and_each_miss_has_a_reason() -> None:
    checks = record()["checks"]
    assert not [one for one in checks if one["system"] == "paper" and one["verdict"] == "below"]
    assert all(one["why"] for one in checks if one["ours"] < one["paper"] and one["system"] == "paper")
    assert {(one["system"], one["level"]) for one in checks} >= {("paper", level) for level in (*CLSS_LEVELS, "Sum")}
    assert checks == checked(record()["rows"], dict.fromkeys(CLSS_LEVELS, 500))


def test_the_record_is_of_the_data_of_the_mirror(mirror: Path) -> None:
    assert all(level.signature in record()["signature"] for level in read_clss(mirror))


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
