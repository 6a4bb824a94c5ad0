"""Every reader takes time in proportion to the size of its file, whatever repetitive nonsense the file holds.

A reader is tried on a sign or a few signs repeated, alone and inside of what leads into the depth of its format. The
ordinary test compares the processor time for a file with that for one of an eighth of its size: a linear reader takes
about 8 times as long, a quadratic one 64 times. The long test reads 1 MB of everything in at most two seconds.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import repeat
from pathlib import Path
from typing import NamedTuple

import pytest

from perpend.alignment.parameters import TerpParameters
from perpend.alignment.weights import read_weights as read_terp_weights
from perpend.combination.reading import read_candidates
from perpend.combination.weights import read_weights
from perpend.errors import PerpendError
from perpend.files.documents import read_document
from perpend.files.tables import open_table, read_table
from perpend.learning.registry import Registry, load
from perpend.lexicon.corpus import read_corpus
from perpend.lexicon.language_model.sentences import read_sentences
from perpend.lexicon.phrases.pivot.alignments import read_alignments
from perpend.lexicon.phrases.pivot.bitext import read_bitext
from perpend.lexicon.phrases.pivot.moses import parse_entry
from perpend.lexicon.phrases.sources import read_entries, words_of
from perpend.lexicon.wordnet.glosses import split_gloss
from perpend.lexicon.wordnet.link_table import LinkTable
from perpend.lexicon.wordnet.source import read_exceptions, read_sense_index, read_synsets
from perpend.metrics.segments import SegmentId
from perpend.metrics.terp_files.reading import read_segments
from perpend.metrics.terp_files.reading_preferences import read_preferences
from perpend.metrics.terp_files.reading_tsv import read_numbers, read_pairs
from perpend.people.mentions import read_documents
from perpend.resources.catalog import read_catalog
from perpend.spelling.misspellings import read_misspellings
from perpend.spelling.word_list import read_words
from perpend.text.rewrites import Rewrites
from perpend.text.wordlist import read_word_list

PATTERNS = (
    "<", ">", "</", "&", "&a", '"', '""', "'", "\t", ",", "[", "]", "[]", "{", "}", "\\", "\\u", "(", ")", "()", "|",
    "|||", " ", "  a", "\r", "\n", "\r\n", "0", "9", "0.", "-", "1-1 ", "e", "_", "=", "a=", ":", "#", "a", "a ", "é",
    "\u0301", "\u2028", "\x85", "\0", "\ufeff", "\U0001f600", "<p>", "</p>", "<p></p> ", "<a>", "</a>", "<a ", "<!--",
    '\n"', "\n\t", "\n,", "\n0", "\n<", "\n[1]", '"\n', 'x","""\n', '{"a":', "[0,", "%", "a.", "' ", "(a)",
)  # fmt: skip

SGML = '<refset setid="a" srclang="b">\n<doc docid="c" sysid="d">\n'


class Reader(NamedTuple):
    """How to read a file of a kind; the name that it must have, and what stands around the pattern (@)."""

    read: Callable[[Path], object]
    name: str = "file.txt"
    frames: tuple[str, ...] = ("@",)


def consumed(rows: Iterator[object]) -> int:
    return sum(1 for _ in rows)


def read_rows(path: Path) -> int:
    with open_table(path, columns=None) as table:
        return consumed(iter(table))


def read_each(parse: Callable[[str], object]) -> Callable[[Path], object]:
    """Parses each line of a file; a line that cannot be parsed does not end it."""

    def read(path: Path) -> None:
        for line in path.read_text(encoding="utf-8").split("\n"):
            with suppress(ValueError):
                parse(line)

    return read


