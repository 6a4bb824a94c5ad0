import gzip
import lzma
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perpend.errors import FormatError, InputError, SettingError
from perpend.metrics.segments import SegmentFile
from perpend.metrics.terp_files.reading import read_segments
from perpend.metrics.terp_files.reading_tsv import read_column, read_numbers, read_pairs

XML = """<?xml version="1.0" encoding="UTF-8"?>
<TSTSET SetID="news" srclang="x" trglang="y">
 <Doc docID="d1" SYSID="sysA">
  <hl><seg ID="1"> Tom &amp; Jerry  </seg></hl>
  <p><seg id="2">first <b>bold</b> second</seg> <seg id="3"></seg><seg id="4">four<!-- c -->five</seg></p>
  <seg id="5"><![CDATA[hidden]]> tail</seg>
 </Doc>
 <audiofile fileid="tape"><seg segid="9"><hyp id="1">best</hyp><hyp id="2">next</hyp></seg></audiofile>
</TSTSET>
"""
SGML = """<!DOCTYPE refset SYSTEM "mteval.dtd">
junk before the root
<refset setid="news" trglang=English>
<DOC docid="d1" sysid=human>
<seg id=1> AT&T said so. </seg>
<seg id="2">
two lines,
of which one counts
</seg>
<p>
<seg id=3></seg>
</P>
</doc>
</refset>
"""


def write(folder: Path, content: str | bytes, name: str = "in") -> Path:
    path = folder / name
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


def shown(found: SegmentFile) -> list[tuple[str, str]]:
    return [(str(segment.id), segment.text) for segment in found.segments]


# -------------------- plain lines

line = st.text(st.characters(exclude_characters="\n", exclude_categories=["Cs"])).filter(lambda s: not s.endswith("\r"))


@given(st.lists(line, min_size=1))
def test_plain_lines_come_back_whatever_is_in_them(tmp_path_factory: pytest.TempPathFactory, lines: list[str]) -> None:
    path = tmp_path_factory.mktemp("plain") / "in"
    lines[0] = lines[0].lstrip("\ufeff")
    for end in ("\n", "\r\n"):
        path.write_bytes("".join(text + end for text in lines).encode())
        assert [segment.text for segment in read_segments(path, "plain").segments] == lines


@pytest.mark.parametrize(
    ("content", "texts"),
    [
        (b"", []),
        (b"\n", [""]),
        (b"one", ["one"]),
        (b"one\n\n two \n", ["one", "", " two "]),
        (b"\xef\xbb\xbfone\r\ntwo", ["one", "two"]),
        ("a\u2028b\x85c\x0bd\n".encode(), ["a\u2028b\x85c\x0bd"]),
    ],
)
def test_plain_lines(tmp_path: Path, content: bytes, texts: list[str]) -> None:
    found = read_segments(write(tmp_path, content))
    assert found.kind == "plain"
    assert shown(found) == [(str(n), text) for n, text in enumerate(texts, 1)]


def test_bytes_that_are_no_utf8_name_their_line(tmp_path: Path) -> None:
    path = write(tmp_path, b"fine\nalso fine\nbad \xe9t\xe9\n")
    with pytest.raises(FormatError, match=r"in:3: byte 0xe9 is not UTF-8: save"):
        read_segments(path)


@pytest.mark.parametrize("pack", [gzip.compress, lzma.compress])
def test_packed_files_are_read_through(tmp_path: Path, pack: object) -> None:
    assert callable(pack)
    assert shown(read_segments(write(tmp_path, pack(b"one\ntwo\n")))) == [("1", "one"), ("2", "two")]
    with pytest.raises(FormatError, match=r"compressed data end early or are damaged"):
        read_segments(write(tmp_path, pack(b"one\n" * 1000)[:-9]))


