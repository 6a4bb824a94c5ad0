"""An inflected word -> its base forms in WordNet.

    "mice"   --exception list-->  "mouse"
    "boxes"  --"xes" -> "x"---->  "box"        (and "s" -> "" gives "boxe", which is not in WordNet)

The algorithm is that of WordNet's manual page morphy(7WN): first the list of exceptions, and for other words the rules
of detachment; a candidate counts only if WordNet has it in that part of speech; a noun in "-ful" is inflected before
that ending ("boxesful"); nouns that end in "ss" or have at most two letters are unchanged.

Differences: the word itself comes first if WordNet has it, as in nltk and in WordNet's own searches; all rules that
lead to a word count, not only the first; a collocation is looked up as a whole, and its parts are not inflected.
"""

from functools import cache

from perpend.files.toml import read_toml
from perpend.lexicon.wordnet.tables import DATA, WordNetTables

__all__ = ["base_forms", "detached", "detachment_rules"]

Rules = dict[str, list[tuple[str, str]]]


@cache
def detachment_rules(name: str) -> Rules:
    """Returns the rules of detachment by part of speech; `name` is "wordnet" or "terp"."""
    sets = read_toml(DATA / "detachment.toml")
    return {part: [(old, new) for old, new in rules] for part, rules in sets[name].items()}


def detached(word: str, rules: list[tuple[str, str]]) -> list[str]:
    """Returns the results of all `rules` that apply to `word`, in WordNet or not.

    >>> detached("boxes", [("s", ""), ("xes", "x"), ("ies", "y")])
    ['boxe', 'box']
    """
    return [word[: -len(old)] + new for old, new in rules if word.endswith(old)]


def base_forms(tables: WordNetTables, word: str, part: str) -> list[str]:
    """Returns the base forms of `word` in one `part` (noun, verb, adj, adv) of `tables`, the most direct first.

    >>> from perpend.lexicon.wordnet.tables import PACKAGED
    >>> tables = WordNetTables(PACKAGED)
    >>> base_forms(tables, "axes", "noun")
    ['ax', 'axis']
    >>> base_forms(tables, "saw", "verb")
    ['saw', 'see']
    """
    lowered = word.lower().replace(" ", "_")
    candidates = (lowered, *_candidates(tables, lowered, part))
    return [form for form in dict.fromkeys(candidates) if tables.in_part(tables.word(form), part)]


def _candidates(tables: WordNetTables, word: str, part: str) -> list[str]:
    if listed := tables.exceptions[part].get(word):
        return list(listed)
    rules = detachment_rules("wordnet")[part]
    if part != "noun":
        return detached(word, rules)
    if word.endswith("ful"):
        return [form + "ful" for form in detached(word.removesuffix("ful"), rules)]
    return [] if word.endswith("ss") or len(word) <= 2 else detached(word, rules)
