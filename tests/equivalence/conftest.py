"""A tagger for tests that needs no pipeline."""

from collections.abc import Iterable, Iterator

import pytest

from perpend.text import Text
from perpend.text.annotation import AnnotatedText

TAGS = {
    "the": "DT", "a": "DT", "two": "CD", "three": "CD", "on": "IN", "in": "IN", "of": "IN", "by": "IN", "was": "VBD",
    "cat": "NN", "dog": "NN", "doctor": "NN", "physician": "NN", "mat": "NN", "house": "NN", "firm": "NN",
    "company": "NN", "cars": "NNS", "acme": "NNP", "maria": "NNP", "sat": "VBD", "slept": "VBD", "bought": "VBD",
    "purchased": "VBD", "sold": "VBD", "left": "VBD", "quickly": "RB", "not": "RB", "red": "JJ", ".": ".", ",": ",",
}  # fmt: skip


class TinyAnnotator:
    """Tags by a list of words; every word hangs on the first verb, if there is one."""

    def signature(self) -> str:
        return "tiny:1"

    def annotate(self, text: str) -> AnnotatedText:
        return next(self.annotate_many([text]))

    def annotate_many(self, texts: Iterable[str]) -> Iterator[AnnotatedText]:
        for raw in texts:
            text = Text.of(raw, "penn")
            tags = tuple(TAGS.get(token.lower(), "NN") for token in text.tokens)
            root = next((place for place, tag in enumerate(tags) if tag.startswith("VB")), 0)
            relations = tuple(
                "root" if place == root else "punct" if tag == "." else "nsubj" if place < root else "obj"
                for place, tag in enumerate(tags)
            )
            yield AnnotatedText(
                text,
                tags=tags,
                coarse=tags,
                lemmas=tuple(text.tokens),
                heads=tuple(root for _ in tags),
                relations=relations,
                entities=(),
                sentences=((0, len(tags)),) if tags else (),
            )


@pytest.fixture(scope="session")
def annotator() -> TinyAnnotator:
    return TinyAnnotator()
