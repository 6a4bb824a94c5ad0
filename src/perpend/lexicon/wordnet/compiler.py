"""WordNet's database files -> one memory-mapped array file.

Synsets are numbered 0, 1, 2, ... in the order of data.noun, data.verb, data.adj, data.adv; senses (a word in a synset)
in the same order, word by word. Words, as written and in lower case, are the keys of one trie. Lists of different
lengths are stored end to end, with the length of each in an array named `.count`:

    synset      0            1               2                    words of synset 1 = senses 1 and 2
    words       entity       thing  object   cat                  (synset.words.count = 1, 2, 1)
    sense       0            1      2        3                    senses of "cat" = a row of word.senses,
                                                                  by part of speech, then sense number
    array                    has one number for each
    words                    byte of the trie (the packaged file); all others: word.letters, and word.lengths in bytes
    word.senses(.count)      sense, in rows by the word's number in the trie (empty for a form with capitals)
    sense.form, .lex_id, .tags                        sense: the written form, lex_id, count in tagged text
    synset.words.count, .type, .offset, .file         synset; type is the number in sense keys, file the lexicographer's
    synset.pointers(.count, .relation)                pointer between synsets, in rows by the synset that it starts from
    sense.pointers(.count, .relation)                 pointer between senses
    synset.frequency         noun or verb synset: see `cumulative_frequencies`
    synset.min_depth, .max_depth                      noun or verb synset: hypernym steps to the nearest, farthest root
    exceptions.noun, ...     byte of the exception list
    parts                    first synset of each part of speech, and the end

Glosses are not included. The same input always gives the same bytes.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from perpend.errors import FormatError, InputError
from perpend.files.arrays import write_arrays
from perpend.files.lines import read_text
from perpend.files.stamps import file_checksum
from perpend.lexicon.wordnet.source import (
    FILES,
    LETTERS,
    PARTS,
    SynsetLine,
    read_exceptions,
    read_sense_index,
    read_synsets,
)
from perpend.lexicon.wordnet.tables import DATA, FORMAT, KIND

__all__ = ["compile_wordnet", "cumulative_frequencies", "hypernym_depths"]

Arrays = dict[str, NDArray[Any]]


class _Synset(NamedTuple):
    """The line of a synset with its part of speech and the number of its first sense."""

    part: str
    line: SynsetLine
    first_sense: int


class _Row(NamedTuple):
    """A pointer with both ends and its relation as numbers."""

    source: int
    relation: int
    target: int


def compile_wordnet(folder: Path, path: Path, release: str, *, trie: bool = False) -> None:
    """Reads the database files of a `release` in `folder` and writes the array file `path`.

    :param folder: where the database files are.
    :param path: the file to write.
    :param release: what the release is called.
    :param trie: writes the words as a trie, as the packaged file has them, and only that file may; else as a list.
    """
    synsets = _read(folder)
    relations = dict(line.split() for line in read_text(DATA / "wordnet-relations.txt").splitlines())
    between_synsets, between_senses = _pointers(folder, synsets, list(relations))
    is_a = [index for index, name in enumerate(relations.values()) if name in {"hypernym", "instance_hypernym"}]
    parents = _parents(between_synsets, len(synsets), is_a)
    senses = _senses(folder, synsets, trie)
    arrays = senses | _synset_arrays(synsets)
    arrays |= _pointer_arrays("synset.pointers", between_synsets, len(synsets))
    arrays |= _pointer_arrays("sense.pointers", between_senses, len(senses["sense.form"]))
    taxonomy, totals = _taxonomy(synsets, parents, senses["sense.tags"])
    arrays |= taxonomy | {f"exceptions.{part}": _exceptions(folder, part) for part in PARTS}
    meta = {"release": release, "relations": list(relations.values()), "totals": totals, "sources": _sources(folder)}
    write_arrays(path, kind=KIND, version=FORMAT, arrays=arrays, meta=meta)


def _read(folder: Path) -> list[_Synset]:
    synsets, sense = [], 0
    for part in PARTS:
        for line in read_synsets(folder, part):
            synsets.append(_Synset(part, line, sense))
            sense += len(line.words)
    return synsets


def _sources(folder: Path) -> dict[str, dict[str, Any]]:
    return {name: {"size": (folder / name).stat().st_size, "sha256": file_checksum(folder / name)} for name in FILES}


def _synset_arrays(synsets: Sequence[_Synset]) -> Arrays:
    ends = [sum(synset.part in PARTS[:count] for synset in synsets) for count in range(len(PARTS) + 1)]
    lines = [synset.line for synset in synsets]
    return {
        "parts": np.array(ends, np.int32),
        "synset.words.count": np.array([len(line.words) for line in lines], np.uint8),
        "synset.type": np.array([LETTERS.index(line.type) for line in lines], np.uint8),
        "synset.offset": np.array([line.offset for line in lines], np.int32),
        "synset.file": np.array([line.file for line in lines], np.uint8),
    }


def _exceptions(folder: Path, part: str) -> NDArray[np.uint8]:
    lines = (f"{inflected} {' '.join(bases)}\n" for inflected, bases in read_exceptions(folder, part))
    return np.frombuffer("".join(lines).encode(), np.uint8)


def _word_arrays(words: Sequence[str], trie: bool) -> tuple[Arrays, Mapping[str, int]]:
    """Sorted `words` as arrays, and the number of each."""
    if not trie:
        letters = [word.encode() for word in words]
        lengths = _narrow(np.array([len(one) for one in letters], np.int64), np.uint16)
        listed: Arrays = {"word.letters": np.frombuffer(b"".join(letters), np.uint8), "word.lengths": lengths}
        return listed, {word: number for number, word in enumerate(words)}
    import marisa_trie

    made = marisa_trie.Trie(words)
    return {"words": np.frombuffer(made.tobytes(), np.uint8)}, {word: made[word] for word in words}


def _senses(folder: Path, synsets: Sequence[_Synset], trie: bool) -> Arrays:
    index = {entry.key: entry for entry in read_sense_index(folder)}
    forms = [word.form for synset in synsets for word in synset.line.words]
    lemmas = [form.lower() for form in forms]
    arrays, numbers = _word_arrays(sorted({*forms, *lemmas}), trie)
    keys = list(_sense_keys(synsets))
    _check_keys(folder, {key for key in keys if key}, index.keys())
    ranked = sorted(
        (numbers[lemma], PARTS.index(part), index[key].number, sense)
        for sense, (lemma, part, key) in enumerate(zip(lemmas, _part_of_senses(synsets), keys, strict=True))
        if key
    )
    _check_numbers(folder, ranked, keys)
    counts = np.bincount([row[0] for row in ranked], minlength=len(numbers))
    return arrays | {
        "word.senses.count": _narrow(counts, np.uint8),
        "word.senses": np.array([row[3] for row in ranked], np.int32),
        "sense.form": np.array([numbers[form] for form in forms], np.int32),
        "sense.lex_id": np.array([word.lex_id for synset in synsets for word in synset.line.words], np.uint8),
        "sense.tags": _narrow(np.array([index[key].tags if key else 0 for key in keys]), np.uint16),
    }


def _part_of_senses(synsets: Iterable[_Synset]) -> Iterator[str]:
    return (synset.part for synset in synsets for _ in synset.line.words)


def _sense_keys(synsets: Sequence[_Synset]) -> Iterator[str]:
    """Yields the key of every sense; that of a satellite contains the first word of its head adjective.

    A synset may have one word in two spellings, such as "ddC" and "DDC". `index.sense` lists only the first of them;
    the other has no key.
    """
    by_offset = {synset.line.offset: synset.line for synset in synsets if synset.part == "adj"}
    for _, line, _ in synsets:
        head = ":"
        if line.type == "s":
            first = next(pointer for pointer in line.pointers if pointer.symbol == "&")
            word = by_offset[first.offset].words[0]
            head = f"{word.form}:{word.lex_id:02}"
        kind, seen = LETTERS.index(line.type), set()
        for word in line.words:
            lemma = word.form.lower()
            yield "" if lemma in seen else f"{lemma}%{kind}:{line.file:02}:{word.lex_id:02}:{head.lower()}"
            seen.add(lemma)


def _check_keys(folder: Path, keys: Set[str], indexed: Set[str]) -> None:
    if different := keys ^ indexed:
        example = min(different)
        where = "only in index.sense" if example not in keys else "only in the data files"
        raise FormatError(folder / "index.sense", None, f"{len(different)} sense keys differ; {example} is {where}")


def _check_numbers(folder: Path, ranked: Sequence[tuple[int, int, int, int]], keys: Sequence[str]) -> None:
    """Checks that sense numbers count each word's senses of one part of speech from 1, since they are not stored."""
    for _, group in groupby(ranked, key=lambda row: row[:2]):
        for expected, (_, _, number, sense) in enumerate(group, 1):
            if number != expected:
                problem = f"{keys[sense]} has sense number {number}, but {expected} comes next"
                raise FormatError(folder / "index.sense", None, problem)


