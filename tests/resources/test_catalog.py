"""The catalog: what is shipped is right, and what is wrong in one is named."""

import json
from pathlib import Path

import pytest

from perpend.errors import FormatError
from perpend.resources.catalog import DebianSource, UrlSource, WheelSource, read_catalog, shipped_catalog

FILE = '"a.txt" = {{ size = 3, sha256 = "{}" }}'.format("0" * 64)
HEAD = '[tiny]\ntitle = "T"\nversion = "1"\nlicence = "L"\ncitation = "C"\n'
GOOD = f"{HEAD}[tiny.files]\n{FILE}\n"


def write(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "catalog.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_the_shipped_catalog_is_sound() -> None:
    catalog = shipped_catalog()
    assert {"wordnet-dict", "meteor-paraphrases"} <= catalog.keys()
    for resource in catalog.values():
        assert len({file.name for file in resource.files}) == len(resource.files)


def test_wordnet_is_the_one_that_the_original_program_was_run_with(gold: Path) -> None:
    recorded = json.loads((gold / "MANIFEST.json").read_text(encoding="utf-8"))["wordnet_sha256"]
    ours = {file.name: file.sha256 for file in shipped_catalog()["wordnet-dict"].files}
    assert recorded.items() <= ours.items()


def test_a_data_set_needs_a_mirror_folder_and_files_only(tmp_path: Path) -> None:
    text = f'{HEAD}mirror = "sets/tiny"\n[tiny.files]\n{FILE}\n{FILE.replace("a.txt", "sub/b.txt")}\n'
    resource = read_catalog(write(tmp_path, text))["tiny"]
    assert (resource.mirror, resource.sources) == ("sets/tiny", ())
    assert [file.name for file in resource.files] == ["a.txt", "sub/b.txt"]
    assert resource.size == 6
    assert resource.entry(tmp_path) == tmp_path


def test_every_kind_of_source_in_the_order_given(tmp_path: Path) -> None:
    sources = """
        [[tiny.sources]]
        kind = "url"
        base = "https://example.org/files/"
        [[tiny.sources]]
        kind = "wheel"
        package = "tiny"
        version = "2.0"
        folder = "tiny/data"
        [[tiny.sources]]
        kind = "debian"
        packages = ["tiny-one", "tiny-two"]
        version = "1:2.0-3"
        folder = "usr/share/tiny"
    """
    resource = read_catalog(write(tmp_path, GOOD + sources))["tiny"]
    assert resource.sources == (
        UrlSource("https://example.org/files"),
        WheelSource("tiny", "2.0", "tiny/data"),
        DebianSource(("tiny-one", "tiny-two"), "1:2.0-3", "usr/share/tiny"),
    )
    assert resource.mirror == "tiny"
    assert resource.entry(tmp_path) == tmp_path / "a.txt"


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("[tiny", "not TOML"),
        ("tiny = 3", "a table was needed"),
        (GOOD.replace("tiny", "Tiny_Thing"), "is not an id"),
        (GOOD.replace('title = "T"\n', ""), "has no field 'title'"),
        (GOOD.replace('"T"', "5"), "title is 5, one line of text was needed"),
        (GOOD.replace('"L"', '"two\\nlines"'), "one line of text"),
        (GOOD.replace('"1"', '"../1"'), "version is '../1', a plain name or version was needed"),
        (HEAD, "has no field 'files'"),
        (f"{HEAD}[tiny.files]\n", "at least one entry"),
        (GOOD.replace("a.txt", "../a.txt"), "is not a file name"),
        (GOOD.replace("a.txt", "/etc/a.txt"), "is not a file name"),
        (GOOD.replace("size = 3", "size = -3"), "a number of bytes was needed"),
        (GOOD.replace("0" * 64, "0" * 63), "64 hexadecimal digits"),
        (GOOD.replace("size = 3", "size = 3, colour = 1"), "unknown field 'colour'"),
        (HEAD + 'mirror = ".."\n[tiny.files]\n' + FILE, "a relative path without '..' was needed"),
        (GOOD + '[[tiny.sources]]\nkind = "ftp"', "kind is 'ftp', one of debian, url, wheel was needed"),
        (GOOD + '[[tiny.sources]]\nkind = "url"\nbase = "gopher://x"', "an https, http or file address"),
        (GOOD + '[[tiny.sources]]\nkind = "wheel"\npackage = "--index-url=x"', "a plain name"),
        (GOOD + '[[tiny.sources]]\nkind = "debian"\npackages = []', "a list of package names"),
    ],
)
def test_what_is_wrong_is_named(tmp_path: Path, text: str, problem: str) -> None:
    with pytest.raises(FormatError) as caught:
        read_catalog(write(tmp_path, text))
    assert problem in str(caught.value)
    assert "\n" not in str(caught.value)
