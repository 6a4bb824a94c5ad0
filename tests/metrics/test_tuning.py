"""Tuning finds costs that agree better with judgments, keeps the best, and gives the same answer every time."""

import random
from dataclasses import replace
from math import inf
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from perpend.alignment import Aligner, Costs
from perpend.errors import InputError, SettingError
from perpend.lexicon.phrases.builder import build_phrase_table
from perpend.metrics import tuning
from perpend.metrics.objective import Judgments
from perpend.metrics.terp_files.reading_tsv import read_column, read_pairs
from perpend.metrics.tuning import TuningResult, tune

WORDS = ["red", "blue", "house", "river", "stone", "bird", "table", "cloud", "seven", "glass"]
SETS = ("MSRpar", "MSRvid", "SMTeuroparl")


def made_up(insertion: float, deletion: float) -> tuple[list[list[str]], list[list[str]], list[float]]:
    """Pairs with extra and missing words only, judged by what these cost."""
    chance = random.Random(5)
    hyps, refs, judgments = [], [], []
    for _ in range(60):
        ref = chance.sample(WORDS, 8)
        missing, extra = chance.randrange(4), chance.randrange(4)
        hyps.append(ref[missing:] + [f"new{n}" for n in range(extra)])
        refs.append(ref)
        judgments.append(-(insertion * extra + deletion * missing) / len(ref))
    return hyps, refs, judgments


def tuned(**settings: Any) -> TuningResult:
    return tune(*made_up(insertion=0.2, deletion=1.0), costs="ter", **settings)


def test_the_direction_of_known_weights_is_found() -> None:
    result = tuned(iterations=10)
    assert result.before < 0.9
    assert result.after > 0.999
    assert result.costs.insertion / result.costs.deletion == pytest.approx(0.2, abs=0.07)
    other = tune(*made_up(insertion=1.0, deletion=0.2), costs="ter", iterations=10)
    assert other.costs.deletion < other.costs.insertion


def test_what_is_kept_never_falls() -> None:
    told: list[tuple[int, int, float]] = []
    result = tuned(iterations=6, starts=2, seed=3, progress=lambda *report: told.append(report))
    values = [one.value for one in result.history]
    assert [value for _, _, value in told] == [max(values[: n + 1]) for n in range(1, len(values))]
    assert [(done, total) for done, total, _ in told] == [(n, 6) for n in range(1, 7)]
    assert result.after == max(values) >= result.before == values[0]
    assert result.best == values.index(max(values))


def test_one_seed_gives_the_same_bytes(tmp_path: Path) -> None:
    written = []
    for seed in (4, 4, 5):
        result = tuned(iterations=3, starts=3, seed=seed)
        result.write(tmp_path / "tuned.param")
        written.append((tmp_path / "tuned.param").read_bytes() + repr(result.to_dict()).encode())
    assert written[0] == written[1] != written[2]


def test_frozen_weights_and_limits_are_kept() -> None:
    result = tuned(iterations=4, starts=3, freeze=["insertion", "shift"], min_shift=0.3)
    assert result.costs.insertion == result.costs.shift == 1.0
    assert result.costs.deletion != 1.0
    hyps, refs = [["b", "a"], ["c", "a"], ["a", "b"]], [["a", "b"]] * 3
    cheap = tune(hyps, refs, [5.0, 0.0, 5.0], costs="ter", min_shift=0.3)
    assert 0.3 <= cheap.costs.shift < 1.0


def test_a_written_file_gives_the_same_scores(tmp_path: Path) -> None:
    hyps, refs, judgments = made_up(0.2, 1.0)
    texts = [" ".join(hyp) for hyp in hyps], [" ".join(ref) for ref in refs]
    result = tune(*texts, judgments, costs="terpa", iterations=2)
    result.write(tmp_path / "tuned.param")
    read = Aligner(tmp_path / "tuned.param")
    assert [a.score for a in read.align_many(*texts)] == [a.score for a in Aligner(result.costs).align_many(*texts)]
    assert read.costs.stop_words == result.costs.stop_words
    again = tune(*texts, judgments, costs=tmp_path / "tuned.param", iterations=0)
    assert again.before == again.after == result.after
    assert result.parameters.insertion_cost == result.costs.insertion


def test_the_value_is_that_of_the_scores() -> None:
    hyps, refs, judgments = made_up(0.2, 1.0)
    result = tune(hyps, refs, judgments, costs="terpa", iterations=1)
    scores = [a.score for a in Aligner(result.costs).align_many(hyps, refs)]
    assert result.after == pytest.approx(abs(np.corrcoef(scores, judgments)[0, 1]), abs=1e-9)


