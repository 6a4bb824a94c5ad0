"""A tagger for tests that needs no pipeline."""

from collections.abc import Iterable, Iterator

import pytest

from perpend.text import Sentence

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

    def annotate(self, text: str | Sentence) -> Sentence:
        return next(self.annotate_many([text]))

    def annotate_many(self, texts: Iterable[str | Sentence]) -> Iterator[Sentence]:
        for raw in texts:
            text = raw if isinstance(raw, Sentence) else Sentence.of(raw, "penn")
            tags = tuple(TAGS.get(token.lower(), "NN") for token in text.tokens)
            root = next((place for place, tag in enumerate(tags) if tag.startswith("VB")), 0)
            relations = tuple(
                "root" if place == root else "punct" if tag == "." else "nsubj" if place < root else "obj"
                for place, tag in enumerate(tags)
            )
            heads = [root for _ in tags]
            yield text.with_parse(Sentence.tagged(text.tokens, tags, heads=heads, relations=relations).parse)


@pytest.fixture(scope="session")
def annotator() -> TinyAnnotator:
    return TinyAnnotator()
