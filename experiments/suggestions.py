"""How often the word that was meant is the first suggestion, or one of the first five; beside other ways to rank.

Two folds by the word that was meant: a channel learns from the other half of a corpus and from the other corpora, which
weigh less, but never from a word that it is asked for. The list is the shipped English one with all words that were
meant in the three corpora, so that the right answer is always there; every system has the same list and the same
counts.

    suggest                        channel, frequency and the features of `ranking`
    noisy channel                  channel times frequency to a power
    distance, then frequency       the nearest by edits, of these the most frequent
    symspellpy                     all suggestions within edit distance 2 (if it is installed)

A corpus may list several words for one misspelling ("councellor": counselor, counsellor, councillor). Each is a row of
its own, of which at most one can come out right; `any` counts a suggestion as right that is one of them.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from experiments.spelling import Misspellings, SpellingRow
from perpend.spelling.channel import Channel
from perpend.spelling.channel_training import TrainingPair, fold_of, train_channel
from perpend.spelling.english import english_words
from perpend.spelling.suggestion import Suggester
from perpend.spelling.word_index import WordIndex
from perpend.spelling.word_list import Matching
from perpend.types import Progress

__all__ = ["SUGGESTED", "shipped_row", "suggestion_rows"]

SUGGESTED = ("wikipedia", "aspell", "holbrook")
_ELSEWHERE = 0.3
_MOST = 5
_EDITS = 3

Answers = Mapping[tuple[str, str], list[str]]
"""For each pair of a corpus, the suggestions."""


def suggestion_rows(corpora: Misspellings, seed: int = 0, progress: Progress | None = None) -> Iterator[SpellingRow]:
    """Yields a row for each system on `corpora`; `seed` draws the folds, `progress` is called after each fold."""
    index = _index(corpora)
    systems: dict[str, dict[str, float]] = defaultdict(dict)
    jobs = [(corpus, fold) for corpus in SUGGESTED for fold in (0, 1)]
    answers: dict[tuple[str, str], dict[tuple[str, str], list[str]]] = defaultdict(dict)
    for number, (corpus, fold) in enumerate(jobs):
        if progress:
            progress(f"suggestions for {corpus}", number, len(jobs))
        held = [pair for pair in corpora[corpus] if fold_of(pair[0], seed) == fold]
        channel = _channel(corpora, corpus, {meant for meant, _ in held}, index)
        for system, words in _answers(index, channel, [written for _, written in held]).items():
            answers[system, corpus] |= dict(zip(held, words, strict=True))
    for (system, corpus), found in answers.items():
        systems[system] |= _figures(corpus, corpora[corpus], found)
    return (SpellingRow(system, figures) for system, figures in systems.items())


def shipped_row(corpora: Misspellings, channel: Channel) -> SpellingRow:
    """The shipped `channel` on `corpora` that it was not trained on."""
    index = _index(corpora)
    figures: dict[str, float] = {}
    for corpus in SUGGESTED:
        if corpus not in ("wikipedia",):
            written = [written for _, written in corpora[corpus]]
            found = dict(zip(corpora[corpus], _suggested(Suggester(index, channel), written), strict=True))
            figures |= _figures(corpus, corpora[corpus], found)
    return SpellingRow("suggest, the shipped channel", figures)


def _index(corpora: Misspellings) -> WordIndex:
    meant = (meant for corpus in SUGGESTED for meant, _ in corpora[corpus])
    return WordIndex.of(english_words(meant), Matching(ignore_case=True))


def _channel(corpora: Misspellings, corpus: str, held: set[str], index: WordIndex) -> Channel:
    pairs = [
        TrainingPair(meant, written, 1.0 if name == corpus else _ELSEWHERE)
        for name, misspellings in corpora.items()
        for meant, written in misspellings
        if meant not in held
    ]
    return train_channel(pairs, index, name=corpus)


def _answers(index: WordIndex, channel: Channel, written: Sequence[str]) -> dict[str, list[list[str]]]:
    answers = {
        "suggest": _suggested(Suggester(index, channel), written),
        "noisy channel": _suggested(Suggester(index, replace(channel, weights={})), written),
        "distance, then frequency": [_nearest(index, word) for word in written],
    }
    peer = _symspell(index, written)
    return answers | ({"symspellpy": peer} if peer else {})


def _suggested(suggester: Suggester, written: Sequence[str]) -> list[list[str]]:
    return [[one.word for one in found.words] for found in suggester.suggest_all(written, _MOST)]


def _nearest(index: WordIndex, written: str) -> list[str]:
    found = index.within([written], _EDITS)
    rows = zip(found[0], found.numbers.tolist(), strict=True)
    ranked = sorted(
        (distance, -int(index.counts[number]), word) for (word, distance), number in rows if word != written
    )
    return [word for _, _, word in ranked[:_MOST]]


def _symspell(index: WordIndex, written: Sequence[str]) -> list[list[str]] | None:
    try:
        from symspellpy import SymSpell, Verbosity
    except ImportError:
        return None
    peer = SymSpell(max_dictionary_edit_distance=2, prefix_length=7)
    for word, count in zip(index, index.counts.tolist(), strict=True):
        peer.create_dictionary_entry(word, count)
    found = (peer.lookup(word, Verbosity.ALL, max_edit_distance=2) for word in written)
    return [[one.term for one in some if one.term != word][:_MOST] for word, some in zip(written, found, strict=True)]


def _figures(corpus: str, pairs: Sequence[tuple[str, str]], answers: Answers) -> dict[str, float]:
    listed: dict[str, set[str]] = defaultdict(set)
    for meant, written in pairs:
        listed[written].add(meant)
    first = sum(answers[pair][:1] == [pair[0]] for pair in pairs)
    five = sum(pair[0] in answers[pair] for pair in pairs)
    any_first = sum(bool(set(answers[pair][:1]) & listed[pair[1]]) for pair in pairs)
    return {
        f"{corpus} top-1": 100 * first / len(pairs),
        f"{corpus} top-5": 100 * five / len(pairs),
        f"{corpus} top-1, any": 100 * any_first / len(pairs),
    }
