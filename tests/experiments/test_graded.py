"""Graded sources, each left out in turn, and learning curves: on made-up data in the mirror's layout."""

import json
import subprocess
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from experiments import holdout
from experiments.answers import Answers, learning_curves, lexical_features, read_answers
from experiments.graded import GRADED_LEVELS, pair_key, read_graded, read_sick_part, reported_pairs, training_pairs
from experiments.holdout import HOLDOUT_SYSTEMS, evaluate_holdout, stem_tf_idf
from perpend.errors import MissingResource
from perpend.features.distances import compared
from perpend.learning.provenance import fingerprint
from perpend.learning.registry import load
from perpend.lexicon.sentence_encoder import MiniLM

PAIRS = [
    ("4.6", "A boy climbs a tree", "A boy is climbing up a tree"),
    ("3.4", "Two cats sleep on a sofa", "Two cats lie on the floor"),
    ("2.9", "The soup is hot", "The soup is cold"),
    ("1.2", "A man rows a boat", "A lamp hangs from the ceiling"),
    ("4.9", "She sings a song", "A song is sung by her"),
    ("1.7", "The bus is late", "Nobody waits at the shop"),
]
LEVELS = ("paragraph2sentence", "sentence2phrase", "phrase2word", "word2sense")
CHEAP = ("everyday", "PERP", "tf-idf", "tf-idf of stems")


def write(path: Path, rows: list[tuple[str, ...]], columns: str = "gold text1 text2") -> None:
    path.parent.mkdir(exist_ok=True)
    lines = ["\t".join(["id", *columns.split()])] + ["\t".join([str(k), *row]) for k, row in enumerate(rows)]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


@pytest.fixture
def graded_mirror(small_mirror: Path) -> Path:
    """A mirror in which one train pair of SICK stands, turned around, in a test part of STS-2012."""
    turned = ("3.1", "two kids play a game", "two children play chess")
    for number, part in enumerate(("train", "trial", "test")):
        rows = [(gold, f"{one} {part}", other) for gold, one, other in PAIRS[number:]]
        write(small_mirror / "sick" / f"{part}.tsv", [*rows, turned] if part == "train" else rows)
    for level in LEVELS:
        for part in ("train", "trial", "test"):
            rows = [(str(k % 5), f"{level} {part} {k} {one}", other) for k, (_, one, other) in enumerate(PAIRS)]
            write(small_mirror / "clss" / f"{level}.{part}.tsv", rows)
    for part in ("dev", "test"):
        rows = [("YES", f"{one} {part}", other) for _, one, other in PAIRS]
        write(small_mirror / "rte" / f"rte1_{part}.tsv", [(*row, "CD") for row in rows], "gold text1 text2 task")
    return small_mirror


def test_labels_of_sick_are_brought_to_the_scale_of_the_others(graded_mirror: Path) -> None:
    _, gold = read_sick_part(graded_mirror, "train")
    assert gold[:2] == pytest.approx([4.5, 3.0])


def test_every_source_is_there_and_some_have_no_training_part(graded_mirror: Path) -> None:
    sources = read_graded(graded_mirror)
    names = ["MSRpar", "MSRvid", "SMT-eur", "On-WN", "SMT-news", "SICK", *GRADED_LEVELS]
    assert [one.name for one in sources] == names
    assert [one.name for one in sources if one.pairs] == ["MSRpar", "MSRvid", "SMT-eur", "SICK"]
    assert all(len(one.test_pairs) == len(one.test_gold) > 3 for one in sources)


def test_pairs_of_test_parts_are_not_learned_from_in_either_order(graded_mirror: Path) -> None:
    sources, unwanted = read_graded(graded_mirror), reported_pairs(graded_mirror)
    pool = training_pairs(sources, unwanted)
    assert pool.left_out["SICK"] == 1
    assert not any(pair_key(*pair) in unwanted for pair in pool.pairs)
    assert len(pool.pairs) == len(pool.labels) == len(pool.sources)
    # The files of STS-2012 are all made from the same pairs, so nothing is left of its training parts.
    assert set(pool.sources) == {"SICK"}
    everything = training_pairs(sources, frozenset())
    assert set(everything.sources) == {"MSRpar", "MSRvid", "SMT-eur", "SICK"}
    assert "SICK" not in training_pairs(sources, frozenset(), "SICK").sources


