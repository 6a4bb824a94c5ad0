"""MUC, B-cubed and CEAF-e: cases worked out from the definitions, and what holds for any chains."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perpend.errors import InputError
from perpend.evaluation.coreference import bcubed, ceafe, chain_scores, muc

pytest.importorskip("scipy")

Chains = dict[str, int]
CHAINS = st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4)), min_size=1, max_size=12)


def chains(*groups: str) -> Chains:
    return {mention: number for number, group in enumerate(groups) for mention in group}


KEY, RESPONSE = chains("abc", "de"), chains("ab", "cde")


def test_muc_by_hand() -> None:
    """The key has 3 links; abc falls into 2 parts, so 2 are kept. The response has 3, of which cde loses one."""
    assert muc(KEY, RESPONSE) == (pytest.approx(2 / 3), pytest.approx(2 / 3))


def test_bcubed_by_hand() -> None:
    """Precision: a, b 1; c 1/3; d, e 2/3. Recall: a, b 2/3; c 1/3; d, e 1."""
    precision, recall = bcubed(KEY, RESPONSE)
    assert precision == pytest.approx((1 + 1 + 1 / 3 + 2 / 3 + 2 / 3) / 5)
    assert recall == pytest.approx((2 / 3 + 2 / 3 + 1 / 3 + 1 + 1) / 5)


def test_ceafe_by_hand() -> None:
    """abc-ab 4/5, de-cde 4/5: the best pairing has 8/5 over 2 chains on each side."""
    assert ceafe(KEY, RESPONSE) == (pytest.approx(0.8), pytest.approx(0.8))


def test_ceafe_takes_the_best_pairing_not_the_greedy_one() -> None:
    """abcd-abef 4/8 and ef-abef 4/6, abcd-cd 4/6: greedy could take either, the best sum is abcd-cd + ef-abef."""
    precision, recall = ceafe(chains("abcd", "ef"), chains("abef", "cd"))
    assert precision == recall == pytest.approx((4 / 6 + 4 / 6) / 2)


def test_everything_in_one_chain_and_every_mention_alone() -> None:
    one, alone = chains("abcde"), chains("a", "b", "c", "d", "e")
    assert muc(KEY, one) == (pytest.approx(3 / 4), 1)
    assert muc(KEY, alone) == (0, 0)
    assert bcubed(KEY, one) == (pytest.approx((9 + 4) / 25), 1)
    assert bcubed(KEY, alone) == (1, pytest.approx(2 / 5))
    assert ceafe(KEY, alone) == (pytest.approx((2 / 4 + 2 / 3) / 5), pytest.approx((2 / 4 + 2 / 3) / 2))


def test_the_mean_of_the_three_is_conll() -> None:
    scores = chain_scores(KEY, RESPONSE)
    assert scores["CoNLL F1"] == pytest.approx((scores["MUC F1"] + scores["B3 F1"] + scores["CEAFe F1"]) / 3)


@given(CHAINS)
def test_the_key_itself_is_perfect_and_sides_trade_precision_for_recall(rows: list[tuple[int, int]]) -> None:
    key = {place: one for place, (one, _) in enumerate(rows)}
    response = {place: other for place, (_, other) in enumerate(rows)}
    assert bcubed(key, key) == (pytest.approx(1), pytest.approx(1))
    assert ceafe(key, key) == (pytest.approx(1), pytest.approx(1))
    for measure in (muc, bcubed, ceafe):
        precision, recall = measure(key, response)
        assert measure(response, key) == (pytest.approx(recall), pytest.approx(precision))
        assert 0 <= precision <= 1 + 1e-9


def test_no_mentions_and_other_mentions() -> None:
    assert bcubed({}, {}) == ceafe({}, {}) == muc({}, {}) == (0, 0)
    with pytest.raises(InputError, match="not the same ones"):
        muc({"a": 1}, {"b": 1})
