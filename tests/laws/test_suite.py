"""The data of the laws are what `tests/laws/laws.py` says of their columns, as far as words can show it."""

import re
from collections import Counter
from collections.abc import Sequence
from difflib import SequenceMatcher

import numpy as np
import pytest

from perpend.text.stem import stem
from tests.laws.__main__ import main
from tests.laws.laws import (
    CHANGES,
    COLUMNS,
    LAWS,
    kept,
    measure,
    read_answers,
    read_bases,
    read_equal_forms,
)

BASES = read_bases()
WORD = re.compile(r"[\w'’%°$£€]+(?:[.,:/-]\w+)*")
# Irregular inflections, and the pronouns that change with the role.
LEMMAS = {
    **dict.fromkeys(["is", "are", "was", "were", "been", "being"], "be"),
    **dict.fromkeys(["has", "had"], "have"),
    **dict.fromkeys(["does", "did"], "do"),
    **dict.fromkeys(["he", "him", "his", "she", "her", "hers"], "they"),
    "an": "a",
    "me": "i",
}

RELATED = ("related", "unrelated")
# Stems that two texts may share without having anything in common.
COMMON = re.compile(
    r"all|also|and|after|are|befor|but|can|for|from|have|had|into|more|not|one|onli|our|out|than|that|the|their|thei|two"
    r"|until|was|were|when|where|which|while|who|with"
)
QUANTITY = re.compile(
    r"\d|^(one|two|three|four|five|six|seven|eight|nine|ten|eleven|fifteen|sixteen|twenty|forty|ninety|hundred|dozen|half|both|third"
    r"|quarter|fifth|tenth|first|second|fourth|once|twice|a|an|week|month|tuesday|thursday|one-third|two-thirds)$"
)


def words(text: str) -> list[str]:
    return WORD.findall(text.lower().replace("’", "'"))


def stems(text: str) -> list[str]:
    lemmas = [LEMMAS.get(word, word) for word in re.sub(r"'s\b|s'(?=\s)", "", " ".join(words(text))).split()]
    return [stem(word) for word in lemmas]


def overlap(text1: str, text2: str) -> float:
    """The share of word stems that both texts have (Jaccard)."""
    first, second = Counter(stems(text1)), Counter(stems(text2))
    return (first & second).total() / (first | second).total()


def has_quantity(changed: list[str]) -> bool:
    return any(QUANTITY.search(word) for word in changed)


def regions(text1: str, text2: str) -> list[tuple[list[str], list[str]]]:
    """The places at which the words of two texts differ."""
    first, second = words(text1), words(text2)
    matcher = SequenceMatcher(None, first, second, autojunk=False)
    return [(first[a:b], second[c:d]) for tag, a, b, c, d in matcher.get_opcodes() if tag != "equal"]


def test_there_are_enough_bases_of_enough_domains() -> None:
    domains = Counter(base.domain for base in BASES)
    assert len(BASES) >= 110
    assert len(domains) >= 11
    assert min(domains.values()) >= 8


def test_ids_are_unique() -> None:
    ids = [base.id for base in BASES]
    ids += [row["id"] for row in (*read_answers(), *read_equal_forms())]
    assert len(set(ids)) == len(ids)


def test_no_text_occurs_twice() -> None:
    texts = [text for base in BASES for text in (base.text, *base.texts.values())]
    texts += [row[column] for row in read_answers() for column in ("question", "reference", "right", "trap")]
    texts += [row[column] for row in read_equal_forms() for column in ("text1", "text2")]
    counted = Counter(texts)
    assert [text for text, times in counted.items() if times > 1] == []


def test_columns_are_complete_sentences() -> None:
    assert [base.id for base in BASES if not 6 <= len(words(base.text)) <= 25] == []
    texts = [text for base in BASES for text in (base.text, *base.texts.values())]
    assert [text for text in texts if not re.fullmatch(r"[A-Z]\S*( \S+)+[.!?]", text)] == []


@pytest.mark.parametrize("column", ["synonym", "negated", "number", "opposite"])
def test_a_change_is_a_near_copy(column: str) -> None:
    assert [base.id for base in BASES if overlap(base.text, base.texts[column]) < 0.55] == []


@pytest.mark.parametrize("column", ["synonym", "number", "opposite"])
def test_one_place_is_changed(column: str) -> None:
    changed = {base.id: regions(base.text, base.texts[column]) for base in BASES}
    assert [name for name, places in changed.items() if len(places) != 1] == []
    assert [name for name, ((before, after),) in changed.items() if max(len(before), len(after)) > 3] == []


def test_a_changed_number_is_a_number() -> None:
    changed = {base.id: regions(base.text, base.texts["number"])[0] for base in BASES}
    # "half" may be put before "an hour", "second" before "largest": then only one side has a word.
    assert [sides for sides in changed.values() if not all(has_quantity(side) for side in sides if side)] == []


def test_roles_are_swapped_within_the_same_words() -> None:
    def bag(text: str) -> Counter[str]:
        return Counter(stems(text))

    assert [base.id for base in BASES if bag(base.text) != bag(base.texts["swapped"])] == []
    assert [base.id for base in BASES if words(base.text) == words(base.texts["swapped"])] == []


def test_a_free_paraphrase_shares_fewer_words_than_a_light_one() -> None:
    shared = {base.id: [overlap(base.text, base.texts[name]) for name in ("free", "light")] for base in BASES}
    assert [name for name, (free, light) in shared.items() if free >= light or free > 0.45] == []


