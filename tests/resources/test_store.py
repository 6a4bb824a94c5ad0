"""The store: what is here, what is not, what is damaged; and that nothing is ever half here."""

import errno
import hashlib
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from perpend.errors import CorruptResource, MissingResource, ResourceError, SettingError
from perpend.resources import store as store_module
from perpend.resources.catalog import Catalog, File, Resource, UrlSource
from perpend.resources.store import Status, Store, resource_path

CONTENT = {"colours.txt": b"red\ngreen\n", "more/shapes.txt": b"round\n" * 1000}


def described(name: str, content: dict[str, bytes], *bases: str) -> Resource:
    files = tuple(File(file, len(data), hashlib.sha256(data).hexdigest()) for file, data in content.items())
    sources = tuple(UrlSource(base) for base in bases)
    return Resource(name, f"the {name}", "1.0", "none", "nobody", f"sets/{name}", files, sources)


def fill(folder: Path, content: dict[str, bytes]) -> Path:
    for name, data in content.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)
    return folder


@pytest.fixture(autouse=True)
def _no_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PERPEND_HOME", raising=False)
    monkeypatch.delenv("PERPEND_MIRROR", raising=False)


@pytest.fixture
def origin(tmp_path: Path) -> Path:
    return fill(tmp_path / "origin", CONTENT)


@pytest.fixture
def catalog(origin: Path) -> Catalog:
    single = {"colours.txt": CONTENT["colours.txt"]}
    resources = [described("many", CONTENT, origin.as_uri()), described("one", single, origin.as_uri())]
    resources.append(described("orphan", single))
    return {resource.id: resource for resource in resources}


@pytest.fixture
def store(tmp_path: Path, catalog: Catalog) -> Store:
    return Store(tmp_path / "home", catalog=catalog)


def visible(store: Store) -> list[str]:
    """Everything under home but the locks."""
    return sorted(str(p.relative_to(store.home)) for p in store.home.rglob("*") if p.is_file() and p.name != ".lock")


MANY = ["many/1.0/colours.txt", "many/1.0/more/shapes.txt"]


def test_get_then_path(store: Store) -> None:
    assert store.get("many") == store.path("many") == store.home / "many/1.0"
    assert store.get("one") == store.path("one") == store.home / "one/1.0/colours.txt"
    assert visible(store) == [*MANY, "one/1.0/colours.txt"]
    assert store.verify("many") == store.path("many")
    assert not list(store.home.rglob(".*.part"))


def test_get_fetches_once(store: Store, origin: Path) -> None:
    store.get("many")
    (origin / "colours.txt").unlink()
    assert store.get("many") == store.path("many")
    with pytest.raises(ResourceError):
        store.get("many", force=True)
    store.verify("many")


def test_force_mends_what_verify_finds(store: Store) -> None:
    store.get("many")
    (store.path("many") / "colours.txt").write_bytes(b"red\ngrey!\n")
    assert store.status("many") == Status.PRESENT
    with pytest.raises(CorruptResource, match=r"colours\.txt has sha256 .* run `perpend resources get --force many`"):
        store.verify("many")
    store.get("many", force=True)
    store.verify("many")


def test_truncated(store: Store) -> None:
    store.get("many")
    os.truncate(store.path("many") / "colours.txt", 4)
    assert store.status("many") == Status.CORRUPT
    for ask in (store.path, store.verify):
        with pytest.raises(CorruptResource, match=r"colours\.txt has 4 bytes, 10 needed: run `perpend resources get"):
            ask("many")
    store.get("many")
    assert store.status("many") == Status.PRESENT


def test_a_file_missing_from_a_folder(store: Store) -> None:
    store.get("many")
    (store.path("many") / "more/shapes.txt").unlink()
    assert store.status("many") == Status.CORRUPT
    with pytest.raises(CorruptResource, match=r"more/shapes\.txt: No such file"):
        store.path("many")


def test_a_folder_where_a_file_should_be(store: Store) -> None:
    store.get("one")
    path = store.path("one")
    path.unlink()
    path.mkdir()
    for ask in (store.path, store.verify):
        with pytest.raises(CorruptResource, match=r"colours\.txt"):
            ask("one")