def test_phrase_parameters_are_tuned_too(tmp_path: Path) -> None:
    lines = [f"0.{n + 1} <p>{word}</p> <p>{word} x{n}</p>" for n, word in enumerate(WORDS[:5])]
    (tmp_path / "phrases.txt").write_text("\n".join(lines), encoding="utf-8")
    build_phrase_table(tmp_path / "phrases.txt", tmp_path / "table", format="terp")
    hyps = [[word, f"x{n}"] for n, word in enumerate(WORDS[:5])] + [[word, "y"] for word in WORDS]
    refs = [[word] for word in (*WORDS[:5], *WORDS)]
    judgments = [0.1 * n for n in range(5)] + [0.8] * 10
    costs = replace(Costs.named("terpa"), phrase_min=-inf)
    result = tune(hyps, refs, judgments, costs=costs, phrases=tmp_path / "table", iterations=3, higher_is_better=True)
    assert result.names[-4:] == ("phrase-a", "phrase-b", "phrase-c", "phrase-d")
    assert result.costs.phrase_parameters != costs.phrase_parameters
    assert result.after > result.before
    assert "phrases:phrases/" in result.signature


def test_preferences_are_satisfied() -> None:
    hyps, refs = [["a", "b", "x"], ["a"], ["a", "y", "b"], ["b"]], [["a", "b"]] * 4
    result = tune(hyps, refs, Judgments(preferences=[(0, 1), (2, 3)]), costs="ter", objective="preferences")
    assert (result.before, result.after) == (0.0, 1.0)


def test_an_interruption_keeps_the_best_so_far(monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(done: int, _total: int, _value: float) -> None:
        if done == 2:
            raise KeyboardInterrupt

    result = tuned(iterations=9, progress=stop)
    assert result.interrupted
    assert len(result.history) == 3
    assert result.after > result.before

    def at_once(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(tuning, "features_of", at_once)
    with pytest.raises(KeyboardInterrupt):
        tuned()


def test_a_match_keeps_its_cost_unless_it_is_to_be_tuned() -> None:
    # Judges for whom a missing word costs nothing, but each word that is there costs half of an extra one.
    hyps, refs = ["a b c d", "a b", "a x", "a b c d x y", "a b x"], ["a b c d"] * 5
    judgments = [-0.5, -0.25, -0.375, -1.0, -0.5]
    settings: dict[str, Any] = {"costs": Costs("x", deletion=0.0), "higher_is_better": True, "iterations": 3}
    others = ["insertion", "deletion", "substitution", "stem", "synonym", "shift"]
    still, moved = (
        tune(hyps, refs, judgments, freeze=frozen, tune_match=free, **settings)
        for frozen, free in (((), False), (others, True))
    )
    assert still.costs.match == 0.0 < moved.costs.match
    assert "|freeze:match|" in still.signature
    assert "|freeze:insertion," in moved.signature
    with pytest.raises(SettingError, match="both to be tuned and to stay as it is"):
        tuned(freeze=["match"], tune_match=True)


def test_rounds_end_when_they_would_repeat_themselves() -> None:
    result = tuned(freeze=["match", "insertion", "deletion", "substitution", "stem", "synonym", "shift"])
    assert len(result.history) == 1
    assert result.before == result.after
    assert "costs:ter|" in result.signature


@pytest.mark.parametrize(
    ("settings", "error", "message"),
    [
        ({"freeze": ["inserts"]}, SettingError, "unknown weight to freeze 'inserts'; known: deletion, insertion"),
        ({"starts": 0}, SettingError, "starts is 0: it must be 1 or more"),
        ({"objective": "bleu"}, SettingError, "objective 'bleu' is not known"),
        ({"objective": "document pearson"}, InputError, "the pairs have no names"),
    ],
)
def test_mistakes_are_named(settings: dict[str, Any], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        tuned(**settings)


def test_every_hypothesis_needs_a_reference_and_a_judgment() -> None:
    with pytest.raises(InputError, match="2 hypotheses but 1 references"):
        tune(["a", "b"], ["a"], [1.0, 2.0])
    with pytest.raises(InputError, match="1 judgments for 2 pairs"):
        tune(["a", "b"], ["a", "b"], [1.0])


@pytest.mark.parametrize("name", SETS)
def test_tuning_raises_pearson_on_the_training_sets(name: str, mirror: Path) -> None:
    path = mirror / "sts2012" / f"train.{name}.tsv"
    pairs = read_pairs(path)
    hyps, refs = ([segment.text for segment in side.segments] for side in (pairs.hyp, pairs.refs[0]))
    result = tune(hyps, refs, read_column(path, "gold"), iterations=3)
    assert result.after > result.before + 0.005