def test_a_file_that_is_not_there_and_a_format_that_is_unknown(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"nowhere cannot be read: No such file"):
        read_segments(tmp_path / "nowhere")
    with pytest.raises(SettingError, match=r"unknown segment format 'docx'; known: auto, plain, sgml, trans, xml"):
        read_segments(write(tmp_path, "x"), "docx")


# -------------------- TRANS


def test_trans(tmp_path: Path) -> None:
    content = "  A (nested) text. ([s][d][01]) \n\n \t\n([s][d][2])\nno name here\rb ([s][d][3]:02)\n"
    found = read_segments(write(tmp_path, content))
    assert found.kind == "trans"
    assert shown(found) == [("[s][d][01]", "A (nested) text."), ("[s][d][2]", ""), ("[s][d][3]:02", "b")]
    assert [segment.id.segment for segment in found.segments] == ["1", "2", "3"]
    assert found.warnings == (f"{tmp_path / 'in'}:5: no name in parentheses at the end of the line; skipped",)


@pytest.mark.parametrize("text", ["a (b) c)", "a ()", "a (b", "a b)", "(a (b)) x"])
def test_lines_that_are_not_trans(tmp_path: Path, text: str) -> None:
    with pytest.raises(FormatError, match=r"no segments found"):
        read_segments(write(tmp_path, text), "trans")


def test_other_names_are_trans_only_when_asked_for(tmp_path: Path) -> None:
    path = write(tmp_path, "a text (17)\nanother (aside)\n")
    assert read_segments(path).kind == "plain"
    assert shown(read_segments(path, "trans")) == [("17", "a text"), ("aside", "another")]


# -------------------- XML


def test_xml(tmp_path: Path) -> None:
    found = read_segments(write(tmp_path, XML))
    assert found.kind == "sgml"
    assert shown(found) == [
        ("[d1][0001]", "Tom & Jerry"),
        ("[d1][0002]", "first"),
        ("[d1][0003]", ""),
        ("[d1][0004]", "four"),
        ("[d1][0005]", "tail"),
        ("[tape][0009]:1", "best"),
        ("[tape][0009]:2", "next"),
    ]
    first = found.segments[0].id
    assert (first.set, first.system, first.document, first.segment) == ("news", "sysA", "d1", "1")


@pytest.mark.parametrize("encoding", ["utf-16", "iso-8859-1"])
def test_xml_in_the_encoding_that_it_declares(tmp_path: Path, encoding: str) -> None:
    content = f'<?xml version="1.0" encoding="{encoding}"?><refset><doc docid="d"><seg id="1">été</seg></doc></refset>'
    assert shown(read_segments(write(tmp_path, content.encode(encoding)))) == [("[d][0001]", "été")]


@pytest.mark.parametrize("format_name", ["auto", "xml"])
@pytest.mark.parametrize(
    "declaration",
    ['<!ENTITY a "aa">', '<!ENTITY a SYSTEM "file:///etc/hostname">', '<!ENTITY % a "x">'],
)
def test_entities_of_a_file_are_refused(tmp_path: Path, declaration: str, format_name: str) -> None:
    content = f'<!DOCTYPE refset [\n{declaration}]>\n<refset><doc docid="d"><seg id="1">x</seg></doc></refset>'
    with pytest.raises(FormatError) as caught:
        read_segments(write(tmp_path, content), format_name)
    assert (caught.value.line, caught.value.problem) == (2, "declares the entity 'a': write its text out instead")


def test_unknown_entities_are_not_dropped(tmp_path: Path) -> None:
    content = '<!DOCTYPE refset SYSTEM "x.dtd">\n<refset><doc docid="d"><seg id="1">a&nbsp;b</seg></doc></refset>'
    with pytest.raises(FormatError, match=r"uses the entity 'nbsp', which this file does not define"):
        read_segments(write(tmp_path, content), "xml")
    assert shown(read_segments(write(tmp_path, content))) == [("[d][0001]", "a&nbsp;b")]


