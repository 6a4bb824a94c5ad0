"""Prime mapping: finds words that differ by at most k letters by one division. This is the definition.

Each letter is a prime number and a word the product of its letters, so the order of letters is lost, and the ratio of
two words consists of the letters by which they differ (Popescu and Vo 2014, Algorithm 1):

    a = 2, b = 3      abba = 2 * 3 * 3 * 2 = 36      aba = 12      36 / 12 = 3: one b

Frequent letters have small primes, which keeps products small. Two words are a pair if their ratio has at most k
letters in the numerator and k in the denominator, and if they share their first or their last c letters. Anagrams, with
ratio 1, are pairs too. For k up to 3 the ratios can be listed in a table, as in the paper; beyond that the two products
are divided by their greatest common divisor, and the remaining primes are counted. Both are equivalent:

    differ = the larger of the numbers of letters that each word has and the other lacks

The paper sets c = k, which finds far fewer pairs than its figures at larger k, so c is a separate setting here (default
1). A word shorter than c is its own beginning and end.

The compiled twin is `variants`, by letter counts (`letter_counts`); tests check that it finds the same pairs.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations, combinations_with_replacement, count
from math import gcd, prod

from perpend.errors import SettingError

__all__ = [
    "letter_primes",
    "letters_apart",
    "mapped",
    "prime_pairs",
    "primes",
    "ratio_table",
    "share_a_part",
    "table_size",
]

_LARGEST_TABLE = 3


def primes(number: int) -> list[int]:
    """Returns the first `number` primes.

    >>> primes(5)
    [2, 3, 5, 7, 11]
    """
    found: list[int] = []
    candidates = count(2)
    while len(found) < number:
        candidate = next(candidates)
        if all(candidate % prime for prime in found if prime * prime <= candidate):
            found.append(candidate)
    return found


def letter_primes(words: Iterable[str]) -> dict[str, int]:
    """Returns a prime for each letter of `words`, small for frequent letters; ties by code point.

    >>> letter_primes(["abba", "cab"])
    {'a': 2, 'b': 3, 'c': 5}
    """
    frequency = Counter(letter for word in words for letter in word)
    letters = sorted(frequency, key=lambda letter: (-frequency[letter], letter))
    return dict(zip(letters, primes(len(letters)), strict=True))


def mapped(word: str, of_letter: Mapping[str, int]) -> int:
    """Returns the product of the letters of `word`; `of_letter` has the prime of each.

    >>> mapped("abba", {"a": 2, "b": 3})
    36
    """
    return prod(of_letter[letter] for letter in word)


def letters_apart(product1: int, product2: int, of_letter: Mapping[str, int]) -> tuple[str, str]:
    """Returns the letters that only the first word has, and those that only the second has, by their primes.

    `product1` and `product2` are the words as `mapped`, `of_letter` has the prime of each letter.

    >>> letters_apart(36, 20, {"a": 2, "b": 3, "c": 5})
    ('bb', 'c')
    """
    shared = gcd(product1, product2)
    return _factors(product1 // shared, of_letter), _factors(product2 // shared, of_letter)


def _factors(product: int, of_letter: Mapping[str, int]) -> str:
    letters = ""
    for letter, prime in of_letter.items():
        while product % prime == 0:
            product //= prime
            letters += letter
    return letters


def ratio_table(of_letter: Mapping[str, int], k: int) -> frozenset[Fraction]:
    """Returns every ratio of at most `k` letters to at most `k` others; the size grows as len(of_letter) ** (2 * k).

    >>> sorted(map(str, ratio_table({"a": 2, "b": 3}, 1)))
    ['1', '1/2', '1/3', '2', '2/3', '3', '3/2']
    """
    if not 1 <= k <= _LARGEST_TABLE:
        raise SettingError(f"a table for k = {k}: it is feasible for 1 to {_LARGEST_TABLE}; count factors beyond")
    products = [prod(some) for size in range(k + 1) for some in combinations_with_replacement(of_letter.values(), size)]
    return frozenset(Fraction(above, below) for above in products for below in products if gcd(above, below) == 1)


def table_size(letters: int, k: int) -> int:
    """Returns the size of `ratio_table` for `letters` letters and any `k`, without building it.

    A letter is in the numerator, in the denominator or absent: the numbers of ratios are the coefficients of
    (1 + x/(1-x) + y/(1-y)) ** letters, up to k in x and in y.

    >>> table_size(2, 1) == len(ratio_table({"a": 2, "b": 3}, 1))
    True
    """
    ways = {(0, 0): 1}
    for _ in range(letters):
        longer: Counter[tuple[int, int]] = Counter()
        for (above, below), number in ways.items():
            longer[above, below] += number
            for more in range(1, k - above + 1):
                longer[above + more, below] += number
            for more in range(1, k - below + 1):
                longer[above, below + more] += number
        ways = dict(longer)
    return sum(ways.values())


def share_a_part(word1: str, word2: str, common: int) -> bool:
    """Whether `word1` and `word2` begin or end with the same `common` letters; always true for 0.

    >>> share_a_part("smith", "smyth", 2), share_a_part("smith", "schmidt", 2)
    (True, False)
    """
    return common == 0 or word1[:common] == word2[:common] or word1[-common:] == word2[-common:]


def prime_pairs(words: Sequence[str], k: int = 3, common: int = 1, *, table: bool = False) -> Iterator[tuple[str, str]]:
    """Yields all pairs of distinct `words` that differ by at most `k` letters and share a part: Algorithm 1.

    `common` is the length of the shared beginning or end. With `table` the ratio is looked up, as in the paper;
    otherwise its factors are counted.

    >>> list(prime_pairs(["smith", "smyth", "htims", "jones"], 1))
    [('smith', 'smyth')]
    >>> list(prime_pairs(["smith", "smyth", "htims", "jones"], 1, 0, table=True))
    [('htims', 'smith'), ('htims', 'smyth'), ('smith', 'smyth')]
    """
    of_letter = letter_primes(words)
    ratios = ratio_table(of_letter, k) if table else frozenset()
    products = [(word, mapped(word, of_letter)) for word in sorted(set(words))]
    for (word1, product1), (word2, product2) in combinations(products, 2):
        if table:
            close = Fraction(product1, product2) in ratios
        else:
            close = max(map(len, letters_apart(product1, product2, of_letter))) <= k
        if close and share_a_part(word1, word2, common):
            yield word1, word2
