"""The default scorer: what holds of any two texts, documented results for odd ones, and its files."""

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import perpend
from perpend.errors import InputError, PerpendError, SettingError
from perpend.learning.registry import kind_of_file, load
from perpend.similarity.likeness import Likeness
from perpend.similarity.likeness_model import LikenessModel
from perpend.similarity.likeness_training import plain_model, train_likeness

WORDS = """
the a dog cat man not never paid two nine hours 3pm open closed , . 😀 שלום ok
"""
TEXT = st.text(max_size=30) | st.lists(st.sampled_from(WORDS.split()), max_size=9).map(" ".join)
CHANGED = [
    ("The shop is open on Sundays.", "The shop is closed on Sundays."),
    ("He paid two hours early.", "He paid nine hours early."),
    ("She locked the door.", "She never locked the door."),
    ("The nurse thanked the doctor.", "The doctor thanked the nurse."),
]


def everyday() -> LikenessModel:
    found = load("everyday")
    assert isinstance(found, LikenessModel)
    return found


def asked(text1: str, text2: str, **options: Any) -> Likeness:
    found = perpend.score(text1, text2, **options)
    assert isinstance(found, Likeness)
    return found


@pytest.fixture(scope="module")
def corrected() -> LikenessModel:
    """A model with a correction, learned from sentences that are made here."""
    chance = np.random.default_rng(5)
    whos, verbs = ["dog", "cat", "nurse", "farmer"], ["bought", "lost", "found"]
    things = ["boat", "house", "book", "fence"]
    pairs, labels = [], []
    for _ in range(48):
        one = [chance.choice(words) for words in (whos, verbs, things)]
        other = [
            chance.choice(words) if chance.random() < 0.5 else old
            for words, old in zip((whos, verbs, things), one, strict=True)
        ]
        pairs.append((f"The {one[0]} {one[1]} a {one[2]}.", f"A {other[0]} {other[1]} the {other[2]}."))
        labels.append(10.0 * (one[0] == other[0]))
    model = train_likeness(pairs, labels, scale=(0.0, 10.0), name="own")
    assert model.correction is not None
    return model


# -------------------- any two texts


@settings(max_examples=60, deadline=None)
@given(TEXT, TEXT)
def test_contributions_sum_and_both_orders_agree(text1: str, text2: str) -> None:
    model = everyday()
    found, turned = asked(text1, text2), asked(text2, text1)
    assert found.value == turned.value == model.predict([(text1, text2)])[0]
    assert abs(found.base + sum(part.points for part in found.contributions) - found.value) < 1e-9
    low, high = found.scale
    assert low <= found.interval[0] <= found.value <= found.interval[1] <= high
    assert [one.points for one in found.contributions] == [one.points for one in turned.contributions]
    assert sorted(map(str, turned.links)) == sorted(str(one.turned()) for one in found.links)
    json.dumps(found.to_dict(), allow_nan=False)
    assert all(reason and not reason.endswith(".") for reason in found.reasons)


@settings(max_examples=30, deadline=None)
@given(TEXT)
def test_a_text_is_like_itself_and_nothing_is_above(text: str) -> None:
    assert asked(text, text).value == 5.0
    assert asked(text, text.upper().lower()).value <= 5.0


@settings(max_examples=20, deadline=None)
@given(TEXT, TEXT)
def test_a_correction_sums_too(corrected: LikenessModel, text1: str, text2: str) -> None:
    found = corrected.explain(text1, text2)
    assert isinstance(found, Likeness)
    assert found.value == corrected.predict([(text1, text2)])[0] == corrected.explain(text2, text1).value
    assert abs(found.base + sum(part.points for part in found.contributions) - found.value) < 1e-9
    assert corrected.explain(text1, text1).value == 10.0


@pytest.mark.parametrize("pair", CHANGED)
def test_strictness_never_raises_a_value(pair: tuple[str, str]) -> None:
    values = [asked(*pair, strictness=one).value for one in (0, 0.25, 0.5, 1)]
    assert values == sorted(values, reverse=True)
    assert values[0] > values[-1]
    assert asked(*pair).value == values[-1]
    assert f"strictness:{0.25:g}" in asked(*pair, strictness=0.25).signature


@pytest.mark.parametrize("wrong", [-0.1, 1.1, float("nan"), True, "1"])
def test_a_strictness_is_a_number_from_0_to_1(wrong: Any) -> None:
    with pytest.raises(SettingError, match=r"a strictness of .*: give a number from 0 to 1"):
        perpend.score("a", "b", strictness=wrong)


def test_score_takes_models_of_two_kinds() -> None:
    pair = ("A man plays a guitar.", "A man is playing a guitar.")
    assert asked(*pair).to_dict() == asked(*pair, model="everyday").to_dict() == everyday().explain(*pair).to_dict()
    assert asked(*pair, symmetric=True).to_dict() == asked(*pair).to_dict()
    assert perpend.score(*pair, model="perp-sts").to_dict() == load("perp-sts").explain(*pair).to_dict()
    with pytest.raises(SettingError, match="a model of the kind 'relatedness', but 'likeness' or 'perp' was needed"):
        perpend.score(*pair, model="relate-sentence")
    with pytest.raises(SettingError, match="strictness"):
        perpend.score(*pair, model="perp-sts", strictness=0.5)


