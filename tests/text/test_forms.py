import pytest

from perpend.errors import SettingError
from perpend.text.sentence import STEMMING, Sentence, form_of

WORDS, TAGS = ["Companies", "were", "quickly", "buying", "shares"], ["NNS", "VBD", "RB", "VBG", "NNS"]


@pytest.mark.parametrize(
    ("stemming", "forms"),
    [
        ("none", ("companies", "were", "quickly", "buying", "shares")),
        ("all", ("compani", "were", "quickli", "bui", "share")),
        ("nouns and verbs", ("compani", "were", "quickly", "bui", "share")),
    ],
)
def test_only_the_words_that_were_asked_for_are_stemmed(stemming: str, forms: tuple[str, ...]) -> None:
    assert Sentence.tagged(WORDS, TAGS).stemmed(stemming).forms == forms


def test_nouns_and_verbs_are_stemmed_unless_told_otherwise() -> None:
    assert Sentence.tagged(WORDS, TAGS) == Sentence.tagged(WORDS, TAGS).stemmed("nouns and verbs")
    assert Sentence.tagged(WORDS, TAGS) != Sentence.tagged(WORDS, TAGS).stemmed("all")


def test_modal_verbs_and_possessives_are_no_verbs_and_nouns() -> None:
    assert [form_of(word, tag) for word, tag in (("does", "MD"), ("companies", "POS"))] == ["does", "companies"]


def test_an_unknown_way_to_stem_names_the_known_ones() -> None:
    for ask in (lambda: Sentence.tagged(WORDS, TAGS).stemmed("verbs"), lambda: form_of("dogs", "NNS", "verbs")):
        with pytest.raises(SettingError) as caught:
            ask()
        assert all(name in str(caught.value) for name in STEMMING)
