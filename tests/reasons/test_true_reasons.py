"""No reason is untrue: every reason that is printed about generated pairs of texts is checked against their facts.

Some hundred pairs of a fixed seed in `make test`; 10,000 pairs, and new ones with every run, in `make test-long`. What
is known of the texts comes from their making (`tests.reasons.generator`), and what a reason claims is decided by
`tests.reasons.checker`; a reason of an unknown form fails.
"""

import random
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import pytest

import perpend
from tests.reasons import checker, entailing
from tests.reasons.facts import Amount, Text, Word
from tests.reasons.generator import pairs

SEED = 20
FEW, MANY = 500, 10_000
SLOW_FEW = 60
"""So many pairs where texts are parsed."""

Asked = Callable[[str, str], Any]

QUICK: dict[str, Asked] = {
    "score": perpend.score,
    "paraphrase": perpend.paraphrase,
    "relate": perpend.relate,
    "align": perpend.align,
    "score perp-sts": lambda one, other: perpend.score(one, other, "perp-sts"),
}
PARSED: dict[str, Asked] = {
    "paraphrase paraphrase-msrp": lambda one, other: perpend.paraphrase(one, other, "paraphrase-msrp"),
    "entail entail-sick": lambda one, other: perpend.entail(one, other, "entail-sick"),
}


def complaints(name: str, ask: Asked, found: Sequence[tuple[Text, Text]]) -> list[str]:
    """The untrue reasons about pairs, with what is wrong with each."""
    untrue = entailing.untrue if name.startswith("entail") else checker.untrue
    return [
        f"{reason} [{wrong}]: {one} | {other}"
        for one, other in found
        for reason in ask(str(one), str(other)).reasons
        if (wrong := untrue(reason, one, other))
    ]


@pytest.mark.parametrize("name", QUICK)
def test_no_reason_is_untrue(name: str) -> None:
    assert not complaints(name, QUICK[name], list(pairs(random.Random(SEED), FEW)))


@pytest.mark.parametrize("name", PARSED)
def test_no_reason_about_parsed_texts_is_untrue(name: str) -> None:
    pytest.importorskip("spacy", reason="spaCy absent: pip install 'perpend[nlp]'")
    assert not complaints(name, PARSED[name], list(pairs(random.Random(SEED), SLOW_FEW)))


@pytest.mark.long
@pytest.mark.parametrize("name", [*QUICK, *PARSED])
def test_no_reason_about_many_pairs_is_untrue(name: str, chance: random.Random) -> None:
    count = MANY if name in QUICK else MANY // 10
    found = complaints(name, (QUICK | PARSED)[name], list(pairs(chance, count)))
    assert not found, f"{len(found)}: {found[:20]}"


# -------------------- the generator


def test_a_seed_gives_the_same_pairs() -> None:
    first, second = ([(str(a), str(b)) for a, b in pairs(random.Random(3), 50)] for _ in range(2))
    assert first == second
    assert len({text for pair in first for text in pair}) > 60


def test_pairs_have_all_kinds_of_facts() -> None:
    words = [word for pair in pairs(random.Random(1), 400) for text in pair for word in text.words]
    assert {"agent", "patient", "verb", "place", "time", "amount", "cue", "quality"} <= {word.slot for word in words}
    assert {"not", "n't", "never", "no", "failed to"} <= {
        mark if mark in ("not", "never", "failed to") else "n't" if mark.endswith("n't") else mark.lower()
        for word in words
        for mark in word.cues
    }


# -------------------- the check: it knows true from untrue


def made(*words: Word) -> Text:
    return Text((*words, Word(".")))


def thing(text: str, concept: str, slot: str, **more: Any) -> Word:
    return Word(text, concept.split(".")[1], text, concept, slot, **more)


