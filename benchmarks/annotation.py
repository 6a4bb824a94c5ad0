"""How fast texts are annotated by the shipped pipeline, strings in, annotations out, on one thread."""

from collections.abc import Iterator

from figures import Figure, best_seconds
from perpend.text.annotate import Annotator
from text import WORDS

__all__ = ["run"]

SENTENCES = 2_000
TARGET = ">= 5,000"


def run() -> Iterator[Figure]:
    """Two thousand sentences of twelve words at once, and one by one."""
    annotator = Annotator()
    words = WORDS * (1 + SENTENCES * 12 // len(WORDS))
    texts = [" ".join(words[start : start + 12]).capitalize() + "." for start in range(0, SENTENCES * 12, 12)]
    tokens = sum(map(len, annotator.annotate_many(texts)))
    signature = annotator.signature()
    rate = tokens / best_seconds(lambda: list(annotator.annotate_many(texts)))
    yield Figure("annotation, 2,000 sentences", rate, "tokens/s", TARGET, rests_on=signature)
    few = texts[:200]
    alone = tokens / SENTENCES * len(few) / best_seconds(lambda: [annotator.annotate(text) for text in few])
    yield Figure("annotation, one by one", alone, "tokens/s", rests_on=signature)
