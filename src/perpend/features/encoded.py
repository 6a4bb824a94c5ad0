"""Two more distances of compared texts, by a sentence encoder (`perpend.lexicon.sentence_encoder`).

    encoded(texts, pairs, encoder)     the same pairs; each has two more distances, in the order of ENCODED

    encoder          1 - the cosine of the vectors of the two texts
    encoder words    1 - how near the words of each text are to the nearest word of the other, both as they are in their
                     context: the cosine, weighted by the information of the words, and the mean of both directions

As all distances they are 0 for texts with the same words, 1 if one text is empty, and symmetric to the bit. An encoder
without vectors of word pieces, that is without the method `with_tokens`, gives "encoder words" the value of "encoder".
The vector of a word is the sum of those of its pieces; words that were cut off have none and do not count.

Each text is encoded once, in parts of AT_ONCE texts. Distances are rounded to six digits, because the vectors of most
encoders depend on the other texts of a part in the seventh.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import TYPE_CHECKING

import numpy as np

from perpend.alignment.linking.words import linked_words
from perpend.errors import InputError
from perpend.features.distances import Compared
from perpend.text.sentence import Sentence
from perpend.types import Doubles

if TYPE_CHECKING:
    from perpend.lexicon.sentence_encoder import Encoder, TokenVectors

__all__ = ["AT_ONCE", "ENCODED", "encoded"]

ENCODED = ("encoder", "encoder words")
"""The names of the distances, in their order; both are of the group "encoder"."""

AT_ONCE = 64
"""So many texts are given to the encoder at once."""

_DIGITS = 6


@dataclass(frozen=True, slots=True, eq=False)
class _Encoded:
    """A text: its vector, the vectors of its words with their weights, and whether the encoder cut it.

    Without vectors of word pieces `words` is None.
    """

    vector: Doubles
    words: Doubles | None
    weights: Doubles
    cut: bool


def encoded(texts: Sequence[tuple[str, str]], pairs: Sequence[Compared], encoder: "Encoder") -> list[Compared]:
    """Returns compared `pairs` with the distances by `encoder` after the others.

    :param texts: the texts of each pair.
    :param pairs: each pair as `perpend.features.distances.compared` gives it.
    :param encoder: any encoder; it is asked for texts that differ in their words only.
    """
    differing = [texts_of for texts_of, pair in zip(texts, pairs, strict=True) if _differ(pair)]
    known = _encoded_texts(dict.fromkeys(chain.from_iterable(differing)), encoder)
    return [_with_encoded(*both, pair, known) for both, pair in zip(texts, pairs, strict=True)]


def _differ(pair: Compared) -> bool:
    """Whether both texts have words, and not the same."""
    return bool(pair.tokens1 and pair.tokens2 and pair.distances.any())


def _with_encoded(text1: str, text2: str, pair: Compared, known: Mapping[str, _Encoded]) -> Compared:
    if not _differ(pair):
        found = np.full(len(ENCODED), float(pair.distances.any()))
        return replace(pair, distances=np.append(pair.distances, found))
    one, other = (known[text] for text in ((text2, text1) if pair.turned else (text1, text2)))
    whole = 1.0 - float((one.vector * other.vector).sum())
    words = 1.0 - (_nearness(one, other) + _nearness(other, one)) / 2 if _have_words(one, other) else whole
    found = np.round(np.maximum(0.0, [whole, words]), _DIGITS)
    return replace(pair, distances=np.append(pair.distances, found), cut=(one.cut, other.cut))


def _have_words(one: _Encoded, other: _Encoded) -> bool:
    return one.words is not None and other.words is not None and bool(len(one.words) and len(other.words))


def _nearness(one: _Encoded, other: _Encoded) -> float:
    """How near the words of `one` are to the nearest words of `other`."""
    assert one.words is not None
    assert other.words is not None
    best = (one.words @ other.words.T).max(axis=1)
    return float((best * one.weights).sum() / one.weights.sum())


# -------------------- texts


def _encoded_texts(texts: Iterable[str], encoder: "Encoder") -> dict[str, _Encoded]:
    found: dict[str, _Encoded] = {}
    waiting = list(texts)
    for start in range(0, len(waiting), AT_ONCE):
        part = waiting[start : start + AT_ONCE]
        found |= zip(part, _encoded_part(part, encoder), strict=True)
    return found


def _encoded_part(texts: list[str], encoder: "Encoder") -> Iterator[_Encoded]:
    # Whoever compares texts without an encoder need not wait for the import.
    from perpend.lexicon.sentence_encoder import sentence_vectors

    is_cut = getattr(encoder, "is_cut", lambda _text: False)
    with_tokens = getattr(encoder, "with_tokens", None)
    if with_tokens is None:
        for text, vector in zip(texts, sentence_vectors(encoder, texts), strict=True):
            yield _Encoded(vector.astype(np.float64), None, np.zeros(0), bool(is_cut(text)))
        return
    rows, tokens = with_tokens(texts)
    vectors = sentence_vectors(lambda _texts: rows, texts)
    for text, vector, pieces in zip(texts, vectors, _checked(tokens, len(texts)), strict=True):
        yield _Encoded(vector.astype(np.float64), *_words(text, pieces), bool(is_cut(text)))


def _checked(tokens: Sequence["TokenVectors"], count: int) -> Sequence["TokenVectors"]:
    if len(tokens) != count:
        raise InputError(f"the encoder gave vectors of pieces for {len(tokens)} texts, not {count}: one for each text")
    for one in tokens:
        if one.vectors.ndim != 2 or len(one.vectors) != len(one.spans) or not np.isfinite(one.vectors).all():
            shape = f"{len(one.spans)} spans and vectors of shape {one.vectors.shape}"
            raise InputError(f"the encoder gave {shape} for a text: a finite row for each span is needed")
    return tokens


def _words(text: str, pieces: "TokenVectors") -> tuple[Doubles, Doubles]:
    """Vectors of length 1 and weights of the words that the encoder read; of signs only if there is nothing else."""
    sentence = Sentence.of(text, "penn")
    words = linked_words(sentence)
    kept = ~words.signs if not words.signs.all() else words.signs
    ends = np.array([end for _, end in sentence.spans])
    sums = np.zeros((len(words), pieces.vectors.shape[1]))
    starts = np.array([start for start, _ in pieces.spans], np.intp)
    # A piece belongs to the first word that ends after the start of the piece.
    owners = np.searchsorted(ends, starts, side="right")
    inside = owners < len(words)
    np.add.at(sums, owners[inside], pieces.vectors[inside].astype(np.float64))
    lengths = np.sqrt((sums * sums).sum(axis=1))
    kept = kept & (lengths > 0)
    return sums[kept] / lengths[kept, None], words.weights[kept]
