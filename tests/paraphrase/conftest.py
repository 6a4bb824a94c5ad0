"""A tagger for tests that needs no pipeline, and pairs that it can tag."""

from collections.abc import Iterable, Iterator

import pytest

from perpend.paraphrase.sentence import Sentence
from perpend.text import Text
from perpend.text.annotation import AnnotatedText

TAGS = {
    "the": "DT", "a": "DT", "two": "CD", "three": "CD", "on": "IN", "in": "IN", "of": "IN", "by": "IN", "was": "VBD",
    "cat": "NN", "dog": "NN", "doctor": "NN", "physician": "NN", "mat": "NN", "house": "NN", "firm": "NN",
    "company": "NN", "cars": "NNS", "acme": "NNP", "maria": "NNP", "sat": "VBD", "slept": "VBD", "bought": "VBD",
    "purchased": "VBD", "sold": "VBD", "left": "VBD", "quickly": "RB", "not": "RB", "red": "JJ", ".": ".", ",": ",",
}  # fmt: skip

SUBJECTS = ["the cat", "the doctor", "Acme", "Maria", "a dog", "the company", "two cars", "the physician"]
VERBS = ["bought", "left", "sold"]
OBJECTS = ["the house", "a firm", "the mat"]


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


@pytest.fixture
def annotator() -> TinyAnnotator:
    return TinyAnnotator()


def sentence(text: str) -> Sentence:
    """The sentence of a text, tagged by the list."""
    return Sentence.annotated(TinyAnnotator().annotate(text))


def labelled() -> tuple[list[tuple[str, str]], list[bool]]:
    """Pairs that differ in a comma or in who did what."""
    pairs, labels = [], []
    for subject in SUBJECTS:
        for verb in VERBS:
            for thing in OBJECTS:
                pairs.append((f"{subject} {verb} {thing}.", f"{subject} quickly {verb} {thing}."))
                pairs.append((f"{subject} {verb} {thing}.", f"{thing} slept on a red mat of {verb}."))
                labels += [True, False]
    return pairs, labels
