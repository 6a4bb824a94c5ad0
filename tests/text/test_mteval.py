"""The tokenisers of machine translation's scores, held to sacrebleu's."""

import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sacrebleu.metrics.bleu import _get_tokenizer

from perpend.errors import MissingExtra, SettingError
from perpend.text import mteval
from perpend.text.mteval import MT_TOKENIZERS, mt_tokenizer

NAMES = sorted(MT_TOKENIZERS)
SIGNS = st.text("ab1 2.,-'&;<>\"%$/\t\n!?«»€²½猫々。ΣÉ\u00a0\u2028\x1c(:_\ud800", max_size=15)
PIECES = st.lists(
    st.sampled_from(
        ["&quot;", "&amp;", "&lt;", "<skipped>", "-\n", "1.5", "1990-95", "it's", "...", ",,", "5", ".", " ", "U.S."]
    )
).map("".join)


def theirs(name: str, text: str) -> list[str]:
    """sacrebleu strips the end of a text, tokenises it, and splits the result at blanks."""
    split: Any = _get_tokenizer(name)()
    return list(split(text.rstrip()).split())


@pytest.mark.parametrize("name", NAMES)
@given(text=st.one_of(SIGNS, PIECES, st.text(max_size=20)))
def test_tokens_are_sacrebleus(name: str, text: str) -> None:
    assert list(mt_tokenizer(name).tokens(text)) == theirs(name, text)


@pytest.mark.parametrize("name", NAMES)
def test_tokens_of_sts_are_sacrebleus(name: str, mirror: Path) -> None:
    files = sorted((mirror / "sts2012").glob("*.tsv"))
    if not files:
        pytest.skip("STS-2012 absent from the folder of data sets")
    lines = [line for path in files for line in path.read_text(encoding="utf-8").splitlines()]
    tokenizer = mt_tokenizer(name)
    for text in (cell for line in lines for cell in line.split("\t")[2:]):
        assert list(tokenizer.tokens(text)) == theirs(name, text)


@pytest.mark.parametrize(
    ("name", "text", "tokens"),
    [
        ("13a", "It costs $1,000.00, he said.", "It costs $ 1,000.00 , he said ."),
        ("13a", "in 1990-95 a well-known 5-year plan", "in 1990 - 95 a well-known 5 - year plan"),
        ("13a", "He said &quot;R&amp;D&quot; &lt;b&gt;", 'He said " R & D " < b >'),
        ("13a", "&amp;quot;", "& quot ;"),
        ("13a", "hyphen-\nated <skipped>lines\nhere", "hyphenated lines here"),
        ("13a", "Wait... what?", "Wait . . . what ?"),
        ("intl", "The year was 1990.", "The year was 1990."),
        ("intl", "The year was 1990. Then", "The year was 1990 . Then"),
        ("intl", "R&amp;D", "R & amp ; D"),
    ],
)
def test_peculiarities(name: str, text: str, tokens: str) -> None:
    assert " ".join(mt_tokenizer(name).tokens(text)) == tokens


@pytest.mark.parametrize("name", NAMES)
@given(text=st.one_of(SIGNS, PIECES))
def test_spans_lead_to_the_tokens(name: str, text: str) -> None:
    tokenizer = mt_tokenizer(name)
    tokens, spans = tokenizer.tokens(text), tokenizer.spans(text)
    assert len(tokens) == len(spans)
    for token, (start, end) in zip(tokens, spans, strict=True):
        source = text[start:end]
        assert token == source or "&" in source or "<skipped>" in source or "-\n" in source


def test_long_pieces_are_not_remembered() -> None:
    before = mteval._pieces_13a.cache_info().currsize
    assert mt_tokenizer("13a").tokens("x" * 5_000 + ".") == ("x" * 5_000, ".")
    assert mteval._pieces_13a.cache_info().currsize == before


def test_unknown_names_list_the_known_ones() -> None:
    with pytest.raises(SettingError, match="unknown tokenizer '13b'; known: 13a, char, intl, none, zh"):
        mt_tokenizer("13b")


def test_chinese_without_sacrebleu_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    mteval._chinese.cache_clear()
    monkeypatch.setitem(sys.modules, "sacrebleu.tokenizers.tokenizer_zh", None)
    with pytest.raises(
        MissingExtra, match=r"the tokenizer zh needs the package sacrebleu: pip install 'perpend\[zh\]'"
    ):
        mt_tokenizer("zh")
    mteval._chinese.cache_clear()