def test_a_file_that_cannot_be_read(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    store.get("one")

    def refuse(path: Path, mode: str) -> None:
        raise PermissionError(errno.EACCES, "Permission denied", str(path))

    monkeypatch.setattr(Path, "open", refuse)
    with pytest.raises(CorruptResource, match="Permission denied"):
        store.verify("one")


def test_missing(store: Store) -> None:
    assert store.status("many") == Status.ABSENT
    for ask in (store.path, store.verify):
        with pytest.raises(MissingResource, match=r"^many is not on this machine: run `perpend resources get many`$"):
            ask("many")


def test_unknown(store: Store) -> None:
    for ask in (store.path, store.get, store.verify, store.status):
        with pytest.raises(SettingError, match="unknown resource 'mani'; known: many, one, orphan"):
            ask("mani")


def test_list(store: Store) -> None:
    store.get("one")
    listed = [(holding.resource.id, holding.status, holding.path) for holding in store.list()]
    assert listed == [
        ("many", Status.ABSENT, None),
        ("one", Status.PRESENT, store.path("one")),
        ("orphan", Status.ABSENT, None),
    ]


def test_the_next_source_when_one_fails(tmp_path: Path, origin: Path) -> None:
    wrong = fill(tmp_path / "wrong", {**CONTENT, "colours.txt": b"red\nGREEN\n"})
    resource = described("many", CONTENT, (tmp_path / "absent").as_uri(), wrong.as_uri(), origin.as_uri())
    store = Store(tmp_path / "home", catalog={"many": resource})
    store.get("many")
    store.verify("many")
    assert visible(store) == MANY


def test_every_source_fails_with_its_reason_on_one_line(tmp_path: Path, catalog: Catalog) -> None:
    wrong = fill(tmp_path / "wrong", {**CONTENT, "colours.txt": b"red\nGREEN\n"})
    resource = described("many", CONTENT, (tmp_path / "absent").as_uri(), wrong.as_uri())
    store = Store(tmp_path / "home", catalog={"many": resource})
    with pytest.raises(ResourceError) as caught:
        store.get("many")
    message = str(caught.value)
    assert message.startswith("many could not be fetched: file://")
    assert "cannot be opened" in message
    assert "has sha256" in message
    assert "--mirror" in message
    assert "\n" not in message
    assert visible(store) == []


def test_no_source(store: Store) -> None:
    with pytest.raises(ResourceError, match="the catalog names no source: name a folder that has sets/orphan/colours"):
        store.get("orphan")
    with pytest.raises(MissingResource, match="orphan is not on this machine: name a folder"):
        store.path("orphan")


# Mirrors


def test_a_mirror_is_read_in_place(tmp_path: Path, catalog: Catalog) -> None:
    fill(tmp_path / "mirror/sets/many", CONTENT)
    store = Store(tmp_path / "home", tmp_path / "mirror", catalog=catalog)
    assert store.status("many") == Status.MIRROR
    assert store.path("many") == store.verify("many") == tmp_path / "mirror/sets/many"
    assert not store.home.exists()


def test_get_brings_home_what_the_mirror_has(tmp_path: Path, catalog: Catalog) -> None:
    fill(tmp_path / "mirror/sets/orphan", {"colours.txt": CONTENT["colours.txt"]})
    path = Store(tmp_path / "home", tmp_path / "mirror", catalog=catalog).get("orphan")
    assert path == Store(tmp_path / "home", catalog=catalog).path("orphan")


def test_a_mirror_that_lacks_it_leaves_the_other_sources(tmp_path: Path, catalog: Catalog) -> None:
    (tmp_path / "mirror").mkdir()
    store = Store(tmp_path / "home", tmp_path / "mirror", catalog=catalog)
    store.get("many")
    assert store.status("many") == Status.PRESENT


def test_a_damaged_mirror_is_named(tmp_path: Path, catalog: Catalog) -> None:
    fill(tmp_path / "mirror/sets/many", {**CONTENT, "colours.txt": b"red"})
    with pytest.raises(CorruptResource, match="has 3 bytes, 10 needed: repair the mirror"):
        Store(tmp_path / "home", tmp_path / "mirror", catalog=catalog).path("many")


def test_a_mirror_that_is_no_folder(tmp_path: Path) -> None:
    with pytest.raises(SettingError, match="is not a folder: check --mirror or PERPEND_MIRROR"):
        Store(tmp_path, tmp_path / "absent")


def test_the_environment_names_home_and_mirror(
    tmp_path: Path, catalog: Catalog, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store_module, "shipped_catalog", lambda: catalog)
    monkeypatch.setenv("PERPEND_HOME", str(tmp_path / "home"))
    with pytest.raises(MissingResource):
        resource_path("many")
    monkeypatch.setenv("PERPEND_MIRROR", str(tmp_path / "mirror"))
    fill(tmp_path / "mirror/sets/many", CONTENT)
    assert resource_path("many") == tmp_path / "mirror/sets/many"
    monkeypatch.delenv("PERPEND_MIRROR")
    Store().get("many")
    assert resource_path("many") == tmp_path / "home/many/1.0"


# Nothing half-written


@pytest.mark.parametrize("trouble", [KeyboardInterrupt(), MemoryError()])
def test_broken_off_in_the_middle(store: Store, trouble: BaseException) -> None:
    def break_off(description: str, done: int, total: int) -> None:
        if done:
            raise trouble

    with pytest.raises(type(trouble)):
        store.get("many", break_off)
    assert visible(store) == []
    assert store.status("many") == Status.ABSENT


def test_broken_off_while_replacing_keeps_the_old_copy(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    store.get("many")
    rename = Path.rename

    def fail_on_new_files(path: Path, target: Path) -> Path:
        if path.name == "files":
            raise KeyboardInterrupt
        return rename(path, target)

    monkeypatch.setattr(Path, "rename", fail_on_new_files)
    with pytest.raises(KeyboardInterrupt):
        store.get("many", force=True)
    store.verify("many")
    assert visible(store) == MANY


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EROFS])
def test_a_disk_that_takes_no_more(store: Store, monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    def refuse(descriptor: int) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(os, "fsync", refuse)
    with pytest.raises(ResourceError, match=f"^cannot write to .*: {os.strerror(number)}: make room there or name"):
        store.get("many")
    assert visible(store) == []


def test_a_home_that_cannot_be_written_to(tmp_path: Path, catalog: Catalog) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(ResourceError, match=r"cannot write to .*file/home: Not a directory: .* PERPEND_HOME"):
        Store(tmp_path / "file" / "home", catalog=catalog).get("many")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_read_only_home(tmp_path: Path, catalog: Catalog) -> None:
    (tmp_path / "home").mkdir(mode=0o555)
    with pytest.raises(ResourceError, match=r"cannot write to .*home: Permission denied"):
        Store(tmp_path / "home", catalog=catalog).get("many")


KILLED = """
import os, signal, sys
from pathlib import Path
from perpend.resources.catalog import read_catalog
from perpend.resources.store import Store

def kill(description, done, total):
    if done:
        os.kill(os.getpid(), signal.SIGKILL)

Store(sys.argv[1], catalog=read_catalog(Path(sys.argv[2]))).get("many", kill)
"""


def test_killed_in_the_middle(store: Store, tmp_path: Path, origin: Path) -> None:
    files = store.catalog["many"].files
    lines = [f'"{file.name}" = {{ size = {file.size}, sha256 = "{file.sha256}" }}' for file in files]
    head = '[many]\ntitle = "t"\nversion = "1.0"\nlicence = "l"\ncitation = "c"\n'
    source = f'[[many.sources]]\nkind = "url"\nbase = "{origin.as_uri()}"\n[many.files]\n'
    (tmp_path / "catalog.toml").write_text(head + source + "\n".join(lines), encoding="utf-8")
    ended = subprocess.run([sys.executable, "-c", KILLED, store.home, tmp_path / "catalog.toml"], check=False)
    assert ended.returncode == -signal.SIGKILL
    assert store.status("many") == Status.ABSENT
    assert visible(store) == ["many/.1.0.part/files/colours.txt"]
    store.get("many")
    assert visible(store) == MANY


def test_two_at_a_time_fetch_once(store: Store) -> None:
    waiting = threading.Event()
    started = threading.Event()
    fetched: list[str] = []

    def first(description: str, done: int, total: int) -> None:
        started.set()
        assert waiting.wait(30)
        fetched.append("first")

    def second(description: str, done: int, total: int) -> None:
        if description == "many: waiting for another process":
            waiting.set()
        else:
            fetched.append("second")

    one = threading.Thread(target=store.get, args=("many", first))
    one.start()
    assert started.wait(30)
    two = threading.Thread(target=store.get, args=("many", second))
    two.start()
    for thread in (one, two):
        thread.join(30)
    assert set(fetched) == {"first"}
    store.verify("many")
    assert visible(store) == MANY