def test_each_source_is_judged_by_models_of_the_others(graded_mirror: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    learned: list[tuple[str, set[str]]] = []
    train = holdout.train_compared

    def noted(*arguments: object, **options: object) -> object:
        learned.append((str(options["name"]), set(options["sources"])))  # type: ignore[call-overload]
        return train(*arguments, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(holdout, "train_compared", noted)
    evaluate_holdout(read_graded(graded_mirror), frozenset(), ["everyday"])
    assert [name for name, _ in learned] == [
        *(f"without {one}" for one in ("MSRpar", "MSRvid", "SMT-eur")),
        "all",
        "without SICK",
        *(f"{one} alone" for one in ("MSRpar", "MSRvid", "SMT-eur", "SICK")),
    ]
    for name, sources in learned[-4:]:
        assert sources == {name.removesuffix(" alone")}
    for name, sources in learned[:-4]:
        assert name.removeprefix("without ") not in sources
        assert len(sources) == (4 if name == "all" else 3)


def test_the_table_has_the_shape_that_all_evaluations_share(graded_mirror: Path) -> None:
    sources = read_graded(graded_mirror)
    record = evaluate_holdout(sources, frozenset(), CHEAP).to_dict()
    assert record == json.loads(json.dumps(record))
    assert [row["system"] for row in record["rows"]] == list(CHEAP)
    for row in record["rows"]:
        assert list(row["metrics"]) == ["mean", *(one.name for one in sources)]
        assert row["metrics"]["mean"] == pytest.approx(np.mean([row["metrics"][one.name] for one in sources]))
        assert list(row["intervals"]) == [one.name for one in sources]
    assert record["learned_from"]["On-WN"] > record["learned_from"]["SICK"]
    assert record["signature"].startswith("data:graded/")


def test_a_system_that_is_not_at_hand_is_left_out_with_the_reason(
    graded_mirror: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def absent(**_: object) -> None:
        raise MissingResource("the encoder is not here")

    monkeypatch.setattr(MiniLM, "stored", absent)
    systems = ["everyday-encoder", "MiniLM"]
    record = evaluate_holdout(read_graded(graded_mirror), frozenset(), systems).to_dict()
    assert record["rows"] == []
    assert record["left_out"] == dict.fromkeys(systems, "the encoder is not here")
    assert record["own_source"] == {}


def test_stems_share_what_words_do_not() -> None:
    assert stem_tf_idf("the cats slept", "a cat slept") > stem_tf_idf("the cats slept", "a dog slept")
    assert stem_tf_idf("", "a cat") == 0.0


def test_case_signs_and_order_make_no_other_pair() -> None:
    assert pair_key("Two kids play.", "A dog, asleep") == pair_key("a DOG asleep!", "two kids play")
    assert pair_key("Two kids play.", "A dog") != pair_key("Two kids play.", "The dog")


def test_commands_print_what_they_record(
    graded_mirror: Path, run_table: Callable[..., "subprocess.CompletedProcess[str]"], tmp_path: Path
) -> None:
    for name in ("MSRpar", "MSRvid"):
        path = graded_mirror / "sts2012" / f"train.{name}.tsv"
        path.write_text(path.read_text(encoding="utf-8").replace("dog", f"hen of {name}"), encoding="utf-8")
    place = tmp_path / "holdout.json"
    shown = run_table("holdout", "--system", "PERP", "--mirror", graded_mirror, "-o", place)
    assert shown.returncode == 0, shown
    record = json.loads(place.read_text(encoding="utf-8"))
    assert f"{record['rows'][0]['metrics']['SICK']:.3f}" in shown.stdout
    wrong = run_table("holdout", "--system", "perp", "--mirror", graded_mirror)
    assert wrong.returncode != 0
    assert all(name in wrong.stderr for name in HOLDOUT_SYSTEMS)


def test_pairs_that_the_default_has_learned_from_stand_in_no_test_part(mirror: Path) -> None:
    """37 train pairs of SICK stand in MSRvid's test part: none of them may be learned from."""
    sources, unwanted = read_graded(mirror), reported_pairs(mirror)
    pool = training_pairs(sources, unwanted)
    assert not unwanted.intersection(pair_key(*pair) for pair in pool.pairs)
    msrvid = {pair_key(*pair) for one in sources if one.name == "MSRvid" for pair in one.test_pairs}
    sick = next(one for one in sources if one.name == "SICK")
    assert sum(pair_key(*pair) in msrvid for pair in sick.pairs) == 37
    assert pool.left_out["SICK"] >= 37


def test_the_shipped_default_has_learned_from_no_reported_pair(mirror: Path) -> None:
    parts = [one.test_pairs for one in read_graded(mirror)]
    tested = {fingerprint(*pair) for pairs in parts for pair in pairs}
    training = load("everyday").training
    assert training.count > 5000
    assert not tested.intersection(training.fingerprints)


# -------------------- learning curves


@pytest.fixture
def answers(small_mirror: Path) -> Answers:
    verdicts = {
        "correct": "It boils because of the heat",
        "incorrect": "It is a pot",
        "contradictory": "It never boils",
    }
    rows = [
        (verdict, f"Water boils when heated, case {question}", f"{text} {number}", f"Q{question}")
        for question in range(9)
        for number, (verdict, text) in enumerate([*verdicts.items()] * 2)
    ]
    for name in ("beetle-train", "scientsbank-train"):
        write(small_mirror / "answers" / f"{name}.tsv", rows, "gold text1 text2 question_id")
    return read_answers(small_mirror)


def test_verdicts_become_labels_and_questions_are_held_out_whole(answers: Answers) -> None:
    assert answers.gold[:3].tolist() == [2.0, 1.0, 0.0]
    own, asked = answers.halves()
    questions = np.array(answers.questions)
    assert not set(questions[own]) & set(questions[asked])
    assert len(own) + len(asked) == len(answers.pairs) == 108
    assert len(set(questions[asked])) == 6


def test_curves_have_every_system_size_and_draw(answers: Answers) -> None:
    found = learning_curves(answers, (20, 40, 5000), draws=2)
    record = found.to_dict()
    assert record == json.loads(json.dumps(record))
    assert [row["system"] for row in record["rows"]] == ["default", "everyday", "PERP", "lexical OLS"]
    for system, sizes in found.draws.items():
        assert {size: len(draws) for size, draws in sizes.items()} == (
            {0: 1} if system == "default" else {20: 2, 40: 2}
        )
    for row in record["rows"]:
        for name, value in row["metrics"].items():
            assert row["least"][name] <= value <= row["most"][name]
    assert learning_curves(answers, (20, 40, 5000), draws=2).to_dict() == record


def test_draws_below_the_default_are_named(answers: Answers) -> None:
    found = learning_curves(answers, (20,), draws=1)
    base = found.draws["default"][0][0]
    worse = {"Pearson": base["Pearson"] - 0.1, "RMSE": base["RMSE"]}
    named = replace(found, draws={**found.draws, "everyday": {20: [worse]}}).below()
    assert [(one["labels"], one["draw"], one["figure"]) for one in named] == [(20, 0, "Pearson")]
    assert named[0]["by"] == pytest.approx(0.1)


def test_the_untrained_default_is_brought_to_the_scale_of_the_labels(answers: Answers) -> None:
    model = load(kind="likeness")
    _, asked = answers.halves()
    values = model.predict([answers.pairs[place] for place in asked]) * 2 / 5
    right = float(np.corrcoef(values, answers.gold[asked])[0, 1])
    assert learning_curves(answers, (20,), draws=1).draws["default"][0][0]["Pearson"] == pytest.approx(right)


def test_lexical_features_are_from_0_to_1() -> None:
    for texts in (("", ""), ("A cup.", ""), ("The old man sat", "an old man was sitting down")):
        assert len(lexical_features(*texts)) == 5
        assert all(0.0 <= value <= 1.0 for value in lexical_features(*texts))
    assert lexical_features("cats sleep", "cat sleep")[1] == 1.0 > lexical_features("cats sleep", "cat sleep")[0]


def test_compared_pairs_are_those_of_the_default() -> None:
    """The experiments compare pairs without a model, so a model must compare them in the same way."""
    model = load(kind="likeness")
    texts = ("The lid is open.", "The lid is shut.")
    assert model.compare(*texts).distances.tolist() == compared(*texts).distances.tolist()  # type: ignore[attr-defined]
