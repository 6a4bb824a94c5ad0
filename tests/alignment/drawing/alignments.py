"""Alignments to draw: sentences by hand with their edits, solved by the plain aligner, and random ones."""

from hypothesis import strategies as st

from perpend.alignment import reference
from perpend.alignment.edits import Alignment, Edit, Shift
from perpend.alignment.problem import Op, PhraseEdge, Problem, Search

PHRASES = {("because", "of"): ("as", "a", "result", "of")}
STEMS = {("closes", "closed")}
SYNONYMS = {("shop", "store")}


def solved(
    hyp: str,
    ref: str,
    stems: set[tuple[str, str]] = STEMS,
    synonyms: set[tuple[str, str]] = SYNONYMS,
    phrases: dict[tuple[str, ...], tuple[str, ...]] = PHRASES,
    signature: str = "",
) -> Alignment:
    """The cheapest edits for costs that a reader can check: a match 0, a stem 0.2, a synonym 0.3, a phrase 0.5, else 1."""
    hyp_words, ref_words = tuple(hyp.split()), tuple(ref.split())
    kinds = [[_kind(h, r, stems, synonyms) for h in hyp_words] for r in ref_words]
    cost = {Op.MATCH: 0.0, Op.STEM: 0.2, Op.SYNONYM: 0.3, Op.SUBSTITUTE: 1.0}
    ids = {word: number for number, word in enumerate(dict.fromkeys((*hyp_words, *ref_words)))}
    edges = tuple(
        PhraseEdge(start, len(source), tuple(ids[word] for word in target), 0.5, start)
        for start in range(len(ref_words))
        for source, target in phrases.items()
        if ref_words[start : start + len(source)] == source and all(word in ids for word in target)
    )
    problem = Problem(
        len(ref_words),
        tuple(ids[word] for word in hyp_words),
        [[cost[kind] for kind in row] for row in kinds],
        [[int(kind) for kind in row] for row in kinds],
        [[kind != Op.SUBSTITUTE for kind in row] for row in kinds],
        [1.0] * len(hyp_words),
        [1.0] * len(ref_words),
        [False] * len(ref_words),
        [False] * len(hyp_words),
        edges,
        Search(),
    )
    entries = tuple(edge.entry for edge in edges)
    return Alignment.of(hyp_words, ref_words, reference.solve(problem), entries=entries, signature=signature)


def _kind(hyp: str, ref: str, stems: set[tuple[str, str]], synonyms: set[tuple[str, str]]) -> Op:
    if hyp == ref:
        return Op.MATCH
    if (hyp, ref) in stems:
        return Op.STEM
    return Op.SYNONYM if (hyp, ref) in synonyms else Op.SUBSTITUTE


def every_kind() -> Alignment:
    """One of each: a shift, a stem, a synonym, a phrase, a substitution, an insertion, a deletion, and matches."""
    return solved(
        "on Monday the little shop closes early as a result of rain",
        "the store closed on Monday because of heavy snow",
        signature="costs:example|shifts:yes|version:0",
    )


@st.composite
def alignments(draw: st.DrawFn, max_edits: int = 12) -> Alignment:
    """Any words, edits, shifts and costs that fit together, whether or not an aligner would choose them."""
    word = st.text(max_size=6) | st.sampled_from(["the", "שלום", "مرحبا", "日本", "e\u0301", "\x1b[31m", "\ud800", "<b>&", "\x00"])
    cost = st.sampled_from([0.0, 1.0, 0.25, -0.5]) | st.floats(allow_nan=True)
    lengths = {"insert": (1, 0), "delete": (0, 1), "phrase": (3, 2)}
    edits, h, r = [], 0, 0
    kinds = ("match", "substitute", "stem", "synonym", "insert", "delete", "phrase")
    for op in draw(st.lists(st.sampled_from(kinds), max_size=max_edits)):
        hyp_len, ref_len = lengths.get(op, (1, 1))
        edits.append(Edit(op, (h, h + hyp_len), (r, r + ref_len), draw(cost)))
        h, r = h + hyp_len, r + ref_len
    hyp = tuple(draw(st.lists(word, min_size=h, max_size=h)))
    ref = tuple(draw(st.lists(word, min_size=r, max_size=r)))
    order, shifts = tuple(range(h)), []
    for _ in range(draw(st.integers(0, 3)) if h > 1 else 0):
        start = draw(st.integers(0, h - 1))
        end = draw(st.integers(start, h - 1))
        to = draw(st.integers(-1, h - 1))
        order = reference.move(order, start, end, to)
        shifts.append(Shift(start, end, to, draw(cost)))
    return Alignment(hyp, ref, order, tuple(edits), tuple(shifts), draw(cost), float(r), draw(st.text(max_size=9)))