@pytest.mark.parametrize("format_name", ["auto", "xml"])
def test_broken_xml(tmp_path: Path, format_name: str) -> None:
    with pytest.raises(FormatError, match=r"in:2: not well-formed XML \(mismatched tag\)"):
        read_segments(write(tmp_path, '<?xml version="1.0"?>\n<mteval><doc></mteval>'), format_name)
    with pytest.raises(FormatError, match=r"in:1: (not well-formed XML|XML in an encoding)"):
        read_segments(write(tmp_path, '<?xml version="1.0" encoding="klingon"?><a/>'), format_name)
    with pytest.raises(FormatError, match=r"no segments found"):
        read_segments(write(tmp_path, "<refset/>"), "xml")


def test_a_line_of_markup_is_still_plain_text(tmp_path: Path) -> None:
    assert shown(read_segments(write(tmp_path, "<b>bold</b>\n"))) == [("1", "<b>bold</b>")]


# -------------------- SGML


def test_sgml(tmp_path: Path) -> None:
    found = read_segments(write(tmp_path, SGML))
    assert found.kind == "sgml"
    assert shown(found) == [("[d1][0001]", "AT&T said so."), ("[d1][0002]", "two lines,"), ("[d1][0003]", "")]
    assert {segment.id.system for segment in found.segments} == {"human"}
    assert found.warnings == ()


def test_sgml_reads_a_line_to_its_first_closing_tag(tmp_path: Path) -> None:
    content = "<refset><doc docid=d>\n<seg id=1>a & b</seg><seg id=2>c</seg>\n<seg\n</doc>"
    found = read_segments(write(tmp_path, content))
    assert shown(found) == [("[d][0001]", "a & b")]
    assert [warning.split(": ", 1)[1] for warning in found.warnings] == [
        "text after </seg> is not read; put it on its own line",
        "a tag that does not end on its line; skipped",
    ]


@pytest.mark.parametrize("format_name", ["auto", "sgml"])
def test_sgml_with_tags_that_do_not_fit(tmp_path: Path, format_name: str) -> None:
    with pytest.raises(FormatError, match=r"in:3: </doc> found where </seg> was expected"):
        read_segments(write(tmp_path, "<refset setid=x>\n<doc docid=d><seg id=1>a < b</seg>\n</doc>"), format_name)


def test_sgml_without_a_root(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match=r"no <tstset> or <refset> found"):
        read_segments(write(tmp_path, "</doc>\nhello\n<doc>"), "sgml")
    with pytest.raises(FormatError, match=r"no segments found: they have the form <seg id=...>"):
        read_segments(write(tmp_path, "<refset setid=a>\n&</refset>"))


# -------------------- TSV

cell = st.text(st.characters(exclude_characters="\n\t", exclude_categories=["Cs"])).filter(lambda s: "\r" not in s)


@given(st.lists(st.tuples(cell, cell, cell)))
def test_table_cells_come_back_whatever_is_in_them(
    tmp_path_factory: pytest.TempPathFactory, rows: list[tuple[str, str, str]]
) -> None:
    path = tmp_path_factory.mktemp("tsv") / "in.tsv"
    body = "".join("\t".join(row) + "\n" for row in rows)
    path.write_bytes(f"Ref2\thyp\tref\n{body}".encode())
    pairs = read_pairs(path)
    sides = [[segment.text for segment in side.segments] for side in (*pairs.refs, pairs.hyp)]
    assert [*zip(*sides, strict=True)] == [(ref, ref2, hyp) for ref2, hyp, ref in rows]


def test_the_first_text_is_the_reference(tmp_path: Path) -> None:
    pairs = read_pairs(write(tmp_path, 'text1\tscore\ttext2\nthe "ref\t3\tthe hyp\n'))
    assert shown(pairs.hyp) == [("1", "the hyp")]
    assert [shown(ref) for ref in pairs.refs] == [[("1", 'the "ref')]]


