"""Similarity of two synsets, or two words, in WordNet's hierarchy of nouns or of verbs.

Every measure takes a WordNet and two synsets, both nouns or both verbs; `best_senses` takes two words instead and tries
all pairs of their senses. ic is the information content (defined in `taxonomy`), lcs the common ancestor with the
highest ic; ic(lcs) is 0 for two verbs without a common ancestor:

    resnik                    ic(lcs)                                    Resnik 1995
    lin                       2 ic(lcs) / (ic(a) + ic(b))                Lin 1998
    jiang_conrath_distance    ic(a) + ic(b) - 2 ic(lcs)                  Jiang and Conrath 1997
    jiang_conrath             1 / distance
    path                      1 / (1 + steps of the shortest way from a to b)
    wu_palmer                 2 depth(lcs) / (depth of a and of b, by way of the lcs)    Wu and Palmer 1994

    >>> wordnet = WordNet.shipped()
    >>> cat, dog, car = (wordnet.synset(f"{word}.n.01") for word in ("cat", "dog", "car"))
    >>> lin(wordnet, cat, dog) > lin(wordnet, cat, car)
    True
    >>> path(wordnet, cat, dog)
    0.2

All agree with nltk's, whose choices they follow:

- verbs have several hundred roots. `path` and `wu_palmer` add a virtual root above them all. Its distance from a synset
  is one more than that of the farthest ancestor, and it does not add to the depth of the others;
- `jiang_conrath` of a synset with itself is infinite; with a root, whose ic is 0, it is 0;
- the lcs of `wu_palmer` is the common ancestor whose shortest path to the root is longest (the first by name, unless
  the first synset is one of them); its depth is the longest path, both ends counted.

Two differences: `lin` of a root with itself is 1, where nltk divides by zero, and infinite is inf, not 1e300.
"""

import math
from collections.abc import Callable

from perpend.lexicon.wordnet.database import WordNet
from perpend.lexicon.wordnet.taxonomy import Taxonomy

__all__ = [
    "Measure",
    "best_senses",
    "jiang_conrath",
    "jiang_conrath_distance",
    "lin",
    "path",
    "resnik",
    "wu_palmer",
]

Measure = Callable[[WordNet, int, int], float]


def resnik(wordnet: WordNet, synset1: int, synset2: int) -> float:
    """Returns the Resnik similarity of `synset1` and `synset2` in `wordnet`: the maximum IC of common ancestors."""
    taxonomy = wordnet.taxonomy
    taxonomy.check(synset1, synset2)
    common = taxonomy.ancestors(synset1).keys() & taxonomy.ancestors(synset2).keys()
    contents = taxonomy.contents
    return max((contents[synset] for synset in common), default=0.0)


def lin(wordnet: WordNet, synset1: int, synset2: int) -> float:
    """Returns the Lin similarity of `synset1` and `synset2` in `wordnet`: 2 IC(lcs) / (IC(s1) + IC(s2)), 0 to 1."""
    common = resnik(wordnet, synset1, synset2)
    if synset1 == synset2:
        return 1.0
    contents = wordnet.taxonomy.contents
    return 2 * common / (contents[synset1] + contents[synset2])


def jiang_conrath_distance(wordnet: WordNet, synset1: int, synset2: int) -> float:
    """Returns IC(s1) + IC(s2) - 2 IC(lcs) for `synset1` and `synset2` in `wordnet`."""
    common = resnik(wordnet, synset1, synset2)
    contents = wordnet.taxonomy.contents
    return contents[synset1] + contents[synset2] - 2 * common


def jiang_conrath(wordnet: WordNet, synset1: int, synset2: int) -> float:
    """Returns 1 / distance of `synset1` and `synset2` in `wordnet`: infinite for the same synset, 0 with a root."""
    distance = jiang_conrath_distance(wordnet, synset1, synset2)
    if synset1 == synset2:
        return math.inf
    contents = wordnet.taxonomy.contents
    if 0 in (contents[synset1], contents[synset2]):
        return 0.0
    return 1 / distance if distance else math.inf


def path(wordnet: WordNet, synset1: int, synset2: int) -> float:
    """Returns 1 / the number of synsets on the shortest path from `synset1` to `synset2` in `wordnet`."""
    wordnet.taxonomy.check(synset1, synset2)
    return 1 / (1 + _steps(wordnet.taxonomy, synset1, synset2))


def wu_palmer(wordnet: WordNet, synset1: int, synset2: int) -> float:
    """Returns the Wu-Palmer similarity of `synset1` and `synset2` in `wordnet`, 0 to 1: depth of the lcs by theirs."""
    taxonomy = wordnet.taxonomy
    taxonomy.check(synset1, synset2)
    lowest = taxonomy.lowest_common_hypernyms(synset1, synset2, shortest_way=True)
    below_virtual = taxonomy.is_verb(synset1) and (not lowest or taxonomy.depth(lowest[0]).min == 0)
    if below_virtual and synset1 not in lowest:
        depth, steps = 1, _steps_to_root(taxonomy, synset1) + _steps_to_root(taxonomy, synset2)
    else:
        subsumer = synset1 if synset1 in lowest else lowest[0]
        depth = taxonomy.depth(subsumer).max + 1
        steps = _steps(taxonomy, synset1, subsumer) + _steps(taxonomy, synset2, subsumer)
    return 2 * depth / (2 * depth + steps)


def _steps(taxonomy: Taxonomy, synset1: int, synset2: int) -> int:
    """Returns the length of the shortest path between the synsets, for verbs also through the virtual root."""
    if synset1 == synset2:
        return 0
    above1, above2 = taxonomy.ancestors(synset1), taxonomy.ancestors(synset2)
    ways = [above1[synset] + above2[synset] for synset in above1.keys() & above2.keys()]
    if taxonomy.is_verb(synset1):
        ways.append(_steps_to_root(taxonomy, synset1) + _steps_to_root(taxonomy, synset2))
    return min(ways)


def _steps_to_root(taxonomy: Taxonomy, verb: int) -> int:
    return max(taxonomy.ancestors(verb).values()) + 1


def best_senses(wordnet: WordNet, measure: Measure, word1: str, word2: str, pos: str) -> float | None:
    """Returns the highest `measure` over all pairs of senses of `word1` and `word2` in the part of speech `pos`.

    None if one of them has no sense there; the senses are those in `wordnet`.

    >>> best_senses(WordNet.shipped(), path, "puppies", "dog", "n")
    0.5
    >>> best_senses(WordNet.shipped(), path, "puppies", "qwxz", "n")
    """
    senses1, senses2 = wordnet.synsets(word1, pos), wordnet.synsets(word2, pos)
    return max((measure(wordnet, one, other) for one in senses1 for other in senses2), default=None)
