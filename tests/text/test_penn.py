"""The Penn-style tokeniser: what it cuts, what it keeps, and that it loses nothing."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perpend.text import Penn, penn_spans, penn_tokens

PIECES = (
    *(
        "n't",
        "n’t",
        "'",
        "’",
        "''",
        "``",
        "N",
        "n",
        "can",
        "not",
        "Mr.",
        "no.",
        "A.",
        "U.S.",
        "..",
        ".",
        ",",
        "-",
        "--",
    ),
    *("5", "1,000", "$", "@", "a@b.co", "http://", "www.", " ", "\t", "\xa0", "\u200d", "👩", "\ufe0f", "🇫", "e\u0301"),
    *("日本", "،", "שלום", "\x00", "\ud800", "_", "&", "/", ":", "+"),
)
ANY_TEXT = st.one_of(st.lists(st.sampled_from(PIECES)).map("".join), st.text(st.characters()))
HOSTILE = (
    "a",
    "a.",
    " ",
    "'s",
    "-",
    ",",
    "1-",
    "7",
    "!",
    "n'",
    "n't",
    "a+",
    "a@",
    "www.",
    "http://",
    "A. ",
    "’",
    "👩\u200d",
)


@pytest.mark.parametrize(
    ("raw", "tokens"),
    [
        ("", ""),
        (" \n\u3000", ""),
        ("I don't, can't and won't.", "I do n't , ca n't and wo n't ."),
        ("She's sure they'll say I'm late", "She 's sure they 'll say I 'm late"),
        ("He'd've gone; they're WE'VE", "He 'd 've gone ; they 're WE 'VE"),
        ("You cannot; I'm gonna", "You can not ; I 'm gon na"),
        ("Gimme, lemme, gotta, wanna", "Gim me , lem me , got ta , wan na"),
        ("'Tis more'n enough for 'em", "'T is more 'n enough for 'em"),
        ("It cost $4.9 or €1,000.50, 5% up", "It cost $ 4.9 or € 1,000.50 , 5 % up"),
        ("The U.S. and Mr. O'Neil agree.", "The U.S. and Mr. O'Neil agree ."),
        ("No. 5 or no. Yes.", "No. 5 or no . Yes ."),
        ("J. Doe left at 5 p.m. sharp", "J. Doe left at 5 p.m. sharp"),
        ("A well-known, so-called e-mail", "A well-known , so-called e-mail"),
        ("U.S.-led, Calif.-based", "U.S.-led , Calif.-based"),
        ("Wait... what?!", "Wait ... what ? !"),
        ('He said, "Go (now) [here]!"', 'He said , " Go ( now ) [ here ] ! "'),
        ("the boys' 'toys'", "the boys ' ' toys '"),
        ("one—two, 3–4 and 5--6", "one — two , 3 – 4 and 5 -- 6"),
        (
            "Ask me@mail.example.org or see https://example.org/a?b=c.",
            "Ask me@mail.example.org or see https://example.org/a?b=c .",
        ),
        ("At 10:30 on 9/11 it was -5 or .5", "At 10:30 on 9/11 it was -5 or .5"),
        ("AT&T's plan & yours", "AT&T 's plan & yours"),
        ("I don’t, she’s “fine”", "I do n’t , she ’s “ fine ”"),
        ("Él está aquí, ¿no?", "Él está aquí , ¿ no ?"),
        ("日本語です。はい", "日本語です 。 はい"),
        ("ok👍🏽👩\u200d🔬🇫🇷", "ok 👍🏽 👩\u200d🔬 🇫🇷"),
    ],
)
def test_cuts(raw: str, tokens: str) -> None:
    assert penn_tokens(raw) == tuple(tokens.split())


@given(ANY_TEXT)
def test_tokens_are_slices_and_only_white_space_is_lost(raw: str) -> None:
    spans = penn_spans(raw)
    assert tuple(raw[start:end] for start, end in spans) == penn_tokens(raw)
    covered = {place for start, end in spans for place in range(start, end)}
    assert sum(end - start for start, end in spans) == len(covered)
    assert covered == {place for place, char in enumerate(raw) if not char.isspace()}


@pytest.mark.parametrize("piece", HOSTILE, ids=repr)
def test_long_monotonous_strings_end(piece: str) -> None:
    assert isinstance(penn_tokens(piece * (1_000_000 // len(piece))), tuple)


def test_the_value_has_the_methods_of_a_tokenizer() -> None:
    assert Penn().tokens("It's.") == ("It", "'s", ".")
    assert Penn().spans("It's.") == ((0, 2), (2, 4), (4, 5))
    assert Penn() == Penn()
