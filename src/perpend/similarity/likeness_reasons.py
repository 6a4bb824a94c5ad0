"""What the differences of a likeness say about the two texts, in plain sentences, each of them true.

    'two hours' became 'nine hours'                  other number
    'open' and 'closed' are opposites                opposite
    'never' in text 2 denies it                      negated
    'the dog' and 'the man' have changed places      swapped
    nothing in text 2 says 'free of charge'          words without a link
    'car' is more specific than 'vehicle'            words with a link of this kind
    the texts as a whole are 62 % alike              the meaning, by the vectors of all words

The difference that costs most comes first; differences of less than a hundredth of the scale are left out.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from perpend.similarity.likeness import Difference, Likeness

__all__ = ["reasons", "sentence_of"]

_LEAST = 0.01
_LINKED = {
    "inflected": "{0} and {1} are forms of one word",
    "synonym": "{0} and {1} are synonyms",
    "derived": "{0} and {1} are derived from one another",
    "similar": "{0} and {1} are similar",
    "more specific": "{0} is more specific than {1}",
    "more general": "{0} is more general than {1}",
    "related": "{0} stands where the other text has {1}",
    "opposite": "{0} and {1} are opposites",
    "other number": "{0} became {1}",
    "same": "{0} and {1} are the same",
}
_GROUPS = {
    "meaning": "the texts as a whole differ in meaning",
    "wording": "small words, their order or their spelling differ",
    "length": "one text is longer than the other",
    "numbers": "the numbers are not the same",
    "words": "the words differ",
    "scale": "the scale ends here",
    "encoder": "the sentence encoder finds the texts different",
}


def reasons(likeness: "Likeness") -> tuple[str, ...]:
    """The sentences about a `likeness`, without repetitions."""
    low, high = likeness.scale
    told = [one for one in likeness.contributions if one.points <= -_LEAST * (high - low)]
    found = tuple(dict.fromkeys(sentence_of(one, likeness) for one in told))
    if found or likeness.value < high:
        return found
    return ("both texts have the same words in the same order",) if likeness.tokens1 else ("neither text has a word",)


def sentence_of(part: "Difference", likeness: "Likeness") -> str:
    """One contribution of a `likeness` as a sentence: `part`."""
    first, second = (
        "'" + " ".join(tokens[k] for k in places) + "'" if places else ""
        for tokens, places in ((likeness.tokens1, part.tokens1), (likeness.tokens2, part.tokens2))
    )
    if part.kind == "negated":
        return f"{first or second} in text {1 if first else 2} denies it"
    if part.kind == "swapped":
        return f"roles are swapped: {first} and {second}"
    if first and second:
        return _LINKED[part.relation].format(first, second)
    if first or second:
        return f"nothing in text {2 if first else 1} says {first or second}"
    return _GROUPS[part.kind]