NURSE = thing("nurse", "nurse.n.01", "agent")
BOUGHT = Word("bought", "v", "buy", "buy.v.01", "verb")
CAR, BOAT = (thing(name, f"{name}.n.01", "patient") for name in ("car", "boat"))
AUTO = thing("automobile", "car.n.01", "patient")
NOT = Word("didn't", slot="cue")
BUY = Word("buy", "v", "buy", "buy.v.01", "verb", cues=("didn't",))
PLAY, DOWN = thing("play", "play.n.01", "patient"), thing("down", "down.n.02", "patient")
HOURS = Word("two hours", slot="amount", amount=Amount(120, "time"))
MINUTES = Word("120 minutes", slot="amount", amount=Amount(120, "time"))
ONE = made(Word("the"), NURSE, BOUGHT, Word("the"), CAR)


@pytest.mark.parametrize(
    ("reason", "other"),
    [
        ("'car' and 'automobile' are synonyms", made(Word("the"), NURSE, BOUGHT, Word("the"), AUTO)),
        ("'car' became 'boat'", made(Word("the"), NURSE, BOUGHT, Word("the"), BOAT)),
        ("'didn't' in text 2 denies 'buy'", made(Word("the"), NURSE, NOT, BUY, Word("the"), CAR)),
        ("nothing in text 2 says 'car'", made(Word("the"), NURSE, BOUGHT, Word("the"), BOAT)),
        ("text 1 says 'car', text 2 says 'boat'", made(Word("the"), NURSE, BOUGHT, Word("the"), BOAT)),
        ("text 2 is empty", Text(())),
    ],
)
def test_true_reasons_pass(reason: str, other: Text) -> None:
    assert checker.untrue(reason, ONE, other) is None


@pytest.mark.parametrize(
    ("reason", "other"),
    [
        ("'car' and 'boat' are synonyms", made(Word("the"), NURSE, BOUGHT, Word("the"), BOAT)),
        ("'car' and 'boat' are opposites", made(Word("the"), NURSE, BOUGHT, Word("the"), BOAT)),
        ("'car' is more general than 'boat'", made(Word("the"), NURSE, BOUGHT, Word("the"), BOAT)),
        ("'car' became 'automobile'", made(Word("the"), NURSE, BOUGHT, Word("the"), AUTO)),
        ("'nurse' became 'boat'", made(Word("the"), NURSE, BOUGHT, Word("the"), BOAT)),
        ("'didn't' in text 2 denies 'nurse'", made(Word("the"), NURSE, NOT, BUY, Word("the"), CAR)),
        ("nothing in text 2 says 'car'", made(Word("the"), NURSE, BOUGHT, Word("the"), AUTO)),
        ("nothing in text 2 says 'lorry'", made(Word("the"), NURSE, BOUGHT, Word("the"), AUTO)),
        ("text 2 has no clear counterpart of 'car'", made(Word("the"), NURSE, BOUGHT, Word("the"), AUTO)),
        ("both texts have the same words in the same order", made(Word("the"), NURSE, BOUGHT, Word("the"), AUTO)),
        ("'nurse' and 'car' have changed places", made(Word("the"), NURSE, BOUGHT, Word("the"), CAR)),
        ("text 1 is longer: 9 words and 5", made(NURSE, BOUGHT, CAR)),
        ("the nurse would rather have a boat", ONE),
    ],
)
def test_untrue_reasons_and_unknown_ones_fail(reason: str, other: Text) -> None:
    assert checker.untrue(reason, ONE, other) is not None


def test_rare_senses_and_equal_amounts_make_a_reason_untrue() -> None:
    assert checker.untrue("'play' is more general than 'down'", made(PLAY), made(DOWN))
    assert checker.untrue("'two hours' became '120 minutes'", made(HOURS), made(MINUTES))


def test_claims_of_an_entailment_fail_if_they_do_not_hold() -> None:
    denied = made(Word("the"), NURSE, NOT, BUY, Word("the"), CAR)
    untrue = partial(entailing.untrue, text=ONE, hypothesis=denied)
    assert untrue("the hypothesis denies by 'didn't' what the text says: buy (subject: the nurse)") is None
    assert untrue("every word of the hypothesis is in the text")
    assert untrue("nothing in the text says 'car' (object)")
    assert untrue("'buy' is an antonym of 'bought' in the same slot (verb: bought)")