def test_a_detail_is_added_and_nothing_taken_away() -> None:
    for base in BASES:
        text, longer = Counter(words(base.text)), Counter(words(base.texts["added"]))
        assert text < longer, base.id


def test_related_shares_words_and_unrelated_hardly_any() -> None:
    def telling(text: str) -> set[str]:
        return {word for word in stems(text) if len(word) > 2 and not COMMON.fullmatch(word)}

    shared = {base.id: [telling(base.text) & telling(base.texts[name]) for name in RELATED] for base in BASES}
    assert [name for name, (related, _) in shared.items() if not related] == []
    assert [(name, unrelated) for name, (_, unrelated) in shared.items() if unrelated] == []


def test_negations_are_varied() -> None:
    cues = Counter(word for base in BASES for word in added_words(base.text, base.texts["negated"]))
    assert len(cues) >= 40
    assert cues.most_common(1)[0][1] <= len(BASES) / 4


def added_words(text1: str, text2: str) -> set[str]:
    return set(words(text2)) - set(words(text1))


def test_opposites_are_varied() -> None:
    replaced = Counter(
        (" ".join(before), " ".join(after))
        for base in BASES
        for before, after in regions(base.text, base.texts["opposite"])
    )
    assert len(replaced) >= 0.8 * len(BASES)


def test_there_are_enough_answers_and_equal_forms() -> None:
    assert len(read_answers()) >= 60
    assert len(read_equal_forms()) >= 80


def test_answers_are_complete() -> None:
    assert [row["id"] for row in read_answers() if not all(row.values())] == []
    assert [row["id"] for row in read_answers() if not row["question"].endswith(("?", "."))] == []


def test_a_trap_shares_more_words_with_the_reference_than_the_right_answer() -> None:
    shared = {row["id"]: [overlap(row["reference"], row[one]) for one in ("trap", "right")] for row in read_answers()}
    assert [name for name, (trap, right) in shared.items() if trap <= right] == []


def test_equal_forms_differ_in_few_places() -> None:
    assert [row["id"] for row in read_equal_forms() if row["text1"] == row["text2"]] == []
    assert [row["id"] for row in read_equal_forms() if len(regions(row["text1"], row["text2"])) > 3] == []


# -------------------- the measure itself


def perfect(pairs: Sequence[tuple[str, str]]) -> np.ndarray:
    """Knows the suite by heart, in both directions."""
    by_column = {"light": 4.5, "synonym": 4.5, "free": 4.4, "added": 4.0, "related": 2.0, "unrelated": 0.0}
    known = {frozenset((base.text, base.texts[name])): by_column.get(name, 3.0) for base in BASES for name in COLUMNS}
    known |= {frozenset((row["reference"], row["right"])): 4.0 for row in read_answers()}
    known |= {frozenset((row["text1"], row["text2"])): 4.9 for row in read_equal_forms()}
    return np.array([5.0 if first == second else known.get(frozenset((first, second)), 1.0) for first, second in pairs])


def test_a_perfect_scorer_keeps_all_laws() -> None:
    shares = measure(perfect, scale=(0.0, 5.0))
    assert len(LAWS) == 13
    assert set(shares) == {*LAWS, "mean", "symmetry", "right above trap", "equal forms"}
    assert set(shares.values()) == {1.0}


def test_a_constant_keeps_identity_and_symmetry_only() -> None:
    shares = measure(lambda pairs: np.zeros(len(pairs)))
    assert {law for law, share in shares.items() if share == 1.0} == {"identity is the top", "symmetry"}
    assert {share for law, share in shares.items() if law != "mean"} == {0.0, 1.0}
    assert shares["mean"] == pytest.approx(1 / 13)


def test_identity_below_the_top_of_the_scale_is_no_top() -> None:
    assert kept(perfect, scale=(0.0, 6.0))["identity is the top"].sum() == 0


def test_a_scorer_that_sees_only_the_first_text_is_not_symmetric() -> None:
    shares = measure(lambda pairs: np.array([float(len(first)) for first, _ in pairs]))
    assert shares["symmetry"] < 0.2


@pytest.mark.parametrize("change", CHANGES)
def test_each_change_counts_in_its_own_laws(change: str) -> None:
    blind = {frozenset((base.text, base.texts[change])) for base in BASES}

    def scorer(pairs: Sequence[tuple[str, str]]) -> np.ndarray:
        return np.where([frozenset(pair) in blind for pair in pairs], 4.8, perfect(pairs))

    broken = {law for law, share in measure(scorer, scale=(0.0, 5.0)).items() if share == 0.0}
    assert broken == {f"light above {change}", f"free above {change}", "synonym above all changes"}


def test_a_scorer_must_answer_every_pair() -> None:
    with pytest.raises(ValueError, match="finite numbers, one per pair"):
        measure(lambda pairs: np.zeros(3))


def test_the_table_names_laws_and_the_cases_that_break_one(capsys: pytest.CaptureFixture[str]) -> None:
    main(["--model", "perp-sts", "--broken", "right above trap"])
    table, *broken = capsys.readouterr().out.split("\n\n")
    head, *lines = table.splitlines()
    assert head.split() == ["perp-sts", "tf-idf"]
    assert [line.rsplit(maxsplit=2)[0].strip() for line in lines[: len(LAWS)]] == list(LAWS)
    assert len(lines) == len(LAWS) + 4
    share = float(lines[-2].split()[-1])
    assert len(broken[-1].splitlines()) - 1 == round((1 - share) * len(read_answers()))


def test_the_table_refuses_an_unknown_model() -> None:
    with pytest.raises(SystemExit, match="perp-stss"):
        main(["--model", "perp-stss"])