def _pointers(folder: Path, synsets: Sequence[_Synset], symbols: list[str]) -> tuple[list[_Row], list[_Row]]:
    """Returns the pointers between synsets and those between senses, in the order of their sources."""
    numbers = {(synset.part, synset.line.offset): number for number, synset in enumerate(synsets)}
    between_synsets, between_senses = [], []
    for number, (part, line, first_sense) in enumerate(synsets):
        lexical = []
        for pointer in line.pointers:
            target = numbers.get((pointer.part, pointer.offset))
            if target is None or pointer.symbol not in symbols:
                problem = f"synset {line.offset:08} has a pointer {pointer.symbol} {pointer.offset:08} to nothing known"
                raise FormatError(folder / f"data.{part}", None, problem)
            relation = symbols.index(pointer.symbol)
            if pointer.source:
                there = synsets[target].first_sense + pointer.target - 1
                lexical.append(_Row(first_sense + pointer.source - 1, relation, there))
            else:
                between_synsets.append(_Row(number, relation, target))
        between_senses.extend(sorted(lexical, key=lambda row: row.source))
    return between_synsets, between_senses


def _pointer_arrays(name: str, rows: Sequence[_Row], sources: int) -> Arrays:
    counts = np.bincount(np.array([row.source for row in rows], np.int64), minlength=sources)
    return {
        name: np.array([row.target for row in rows], np.int32),
        f"{name}.relation": np.array([row.relation for row in rows], np.uint8),
        f"{name}.count": _narrow(counts, np.uint16),
    }


