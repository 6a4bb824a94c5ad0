"""Reasons quote words that are there, and say what holds; pairs are made from words of known relations."""

import re
from itertools import product

import pytest

from perpend.entailment.finding_reasons import reason_of
from perpend.entailment.findings import findings_of
from perpend.lexicon.wordnet.database import WordNet
from perpend.text.annotate import Annotator

# text | hypothesis | the reasons that must be given
REASONS = """
A beagle slept. | A dog slept. | 'beagle' is a kind of 'dog'
A dog slept. | A beagle slept. | 'beagle' is a kind of 'dog', and the text says only 'dog'
He lives in Oslo. | He lives in Norway. | 'Oslo' is part of 'Norway'
Five dogs barked. | Six dogs barked. | the text says 'Five', the hypothesis 'Six'
He never came. | He came. | 'never' denies 'came' in the text only
He may sing. | He sings. | 'may' leaves it open in the text whether 'sing' is so
A van stopped. | A red van stopped. | nothing in the text says 'red'
The gate is open. | The gate is closed. | 'open' and 'closed' are opposites
A red van stopped. | A blue van stopped. | the text says 'red', the hypothesis 'blue'
A cat sleeps. | The mayor resigned. | the texts share no word that tells something
"""
_SUBJECTS = ("A nurse", "No sailor", "Every pupil", "The old baker", "Three girls")
_VERBS = ("bought a violin", "did not see a dog", "may have eaten an apple", "sold two cars", "left before noon")


@pytest.mark.parametrize("line", REASONS.strip().splitlines())
def test_reasons(annotator: Annotator, line: str) -> None:
    first, second, wanted = (part.strip() for part in line.split("|"))
    text, hypothesis = annotator.annotate_many([first, second])
    told = [reason_of(text, hypothesis, one) for one in findings_of(text, hypothesis)]
    assert wanted in told


def test_quoted_words_are_in_the_texts(annotator: Annotator) -> None:
    texts = list(annotator.annotate_many(f"{subject} {verb}." for subject, verb in product(_SUBJECTS, _VERBS)))
    wordnet = WordNet.shipped()
    count = 0
    for text, hypothesis in product(texts, texts):
        for one in findings_of(text, hypothesis):
            reason = reason_of(text, hypothesis, one)
            if reason is None:
                continue
            count += 1
            if one.kind == "quantifier":
                continue
            for quoted in re.findall(r"'([^']+)'", reason):
                assert quoted in text.raw or quoted in hypothesis.raw, reason
            if reason.startswith("nothing in the text says"):
                assert re.findall(r"'([^']+)'", reason)[0].casefold() not in re.findall(r"\w+", text.raw.casefold()), (
                    reason
                )
            if match := re.fullmatch(r"'(\w+)' is a kind of '(\w+)'.*", reason):
                low, high = (wordnet.synsets(word.lower(), "n") for word in match.groups())
                assert any(above in high for one_sense in low for above in wordnet.ancestors(one_sense)), reason
    assert count > len(texts)
