"""A parsed sentence in CoNLL-U, the exchange format of Universal Dependencies: ten columns, one line per token.

    # text = Maria visited Oslo.
    1   Maria   Maria   PROPN   NNP   _   2   nsubj   _   Entity=B-PER

Heads are numbered from 1 within each sentence; the head of a root is 0.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from perpend.text.parse import Annotation

if TYPE_CHECKING:
    from perpend.text.sentence import Sentence

__all__ = ["conllu"]


def conllu(sentence: "Sentence") -> str:
    """Returns the parse of `sentence` in CoNLL-U; a blank line ends each of its sentences."""
    rows = list(sentence.rows())
    return "".join(_block(sentence, rows, start, end) for start, end in sentence.sentences)


def _block(sentence: "Sentence", rows: Sequence[Annotation], start: int, end: int) -> str:
    spans, begun = sentence.spans, {entity.start for entity in sentence.entities}
    lines = [f"# text = {' '.join(sentence.raw[spans[start][0] : spans[end - 1][1]].split())}"]
    for place in range(start, end):
        row = rows[place]
        head = 0 if row.head == place else row.head - start + 1
        about = [f"Entity={'B' if place in begun else 'I'}-{row.entity}"] if row.entity else []
        about += ["SpaceAfter=No"] if place + 1 < len(spans) and spans[place][1] == spans[place + 1][0] else []
        columns = [place - start + 1, row.token, row.lemma, row.coarse, row.tag, "", head, row.relation, ""]
        lines.append("\t".join(str(value) or "_" for value in [*columns, "|".join(about)]))
    return "\n".join(lines) + "\n\n"
