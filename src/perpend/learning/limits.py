"""How long two texts may be for a command that compares them word by word (`perpend.limits`)."""

from collections.abc import Iterable

from perpend.limits import check, limits_of
from perpend.text.tokenizers import TOKENIZERS

__all__ = ["check_pair", "check_pairs"]


def check_pair(command: str, text1: str, text2: str) -> None:
    """Raises an InputError that names `command` if `text1` and `text2` are too long for it."""
    most, sizes = limits_of(command), (len(text1), len(text2))
    if "characters" in most:
        check(command, "characters", max(sizes))
    # A text has at most as many words as characters: short texts need not be split.
    if max(sizes) <= most["words"] and sizes[0] * sizes[1] <= most["word-pairs"]:
        return
    first, second = map(_words, (text1, text2))
    check(command, "words", max(first, second))
    check(command, "word-pairs", first * second)


def _words(text: str) -> int:
    """The number of tokens, by TERp's rules or by Penn's, whichever are more: models read one or both."""
    return max(len(TOKENIZERS[name].tokens(text)) for name in ("penn", "terp"))


def check_pairs(command: str, pairs: Iterable[tuple[str, str]]) -> None:
    """Raises an InputError that names `command` if the texts of one of the `pairs` are too long for it."""
    for text1, text2 in pairs:
        check_pair(command, text1, text2)
