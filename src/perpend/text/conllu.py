"""A parsed sentence in CoNLL-U, the exchange format of Universal Dependencies: ten columns, a line a token.

    # text = Maria visited Oslo.
    1   Maria   Maria   PROPN   NNP   _   2   nsubj   _   Entity=B-PER

Heads count from 1 within each sentence, and a root has 0.
"""

from collections.abc import Iterable, Sequence

from perpend.text.parse import Annotation, Entity

__all__ = ["conllu"]

Range = tuple[int, int]


def conllu(
    raw: str,
    spans: Sequence[Range],
    sentences: Iterable[Range],
    rows: Sequence[Annotation],
    entities: Iterable[Entity],
) -> str:
    """The rows in CoNLL-U, sentence by sentence; a blank line ends each.

    `spans` are the characters of `raw` of each token, `sentences` and `entities` are ranges of tokens.
    """
    begun = {entity.start for entity in entities}
    return "".join(_sentence(raw, spans, rows, begun, *ends) for ends in sentences)


def _sentence(
    raw: str, spans: Sequence[Range], rows: Sequence[Annotation], begun: set[int], start: int, end: int
) -> str:
    lines = [f"# text = {' '.join(raw[spans[start][0] : spans[end - 1][1]].split())}"]
    for place in range(start, end):
        row = rows[place]
        head = 0 if row.head == place else row.head - start + 1
        about = [f"Entity={'B' if place in begun else 'I'}-{row.entity}"] if row.entity else []
        about += ["SpaceAfter=No"] if _touches_next(spans, place) else []
        columns = [place - start + 1, row.token, row.lemma, row.coarse, row.tag, "", head, row.relation, ""]
        lines.append("\t".join(str(value) or "_" for value in [*columns, "|".join(about)]))
    return "\n".join(lines) + "\n\n"


def _touches_next(spans: Sequence[Range], place: int) -> bool:
    return place + 1 < len(spans) and spans[place][1] == spans[place + 1][0]
