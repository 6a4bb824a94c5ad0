"""What each format says, and what is done with lines that say nothing."""

import gzip
import lzma
from pathlib import Path

import pytest

from perpend.errors import FormatError, InputError, SettingError
from perpend.lexicon.phrases.sources import BadLine, detect_format, read_entries, words_of


@pytest.fixture
def source(tmp_path: Path):
    def write(content: str | bytes) -> Path:
        path = tmp_path / "source"
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return path

    return write


def test_terp_lines(source) -> None:
    path = source("0.4 <p>take place</p> <p>start</p>\r\n  .5\t<p> a  lot\tof </p>   <p>many</p> \r1 <p></p> <p>x</p>")
    assert list(read_entries(path)) == [
        (1, 0.4, "take place", "start"),
        (2, 0.5, " a  lot\tof ", "many"),
        (3, 1.0, "", "x"),
    ]


def test_two_numbers_give_the_same_direction_twice(source) -> None:
    path = source("0.4 0.3 <p>take place</p> <p>start</p>\n")
    assert list(read_entries(path)) == [(1, 0.4, "take place", "start"), (1, 0.3, "take place", "start")]


@pytest.mark.parametrize(
    "line",
    [
        "0.4<p>no blank</p> <p>before</p>",
        "0.4 <p>no blank</p><p>between</p>",
        "+0.4 <p>a plus</p> <p>sign</p>",
        "0.4 <p>something</p> <p>after</p> .",
        "0.4 <p>a line separator \u2028 inside</p> <p>it</p>",
        "\u00a00.4 <p>a blank that Java does not trim</p> <p>first</p>",
        "0.4 <P>upper</P> <p>case</p>",
        "a title",
        "",
    ],
)
def test_other_lines_are_skipped_by_terp_and_reported(source, line: str) -> None:
    path = source(f"{line}\n0.1 <p>a</p> <p>b</p>\n")
    bad, entry = read_entries(path, "terp")
    assert isinstance(bad, BadLine)
    assert bad.line == 1
    assert entry == (2, 0.1, "a", "b")


def test_terp_numbers(source) -> None:
    path = source("\n".join(f"{number} <p>a</p> <p>b</p>" for number in ["1e999", "-0.5", "2E-1", "1-2", "e"]))
    entries = list(read_entries(path))
    assert [entry[1] for entry in entries[:3]] == [float("inf"), -0.5, 0.2]
    assert entries[3:] == [BadLine(4, "'1-2' is not a number"), BadLine(5, "'e' is not a number")]


def test_terp_takes_the_widest_first_phrase(source) -> None:
    path = source("0.4 <p>a</p> <p>b</p> <p>c</p>\n")
    assert list(read_entries(path)) == [(1, 0.4, "a</p> <p>b", "c")]


def test_a_long_line_that_is_no_entry_takes_no_quadratic_time(source) -> None:
    many = "0.4 " + "<p>a</p> " * 50_000
    path = source(f"{many}.\n{many}\u2028</p>\n0.1 <p>a</p> <p>b</p>\n")
    assert [isinstance(entry, BadLine) for entry in read_entries(path)] == [True, True, False]


def test_meteor_entries(source) -> None:
    path = source("0.25\nat the beginning of\nearly\nnan\nsoon\nquickly\n2.5\nsoon\nearly\n0.1\nlost")
    assert list(read_entries(path, "meteor")) == [
        (1, 0.25, "at the beginning of", "early"),
        BadLine(4, "'nan' is not a finite number"),
        (7, 2.5, "soon", "early"),
        BadLine(10, "the last entry has not its three lines: probability, phrase, paraphrase"),
    ]


def test_tsv_lines(source) -> None:
    path = source(
        "\ufeffref\thyp\tp\nearly\tsoon\t0.25\nearly\tsoon\t1_0\nearly\tsoon\tinf\nearly\tsoon\nref\thyp\tp\n"
    )
    assert list(read_entries(path)) == [
        (2, 0.25, "early", "soon"),
        BadLine(3, "'1_0' is not a finite number"),
        BadLine(4, "'inf' is not a finite number"),
        BadLine(5, "2 columns, 3 needed: ref, hyp, p"),
        BadLine(6, "'p' is not a finite number"),
    ]


@pytest.mark.parametrize(
    ("content", "format_"),
    [
        ("a comment\n0.4 <p>a</p> <p>b</p>\n", "terp"),
        ("ref\thyp\tp\na\tb\t0.1\n", "tsv"),
        ("0.4\na\nb\n", "meteor"),
        ("\ufeff0.4\na\nb\n", "meteor"),
    ],
)
def test_the_format_is_told_from_the_content(source, content: str, format_: str) -> None:
    assert detect_format(source(content)) == format_
    assert detect_format(source(gzip.compress(content.encode()))) == format_
    assert detect_format(source(lzma.compress(content.encode()))) == format_


def test_unknown_formats_are_errors(source) -> None:
    with pytest.raises(FormatError, match="none of the formats meteor, terp, tsv"):
        detect_format(source("once upon a time\n"))
    with pytest.raises(FormatError, match="it is empty; name a file of paraphrases"):
        detect_format(source(""))
    with pytest.raises(SettingError, match="known: meteor, terp, tsv"):
        read_entries(source("0.1\na\nb\n"), "moses")
    with pytest.raises(InputError, match="No such file or directory; name a file"):
        detect_format(Path("no/such/table"))
    with pytest.raises(InputError, match="is not a file; name one"):
        detect_format(Path.cwd())


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_invalid_utf8_is_named_by_its_line(source, newline: str) -> None:
    good = newline.join(["early\tsoon\t0.25"] * 3 + [""]).encode()
    with pytest.raises(FormatError, match=":4: not UTF-8") as caught:
        list(read_entries(source(good + b"caf\xe9\tcoffee\t0.1\n"), "tsv"))
    assert "\n" not in str(caught.value)


def test_truncated_compression_is_one_line(source) -> None:
    packed = gzip.compress(b"".join(b"w%d\tv%d\t0.25\n" % (i, i * i) for i in range(10_000)))
    with pytest.raises(FormatError, match="end early or are damaged"):
        list(read_entries(source(packed[:-100]), "tsv"))
    with pytest.raises(FormatError, match="end early or are damaged"):
        list(read_entries(source(packed[:300] + bytes(50) + packed[350:]), "tsv"))


def test_endless_lines_are_refused(source) -> None:
    with pytest.raises(FormatError, match=r":2: a line of more than 1,048,576 bytes"):
        list(read_entries(source(b"a\tb\t1\n" + b"x" * 2_000_000), "tsv"))


def test_lines_and_blocks_are_independent(source, monkeypatch: pytest.MonkeyPatch) -> None:
    path = source("".join(f"w{i}\tv{i}\t0.5\r\n" for i in range(50)))
    whole = list(read_entries(path, "tsv"))
    for size in (1, 2, 7, 13):
        monkeypatch.setattr("perpend.lexicon.phrases.sources._BLOCK", size)
        assert list(read_entries(path, "tsv")) == whole
    assert len(whole) == 50


def test_words_are_split_as_java_splits() -> None:
    assert words_of("a\u00a0b c\u2003d\x1ce") == ["a\u00a0b", "c\u2003d\x1ce"]
    assert words_of("\x01 a\x0bb \t") == ["a", "b"]
    assert words_of(" \x00 ") == []