def test_rows_may_have_names(tmp_path: Path) -> None:
    pairs = read_pairs(write(tmp_path, "hyp\tid\tref\na\t[s][d][01]\tb\nc\tq7\td\n"))
    first, second = (segment.id for segment in pairs.hyp.segments)
    assert (first.set, first.document, first.segment) == ("s", "d", "1")
    assert (str(second), second.segment) == ("q7", "q7")


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        ("", r"in: empty: a first line with column names"),
        ("a\tb\n", r"in:1: columns a, b: hyp and ref \(or text1 and text2\) are needed"),
        ("hyp\tref\thyp\n", r"in:1: column 'hyp' is there twice"),
        ("hyp\tref\na\tb\nc\n", r"in:3: 1 columns, 2 needed as in line 1"),
        ("hyp\tref\na\tb\tc\n", r"in:2: 3 columns, 2 needed"),
        ("id\thyp\tref\n1\ta\tb\n1\tc\td\n", r"in:3: id '1' is there twice"),
        ("id\thyp\tref\n\ta\tb\n", r"in:2: id '' is empty"),
        (b"hyp\tref\n\xff\tb\n", r"in:2: byte 0xff is not UTF-8"),
    ],
)
def test_tables_that_are_wrong(tmp_path: Path, content: str | bytes, problem: str) -> None:
    with pytest.raises(FormatError, match=problem):
        read_pairs(write(tmp_path, content))


# -------------------- whatever comes


def refusal(path: Path, format_name: str) -> str:
    """Why the file is refused; empty if it is not."""
    try:
        read_segments(path, format_name)
    except FormatError as error:
        return error.problem
    return ""


@given(st.binary(max_size=200) | st.text(max_size=200).map(lambda text: text.encode("utf-8", "replace")))
def test_anything_is_read_or_refused_in_one_line(tmp_path_factory: pytest.TempPathFactory, data: bytes) -> None:
    path = tmp_path_factory.mktemp("any") / "in"
    path.write_bytes(data)
    for format_name in ("auto", "plain", "sgml", "trans", "xml"):
        assert "\n" not in refusal(path, format_name)


TAGS = "<refset setid=s>|<tstset>|<doc docid=d>|</doc>|<seg id=1>|</seg>|</refset>|<hyp id=2>|</hyp>|<!--|-->"
OTHERS = ["<![CDATA[", "]]>", "<", ">", "&amp;", "&", "text", "\n", " ", "([d][1])"]


@given(st.lists(st.sampled_from([*TAGS.split("|"), *OTHERS]), max_size=25))
def test_any_markup_is_read_or_refused_in_one_line(tmp_path_factory: pytest.TempPathFactory, tags: list[str]) -> None:
    path = tmp_path_factory.mktemp("markup") / "in"
    path.write_text("".join(tags), encoding="utf-8")
    for format_name in ("auto", "sgml", "xml"):
        assert "\n" not in refusal(path, format_name)


def test_numbers_stand_in_a_column_or_alone(tmp_path: Path) -> None:
    table, plain = tmp_path / "pairs.tsv", tmp_path / "numbers.txt"
    table.write_text('id\tGold\ttext1\ttext2\na\t4.5\t"one\ttwo\nb\t-1e-1\t\t\n', encoding="utf-8")
    plain.write_text("4.5\r\n-0.1\n", encoding="utf-8")
    assert read_column(table, "gold") == read_numbers(plain) == [4.5, -0.1]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("gold\tref\n1\tx\nnan\tx\n", r"pairs.tsv:3: 'nan' is no finite number"),
        ("gold\tref\n\tx\n", r"pairs.tsv:2: '' is no finite number"),
        ("gold\tref\n1\n", r"pairs.tsv:2: 1 columns, 2 needed"),
        ("score\tref\n1\tx\n", r"pairs.tsv:1: no column 'gold': there are score, ref"),
        ("", r"empty: a first line with column names"),
    ],
)
def test_a_column_of_numbers_has_numbers(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "pairs.tsv"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(FormatError, match=message):
        read_column(path, "gold")
