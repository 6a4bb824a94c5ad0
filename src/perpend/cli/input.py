"""Where commands read texts: arguments, or standard input for "-".

    perpend words "The cats slept."              the argument is the text
    echo "The cats slept." | perpend words -     standard input is the text, to its end

Bytes that are not UTF-8 become lone surrogates in both cases, so nothing is lost and nothing fails.
"""

import sys

from perpend.errors import InputError

__all__ = ["read_texts"]


def read_texts(*arguments: str | None) -> tuple[str, ...]:
    """The texts that the arguments mean, those that were not given left out.

    >>> read_texts("The cats slept.", None)
    ('The cats slept.',)
    >>> read_texts("-", "-")
    Traceback (most recent call last):
    perpend.errors.InputError: 2 texts are '-', but standard input can be read once: give the others as arguments
    """
    times = arguments.count("-")
    if times > 1:
        raise InputError(f"{times} texts are '-', but standard input can be read once: give the others as arguments")
    return tuple(_read(argument) for argument in arguments if argument is not None)


def _read(argument: str) -> str:
    if argument != "-":
        return argument
    return sys.stdin.buffer.read().decode("utf-8", "surrogateescape")
