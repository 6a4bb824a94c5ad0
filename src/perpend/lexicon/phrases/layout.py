"""The file format of a phrase table: its arrays and their meaning.

All phrases of a table, of both sides, are paths of one trie. Its nodes are numbered breadth-first, and among the
children of one node by word, so that node numbers ascend by length of phrase, then word by word. Of the two entries
(take place -> early) and (early -> at the beginning):

    0 ─┬─ at ──── 1 ── the ── 4 ── beginning ── 6       node         0   1   2      3     4    5      6          7
       ├─ early ─ 2                                     word         -   at  early  take  the  place  beginning
       └─ take ── 3 ── place ─ 5                        parent       -   0   0      0     1    3      4
                                                        first_child  1   4   5      5     6    7      7          7
                                                        sides        0   0   3      0     0    1      2
                                                        pair_start   0   0   0      1     1    1      2          2
    pair_hyp  6    2
    pair_p    ...  ...

    word         number of the word that leads to a node; words are numbered in `word_start`, `word_bytes`
                 (see `perpend.files.word_numbers`)
    first_child  the children of node i are the nodes first_child[i] to first_child[i + 1]
    sides        the sides on which a node is a complete phrase: bits REF and HYP
    pair_start   the pairs whose reference side is node i are pair_start[i] to pair_start[i + 1]
    pair_hyp     the node of a pair's hypothesis side; it ascends within the pairs of one node
    pair_p       the probability of a pair; duplicates are adjacent, in input order

All these numbers are in the order in which TER-Plus retrieves phrases, so a lookup sorts by position only.
"""

from perpend.files.schema import Array, Schema
from perpend.files.word_numbers import packed_words

__all__ = ["DIRECTION", "HYP", "KIND", "MAX_WORDS", "REF", "SCHEMA", "VERSION"]

KIND, VERSION = "phrases", 1
DIRECTION = "ref->hyp"
REF, HYP = 1, 2
MAX_WORDS = 255
"""The most words of a phrase; the limit makes every search linear in the length of the text."""

SCHEMA: Schema = {
    **packed_words(),
    "first_child": Array("i4", "nodes+1", ascends="nodes"),
    "word": Array("i4", "nodes", below="words", least=-1),
    "parent": Array("i4", "nodes", below="nodes", least=-1),
    "sides": Array("u1", "nodes"),
    "pair_start": Array("i4", "nodes+1", ascends="pairs"),
    "pair_hyp": Array("i4", "pairs", below="nodes"),
    "pair_p": Array("f8", "pairs"),
}
"""The arrays of the file."""
