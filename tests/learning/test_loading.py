"""Opening a model is as safe for one kind as for another: whatever is wrong with a file is one line of PerpendError."""

import json
import shutil
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

from perpend.errors import PerpendError, SettingError
from perpend.files.arrays import ArrayFile, write_arrays
from perpend.learning.registry import Registry, card, entries, kind_of_file, kinds, load, registry

NAMES = [entry.name for entry in entries()]
ARRAYS = [entry.name for entry in entries() if entry.file.suffix == ".model"]
SCHEMAS = {
    "entailment": "perpend.entailment.model",
    "inference": "perpend.entailment.everyday_model",
    "equivalence": "perpend.equivalence.everyday_model",
    "likeness": "perpend.similarity.likeness_model",
    "paraphrase": "perpend.equivalence.model",
    "relatedness": "perpend.relatedness.model",
}
DOCUMENTS = [name for name in NAMES if name not in ARRAYS]


def file_of(name: str) -> Path:
    return registry().entry(name).file


def assert_refused(path: Path | str, kind: str | None = None) -> None:
    with pytest.raises(PerpendError) as caught:
        load(path, kind)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 1000


@pytest.mark.parametrize("name", NAMES)
def test_a_shipped_model_has_a_kind_a_card_and_facts(name: str) -> None:
    model, entry = load(name), registry().entry(name)
    assert model.kind == entry.kind == kind_of_file(entry.file)
    assert card(name).startswith("# ")
    assert json.dumps({**model.facts(), "identity": model.identity}, allow_nan=False)
    assert model.training.count > 0


@pytest.mark.parametrize("name", NAMES)
def test_what_is_saved_is_what_was_read(name: str, tmp_path: Path) -> None:
    model = load(name)
    model.save(tmp_path / "mine.model")
    assert (tmp_path / "mine.model").read_bytes() == file_of(name).read_bytes()
    assert load(tmp_path / "mine.model").identity == model.identity


@pytest.mark.parametrize("name", NAMES)
def test_a_truncated_file_is_refused(name: str, tmp_path: Path) -> None:
    whole = file_of(name).read_bytes()
    for part in (0, 1, 7, 40, 100, len(whole) // 2, len(whole) - 3):
        (tmp_path / "part.model").write_bytes(whole[:part])
        assert_refused(tmp_path / "part.model")


def flipped(whole: bytes) -> Iterator[bytes]:
    for place in range(0, len(whole), max(len(whole) // 12, 1)):
        yield whole[:place] + bytes([whole[place] ^ 0x80]) + whole[place + 1 :]


@pytest.mark.parametrize("name", NAMES)
def test_a_flipped_bit_is_refused(name: str, tmp_path: Path) -> None:
    """An array file has checksums; in a JSON document the highest bit makes text that is not UTF-8."""
    for damaged in flipped(file_of(name).read_bytes()):
        (tmp_path / "flipped.model").write_bytes(damaged)
        assert_refused(tmp_path / "flipped.model")


@pytest.mark.parametrize("name", NAMES)
def test_a_model_of_another_kind_is_refused(name: str) -> None:
    for kind in kinds():
        if kind.name != registry().entry(name).kind:
            with pytest.raises(SettingError, match=r"but .* was needed"):
                load(name, kind.name)


@pytest.mark.parametrize("name", DOCUMENTS)
def test_a_document_of_another_version_or_with_nan_is_refused(name: str, tmp_path: Path) -> None:
    content = json.loads(file_of(name).read_text(encoding="utf-8"))
    path, key = tmp_path / "other.json", "format_version" if "format_version" in content else "format"
    path.write_text(json.dumps(content | {key: 99}), encoding="utf-8")
    assert_refused(path)
    weights = dict.fromkeys(content["weights"], float("nan"))
    path.write_text(json.dumps(content | {"weights": weights}), encoding="utf-8")
    assert_refused(path)
    for field in content:
        path.write_text(json.dumps({one: value for one, value in content.items() if one != field}), encoding="utf-8")
        assert_refused(path)


@pytest.mark.parametrize("name", ARRAYS)
def test_arrays_of_another_version_or_with_nan_are_refused(name: str, tmp_path: Path) -> None:
    kind = next(one.format for one in kinds() if one.name == registry().entry(name).kind)
    schema = import_module(SCHEMAS[registry().entry(name).kind]).SCHEMA
    file = ArrayFile(file_of(name), kind=kind, version=1, schema=schema)
    arrays = {one: file[one] for one in schema if one in file}
    path = tmp_path / "other.model"
    write_arrays(path, kind=kind, version=99, arrays=arrays, meta=file.meta)
    assert_refused(path)
    for changed, values in arrays.items():
        if values.dtype.kind == "f":
            damaged = values.copy()
            damaged.reshape(-1)[0] = float("nan")
            write_arrays(path, kind=kind, version=1, arrays={**arrays, changed: damaged}, meta=file.meta)
            assert_refused(path)
        write_arrays(path, kind=kind, version=1, arrays={**arrays, changed: values[:0]}, meta=file.meta)
        assert_refused(path)
    for field in file.meta:
        meta = {one: value for one, value in file.meta.items() if one != field}
        write_arrays(path, kind=kind, version=1, arrays=arrays, meta=meta)
        assert_refused(path)


@pytest.mark.parametrize("kind", [None, *(one.name for one in kinds())])
def test_what_is_no_model_is_refused(kind: str | None, tmp_path: Path) -> None:
    junk = {
        "empty": b"",
        "text": b"no model\n" * 1000,
        "huge": b"{" * (1 << 20),
        "deep": b'{"format": "perp-model", "a": ' + b"[" * 100_000,
        "list": b"[1]",
        "magic": b"perpend\0" + b"\xff" * 100,
        "unknown": b'{"format": "something else"}',
    }
    for name, content in junk.items():
        (tmp_path / name).write_bytes(content)
        assert_refused(tmp_path / name, kind)
    assert_refused(tmp_path, kind)
    assert_refused(tmp_path / "absent.model", kind)
    assert_refused("no-such-name", kind)


def test_options_are_those_of_the_kind() -> None:
    assert load("perp-sts", symmetric=True).using(symmetric=False) == load("perp-sts")
    with pytest.raises(SettingError, match=r"unknown option .*'colour'; known: phrase_table, symmetric"):
        load("perp-sts", colour=1)
    with pytest.raises(SettingError, match="have no option"):
        load("english", colour=1)
    with pytest.raises(SettingError, match="no model was named"):
        load()
    with pytest.raises(SettingError, match="unknown kind of model 'perq'"):
        load(kind="perq")


def test_a_registry_that_is_wrong_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "models.toml"
    for content in ("[", "kinds = 1", "[kinds.a]\ncolour = 1", '[models.a]\nkind = "b"\nfile = ""\ncard = ""'):
        path.write_text(content, encoding="utf-8")
        with pytest.raises(PerpendError):
            Registry.read(path)
    with pytest.raises(PerpendError, match="cannot be read"):
        Registry.read(tmp_path / "absent.toml")


def test_a_shipped_name_is_the_shipped_model_even_beside_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    shutil.copy(file_of("perp-msrvid"), "perp-sts")
    assert load("perp-sts").identity != load("./perp-sts").identity == load("perp-msrvid").identity