def _narrow(numbers: NDArray[np.int64], dtype: type[np.unsignedinteger[Any]]) -> NDArray[Any]:
    most = np.iinfo(dtype).max
    if numbers.size and not 0 <= numbers.min() <= numbers.max() <= most:
        raise InputError(f"the files of WordNet count something that must be from 0 to {most:,} and is not")
    return numbers.astype(dtype)


def _parents(rows: Iterable[_Row], synsets: int, is_a: Sequence[int]) -> list[list[int]]:
    parents: list[list[int]] = [[] for _ in range(synsets)]
    for source, relation, target in rows:
        if relation in is_a:
            parents[source].append(target)
    return parents


def _taxonomy(
    synsets: Sequence[_Synset], parents: Sequence[Sequence[int]], tags: NDArray[Any]
) -> tuple[Arrays, dict[str, int]]:
    """Returns frequencies and depths of nouns and verbs, which come first, and the sum of own counts of each part."""
    count = sum(synset.part in {"noun", "verb"} for synset in synsets)
    own = [
        1 + int(tags[synset.first_sense : synset.first_sense + len(synset.line.words)].sum())
        for synset in synsets[:count]
    ]
    totals = {
        part: sum(weight for weight, synset in zip(own, synsets, strict=False) if synset.part == part)
        for part in ("noun", "verb")
    }
    shortest, longest = hypernym_depths(parents[:count])
    arrays: Arrays = {
        "synset.frequency": np.array(cumulative_frequencies(own, parents), np.int32),
        "synset.min_depth": np.array(shortest, np.uint8),
        "synset.max_depth": np.array(longest, np.uint8),
    }
    return arrays, totals


def cumulative_frequencies(own: Sequence[int], parents: Sequence[Sequence[int]]) -> list[int]:
    """Returns the count of each synset plus that of every synset below it, each counted once.

    `own` are the counts: 1 plus how often the senses were tagged; `parents` are the hypernyms of each synset. Here 3
    has two parents, 1 and 2, under one root 0:

    >>> cumulative_frequencies([1, 1, 1, 5], [[], [0], [0], [1, 2]])
    [8, 6, 6, 5]
    """
    total = [0] * len(own)
    for synset, weight in enumerate(own):
        seen, waiting = {synset}, [synset]
        while waiting:
            current = waiting.pop()
            total[current] += weight
            fresh = set(parents[current]) - seen
            seen |= fresh
            waiting.extend(fresh)
    return total


def hypernym_depths(parents: Sequence[Sequence[int]]) -> tuple[list[int], list[int]]:
    """Returns the fewest and the most steps from each synset up to a root, given the `parents` of each.

    >>> hypernym_depths([[], [0], [1], [0, 2]])
    ([0, 1, 2, 1], [0, 1, 2, 3])
    """
    shortest, longest = [0] * len(parents), [0] * len(parents)
    for synset in _parents_first(parents):
        if above := parents[synset]:
            shortest[synset] = 1 + min(shortest[parent] for parent in above)
            longest[synset] = 1 + max(longest[parent] for parent in above)
    return shortest, longest


def _parents_first(parents: Sequence[Sequence[int]]) -> Iterator[int]:
    children: list[list[int]] = [[] for _ in parents]
    for child, above in enumerate(parents):
        for parent in above:
            children[parent].append(child)
    unseen = [len(above) for above in parents]
    waiting = [synset for synset, count in enumerate(unseen) if count == 0]
    given = 0
    while waiting:
        synset = waiting.pop()
        given += 1
        yield synset
        for child in children[synset]:
            unseen[child] -= 1
            if unseen[child] == 0:
                waiting.append(child)
    if given < len(parents):
        raise FormatError("hypernyms", None, f"{len(parents) - given} synsets are on or below a cycle of hypernyms")