READERS = {
    "TSV": Reader(read_rows, "a.tsv", ("@", "text1\ttext2\n@", "@\n@")),
    "TSV, whole": Reader(read_table, "a.tsv", ("@", "text1\ttext2\n@")),
    "CSV": Reader(read_rows, "a.csv", ("@", "text1,text2\n@", 'text1,text2\n"@', 'text1,text2\na,"@"', "@\n@")),
    "JSON lines": Reader(read_rows, "a.jsonl", ("@", '{"a": 1}\n@', '{"a": 1}\n{"a": "@"}', '{"a": @}', '{"a": 1, "@')),
    "document": Reader(
        read_document, "a.json", ("@", '{"a": @}', '{"a": "@"}', '{"@": 1}', '{"a": [@]}', '{"a": 0.@}')
    ),
    "model": Reader(load, "a.model", ("@", '{"format": "perp-model", @', '{@"format": "perp-model"}')),
    "combination weights": Reader(read_weights, "a.json", ('{"kind": "combination weights", "version": 1, "x": @}',)),
    "segments": Reader(
        read_segments, "a.sgm",
        ("@", f"{SGML}<seg id=1>@</seg>", f"{SGML}@", f"{SGML}<seg id=1 @", f"{SGML}<seg @ id=1>x</seg>", "a (@)",
         "a ([@][1])", "a ([a][@])", '<?xml version="1.0"?><tstset>@</tstset>', '<tstset a="@"></tstset>', "<tstset @>",
         "<refset>@\n@"),
    ),
    "preferences": Reader(lambda path: read_preferences(path, [SegmentId.of_line(1)]), "a.tsv", ("@", "a\tb\tc\td\t@")),
    "pairs of segments": Reader(read_pairs, "a.tsv", ("@", "id\thyp\tref\n@", "hyp\tref\tref@\n", "hyp\tref\t@\n")),
    "numbers": Reader(read_numbers, "a.txt", ("@", "0.@", "1e@", "1\n@")),
    "parameters": Reader(
        TerpParameters.read, "a.param", ("@", "Beam Width (integer) : @", "Default Deletion Cost (float) : 1@",
        "Adjust Phrase Table Params (float list) : @", "Default Deletion Cost (float) : 1.@ x"),
    ),
    "TERp weights": Reader(read_terp_weights, "a.weights", ("@", "x\n@", "x\n1@")),
    "normalisation": Reader(Rewrites.read, "a.norm", ("@", "<p>@</p> <p>a</p>", "<p>a</p> <p>@", "<p>a</p>@<p>b</p>")),
    "list of words": Reader(read_word_list),
    "words with counts": Reader(read_words, "a.txt", ("@", "a\t@", "a\t1@\n", "@\t1\n@")),
    "misspellings": Reader(read_misspellings, "a.tsv", ("@", "correct\tmisspelling\n@", "correct\tmisspelling\na\t@")),
    "phrases": Reader(
        lambda path: consumed(read_entries(path)), "a.txt",
        ("@", "0.5 <p>@</p> <p>a</p>", "0.5 <p>a</p>@", "0.5@<p>a</p> <p>b</p>", "0.5 <p>@ <p>b</p>", "0.5\na\nb\n@",
         "a\tb\t0.5\n@", "0.5 0.5 <p>@</p>", "1@", "1@ <p>a</p> <p>b</p>"),
    ),
    "words of phrases": Reader(read_each(words_of), "a.txt", ("@", "a\x85@", "a\x85@b")),
    "Moses": Reader(
        read_each(parse_entry), "a.txt", ("@", "a ||| b ||| @", "a ||| b ||| 1 1 1@", "a ||| b ||| 0.@ 1 1")
    ),
    "alignments": Reader(
        lambda path: consumed(read_alignments(path, repeat((9, 9), 1 << 20))), "a.txt", ("@", "1-1 @", "@ 1-1", "1-1@x")
    ),
    "bitext": Reader(lambda path: consumed(read_bitext(path, path, True, lambda *_: None))),
    "candidates": Reader(
        lambda path: read_candidates([path]), "a.txt",
        ("@", "0 ||| @", "0 |||@", "0 ||| a@||", "@0 ||| a", "0 ||| @x\n@"),
    ),
    "corpus": Reader(lambda path: read_corpus([path])),
    "sentences": Reader(lambda path: read_sentences([path])),
    "links": Reader(LinkTable.read, "a.tsv", ("@", "a\tb\n@", "a\t@")),
    "names": Reader(read_documents, "a.jsonl", ("@", '{"text": "@"}', '{"text": "a", "mentions": [@]}', '{"text": "@')),
    "synsets": Reader(
        lambda path: consumed(read_synsets(path.parent, "noun")), "data.noun", ("@", "00000000 03 n 01 @")
    ),
    "senses": Reader(lambda path: consumed(read_sense_index(path.parent)), "index.sense", ("@", "a 1 1 1@")),
    "exceptions": Reader(lambda path: consumed(read_exceptions(path.parent, "noun")), "noun.exc", ("@", "a b\n@")),
    "glosses": Reader(read_each(split_gloss), "a.txt", ("@", 'a; "@', 'a; "b"@')),
    "registry": Reader(Registry.read, "a.toml", ("@", "[kinds.a]\n@")),
    "catalog": Reader(read_catalog, "a.toml", ("@", "a = @", "[a]\ntitle = '@'", "[a]\n[a.files]\n@")),
}  # fmt: skip

CASES = [(name, number) for name, reader in READERS.items() for number in range(len(reader.frames))]


def seconds(reader: Reader, path: Path, content: str) -> float:
    """The processor time of this thread for reading `content`."""
    path.write_text(content, encoding="utf-8", newline="")
    start = time.thread_time()
    with suppress(PerpendError):
        reader.read(path)
    return time.thread_time() - start


def content(frame: str, pattern: str, size: int) -> str:
    return frame.replace("@", pattern * (size // len(pattern.encode()) // frame.count("@")))


SIZE, FACTOR, MOST, LONGEST = 1 << 14, 8, 24, 2.0
FAST = 0.05
"""Nothing that reads 16 KB within this time is quadratic enough to matter; below it, clocks are too coarse."""


@pytest.mark.parametrize(("name", "number"), CASES)
def test_time_grows_with_size(name: str, number: int, tmp_path: Path) -> None:
    reader = READERS[name]
    frame, path = reader.frames[number], tmp_path / reader.name
    for pattern in PATTERNS:
        large = seconds(reader, path, content(frame, pattern, SIZE))
        if large > FAST:
            # The shortest of three: a collection of garbage must not count.
            large = min(seconds(reader, path, content(frame, pattern, SIZE)) for _ in range(3))
            small = min(seconds(reader, path, content(frame, pattern, SIZE // FACTOR)) for _ in range(3))
            assert large <= FAST or large <= MOST * small, (pattern, frame, large, small)


@pytest.mark.long
@pytest.mark.parametrize(("name", "number"), CASES)
def test_a_megabyte_takes_at_most_two_seconds(name: str, number: int, tmp_path: Path) -> None:
    reader = READERS[name]
    frame, path = reader.frames[number], tmp_path / reader.name
    for pattern in PATTERNS:
        # What reads an eighth in a hundredth of the time is within it even if it were quadratic.
        if seconds(reader, path, content(frame, pattern, 1 << 17)) > 0.02:
            taken = seconds(reader, path, content(frame, pattern, 1 << 20))
            if taken > LONGEST:
                # Other work on the machine makes processor time longer too, but not each time.
                taken = min(seconds(reader, path, content(frame, pattern, 1 << 20)) for _ in range(2))
            assert taken <= LONGEST, (pattern, frame, taken)
