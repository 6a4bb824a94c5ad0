"""Paired tests over segment statistics: beside sacrebleu's, and what they are."""

import logging
from collections.abc import Callable
from random import Random
from typing import Any

import numpy as np
import pytest
from sacrebleu.metrics.bleu import BLEU
from sacrebleu.metrics.chrf import CHRF
from sacrebleu.significance import PairedTest

from perpend.errors import InputError, SettingError
from perpend.metrics import comparison
from perpend.metrics.bleu import bleu
from perpend.metrics.chrf import chrf
from perpend.metrics.comparison import compare, resampled_scores
from perpend.metrics.nist import nist
from perpend.metrics.per import per
from perpend.metrics.ter import ter
from perpend.metrics.terp import terp
from perpend.metrics.wer import wer

METRICS: dict[str, Callable[..., Any]] = {
    "bleu": bleu, "chrf": chrf, "nist": nist, "per": per, "ter": ter, "terp": terp, "wer": wer,
}  # fmt: skip
SACREBLEU_SEED = 12345
SHORT = {"bootstrap": "bs", "randomisation": "ar"}


def corpus(count: int = 60) -> tuple[list[str], list[str], list[str], list[str]]:
    """References, and systems that get more and more words wrong."""
    random = Random(5)
    words = [
        "the",
        "a",
        "cat",
        "dog",
        "house",
        "tree",
        "ran",
        "sat",
        "on",
        "under",
        "big",
        "small",
        "red",
        "and",
        "then",
    ]
    refs = [" ".join(random.choices(words, k=random.randint(4, 14))) for _ in range(count)]

    def spoil(share: float) -> list[str]:
        return [" ".join(random.choice(words) if random.random() < share else w for w in ref.split()) for ref in refs]

    return refs, spoil(0.2), spoil(0.25), spoil(0.5)


REFS, GOOD, LIKE, BAD = corpus()


@pytest.mark.parametrize("test", sorted(SHORT))
@pytest.mark.parametrize(("ours", "peer"), [(bleu, BLEU()), (chrf, CHRF())], ids=["bleu", "chrf"])
def test_scores_intervals_and_p_are_sacrebleus(ours: Any, peer: Any, test: str) -> None:
    logging.getLogger("sacrebleu").setLevel(logging.ERROR)
    named = {"good": GOOD, "like": LIKE, "bad": BAD}
    found = compare(
        {name: ours(hyps, REFS) for name, hyps in named.items()}, test=test, samples=400, seed=SACREBLEU_SEED
    )
    _, theirs = PairedTest(list(named.items()), {"x": peer}, [REFS], test_type=SHORT[test], n_samples=400)()
    (name,) = theirs.keys() - {"System"}
    for system, result in zip(found.systems, theirs[name], strict=True):
        assert 100 * system.score == pytest.approx(result.score, abs=1e-9)  # type: ignore[union-attr]
        assert system.p == result.p_value  # type: ignore[union-attr]
        if test == "bootstrap":
            half = 50 * (system.interval.high - system.interval.low)
            assert half == pytest.approx(result.ci, abs=1e-4)  # type: ignore[union-attr]


@pytest.mark.parametrize("test", sorted(SHORT))
@pytest.mark.parametrize("name", sorted(METRICS))
def test_a_great_difference_is_no_chance_and_none_is(name: str, test: str) -> None:
    metric = METRICS[name]
    systems = {"good": metric(GOOD, REFS), "same": metric(GOOD, REFS), "bad": metric(BAD, REFS)}
    good, same, bad = compare(systems, test=test, samples=300).systems
    assert (good.difference, good.p) == (None, None)
    assert (same.difference, same.interval) == (0.0, good.interval)
    assert bad.p is not None
    assert bad.p < 0.02
    assert bad.difference is not None
    assert bad.difference_interval is not None
    assert bad.difference_interval.low <= bad.difference <= bad.difference_interval.high
    assert (bad.difference > 0) == systems["bad"].lower_is_better
    assert good.interval.low <= good.score <= good.interval.high


@pytest.mark.parametrize("name", sorted(METRICS))
def test_scores_of_sums_are_the_scores(name: str) -> None:
    result = METRICS[name](GOOD, REFS)
    assert float(result.scores(result.rows.sum(axis=0))) == pytest.approx(result.score, abs=1e-12)
    each = result.scores(result.rows)
    if name != "bleu":
        assert each.tolist() == pytest.approx([segment.score for segment in result.segments], abs=1e-12)


def test_samples_are_corpora_of_drawn_segments() -> None:
    result = bleu(GOOD, REFS)
    drawn = np.random.default_rng(7).choice(len(REFS), size=(3, len(REFS)), replace=True)
    expected = [bleu([GOOD[k] for k in row], [REFS[k] for k in row]).score for row in drawn.tolist()]
    assert resampled_scores(result, 3, seed=7).tolist() == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("test", sorted(SHORT))
def test_the_same_seed_gives_the_same_figures(test: str) -> None:
    systems = {"good": wer(GOOD, REFS), "like": wer(LIKE, REFS)}
    told: list[int] = []
    first = compare(systems, test=test, samples=200, seed=3, report=told.append)
    assert compare(systems, test=test, samples=200, seed=3) == first
    assert compare(systems, test=test, samples=200, seed=4) != first
    assert sum(told) == (2 * 200 if test == "bootstrap" else 2 * 1000 + 200)
    assert first.signature.endswith(f"|test:{test}|samples:200|seed:3|level:0.95")


def test_samples_of_large_corpora_are_drawn_in_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    systems = {"good": wer(GOOD, REFS), "like": wer(LIKE, REFS)}
    whole = compare(systems, samples=100)
    monkeypatch.setattr(comparison, "_PRODUCT", 7 * len(REFS))
    assert compare(systems, samples=100) == whole
    monkeypatch.setattr(comparison, "_BLOCK", 11 * len(REFS))
    blocks = compare(systems, test="randomisation", samples=500).systems[1].p
    assert blocks == pytest.approx(compare(systems, test="randomisation", samples=500, seed=1).systems[1].p, abs=0.1)


def test_mistakes() -> None:
    result = wer(GOOD, REFS)
    with pytest.raises(SettingError, match="unknown test 't'; known: bootstrap, randomisation"):
        compare({"a": result}, test="t")
    with pytest.raises(SettingError, match=r"samples 0, level 0\.95"):
        compare({"a": result}, samples=0)
    with pytest.raises(InputError, match="nothing to compare"):
        compare({"a": wer([], [])})
    with pytest.raises(InputError, match="a and b were not scored in the same way on the same segments"):
        compare({"a": result, "b": per(GOOD, REFS)})
    with pytest.raises(InputError, match="a and b were not scored in the same way on the same segments"):
        compare({"a": result, "b": wer(GOOD[1:], REFS[1:])})