# -------------------- odd texts, as docs/score.md says


@pytest.mark.parametrize(
    ("text1", "text2", "low", "high", "reason"),
    [
        ("", "", 5.0, 5.0, "neither text has a word"),
        ("", "The shop is open.", 0.0, 0.0, "text 1 is empty"),
        ("The shop is open.", " \n", 0.0, 0.0, "text 2 is empty"),
        ("😀 🎉", "😀 🎉", 5.0, 5.0, "both texts have the same words in the same order"),
        ("!?", "😀", 0.0, 2.0, ""),
        ("car", "automobile", 3.0, 5.0, "'car' and 'automobile' are synonyms"),
        ("car", "symphony", 0.0, 2.0, "text 2 has no clear counterpart of 'car'"),
        ("Der Hund schläft.", "Der Hund schläft.", 5.0, 5.0, "both texts have the same words in the same order"),
        ("On Monday we met.", "We met on Monday.", 4.0, 5.0, ""),
        ("Don't stop!", "do not stop", 5.0, 5.0, "both texts have the same words in the same order"),
    ],
)
def test_odd_texts(text1: str, text2: str, low: float, high: float, reason: str) -> None:
    found = asked(text1, text2)
    assert low <= found.value <= high
    if reason:
        assert reason in found.reasons
    assert str(found)
    assert found.to_html(page=True)


@pytest.mark.parametrize(
    ("text1", "text2", "warning"),
    [
        ("😀", "🎉", "text 1 has no word"),
        ("Koirankoppi naapuritalon pihamaalla.", "The dog sleeps.", "most words of text 1 are no known English words"),
        ("A dog sleeps.", "кошка спит дома", "most words of text 2 are no known English words"),
        ("house " * 2000, "a house", "text 1 has 2,000 words, more than nearly all training texts"),
    ],
)
def test_unusual_texts_are_warned_of(text1: str, text2: str, warning: str) -> None:
    assert any(one.startswith(warning) for one in asked(text1, text2).warnings)
    assert f"less certain: {warning}"[:20] in " ".join(str(asked(text1, text2)).split())


def test_two_thousand_words() -> None:
    words = ["the", "old", "house", "stands", "near", "a", "river", "and", "nine", "boats"]
    long = " ".join(words[k * 7 % 10] for k in range(2000))
    found = asked(long, " ".join(words))
    assert found.base + sum(part.points for part in found.contributions) == pytest.approx(found.value, abs=1e-9)
    assert len(str(found).splitlines()) > 50
    with pytest.raises(InputError, match=r"score: two texts with [\d,]+ pairs of words are too long"):
        perpend.score(long, long)


# -------------------- files and processes


def test_a_file_restores_the_model(corrected: LikenessModel, tmp_path: Path) -> None:
    for model in (everyday(), corrected, plain_model((1.0, 7.0))):
        model.save(tmp_path / "one.model")
        again = LikenessModel.read(tmp_path / "one.model")
        pairs = [("He left early.", "He left at nine."), ("", "a"), *CHANGED]
        assert again.identity == model.identity
        assert again.signature == model.signature
        assert again.errors == model.errors
        assert again.predict(pairs).tolist() == model.predict(pairs).tolist()
        again.save(tmp_path / "two.model")
        assert (tmp_path / "one.model").read_bytes() == (tmp_path / "two.model").read_bytes()
    assert kind_of_file(tmp_path / "one.model") == "likeness"


def test_forged_files_are_refused_in_one_line(corrected: LikenessModel, tmp_path: Path) -> None:
    corrected.save(tmp_path / "good.model")
    good = (tmp_path / "good.model").read_bytes()
    places = [*range(0, 400, 7), *range(400, len(good), max(1, len(good) // 40))]
    for beginning in [good[: len(good) // 2], b"", *(_flipped(good, place) for place in places)]:
        (tmp_path / "forged.model").write_bytes(beginning)
        with pytest.raises(PerpendError) as caught:
            LikenessModel.read(tmp_path / "forged.model")
        assert "\n" not in str(caught.value)


def _flipped(data: bytes, place: int) -> bytes:
    return data[:place] + bytes([data[place] ^ 0x5A]) + data[place + 1 :]


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"names": ("cosine",)}, "names of distances"),
        ({"loss": np.full(3, 0.1)}, "names of distances"),
        ({"line": (0.0, float("nan"))}, "no numbers in order"),
        ({"intervals": np.array([[2.0, 1.0], [1.0, 1.0]])}, "no numbers in order"),
        ({"errors": (0.1, float("inf"))}, "errors of"),
    ],
)
def test_impossible_models_are_refused(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        replace(everyday(), **changes)


def test_two_processes_say_the_same() -> None:
    program = f"import json, perpend; print(json.dumps([perpend.score(a, b).to_dict() for a, b in {CHANGED!r}]))"
    outputs = {
        subprocess.run([sys.executable, "-c", program], capture_output=True, check=True).stdout for _ in range(2)
    }
    assert len(outputs) == 1
    assert json.loads(outputs.pop()) == [asked(*pair).to_dict() for pair in CHANGED]
