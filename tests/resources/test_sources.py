"""Each kind of source, on miniature archives made here; and archives that mean harm."""

import functools
import hashlib
import http.server
import io
import shutil
import stat
import sys
import tarfile
import threading
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from perpend.errors import CorruptResource, ResourceError
from perpend.resources import sources
from perpend.resources.catalog import DebianSource, File, FolderSource, Source, UrlSource, WheelSource
from perpend.resources.sources import fetch

CONTENT = {"colours.txt": b"red\ngreen\n", "shapes.txt": b"round\n" * 1000}
FILES = tuple(File(name, len(data), hashlib.sha256(data).hexdigest()) for name, data in CONTENT.items())
WHEEL = WheelSource("tiny", "1.0", "tiny/data")
DEBIAN = DebianSource(("tiny",), "1.0-1", "usr/share/tiny")
MEMBERS = {f"tiny/data/{name}": data for name, data in CONTENT.items()}
Fetch = Callable[[Source], dict[str, bytes]]


@pytest.fixture
def fetched(tmp_path: Path) -> Fetch:
    """Fetch from a source into a fresh folder; gives what is in it then."""

    def run(source: Source) -> dict[str, bytes]:
        into, scratch = tmp_path / "into", tmp_path / "scratch"
        into.mkdir()
        scratch.mkdir()
        fetch(source, FILES, into, scratch, lambda description, done, total: None)
        return {str(path.relative_to(into)): path.read_bytes() for path in into.rglob("*") if path.is_file()}

    return run


def script(path: Path, lines: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!{sys.executable}\nimport shutil, sys\nfrom pathlib import Path\n{lines}\n", encoding="utf-8")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)


def test_folder(tmp_path: Path, fetched: Fetch) -> None:
    for name, data in CONTENT.items():
        (tmp_path / name).write_bytes(data)
    assert fetched(FolderSource(tmp_path)) == CONTENT


def test_folder_without_the_file(tmp_path: Path, fetched: Fetch) -> None:
    with pytest.raises(ResourceError, match=r"colours\.txt: No such file"):
        fetched(FolderSource(tmp_path))


# URLs


@pytest.fixture
def served(tmp_path: Path) -> Iterator[tuple[Path, str]]:
    """A folder and the loopback address that serves it."""

    class Quiet(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *_: object) -> None:
            pass

    folder = tmp_path / "served"
    folder.mkdir()
    handler = functools.partial(Quiet, directory=str(folder))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}).start()
        yield folder, f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


@pytest.fixture(autouse=True)
def _no_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("no_proxy", "127.0.0.1")


@pytest.mark.parametrize("scheme", ["http", "file"])
def test_url(served: tuple[Path, str], tmp_path: Path, scheme: str) -> None:
    folder, address = served
    for name, data in CONTENT.items():
        (folder / name).write_bytes(data)
    steps: list[tuple[str, int, int]] = []
    source = UrlSource(address if scheme == "http" else folder.as_uri())
    fetch(source, FILES, tmp_path / "into", tmp_path, lambda *step: steps.append(step))
    assert {path.name: path.read_bytes() for path in (tmp_path / "into").iterdir()} == CONTENT
    total = sum(file.size for file in FILES)
    assert steps[-1] == ("shapes.txt", total, total)


def test_http_says_why_not(served: tuple[Path, str], fetched: Fetch) -> None:
    with pytest.raises(ResourceError, match=r"http://127.0.0.1:\d+/colours.txt answers 404"):
        fetched(UrlSource(served[1]))


def test_nobody_at_the_address(tmp_path: Path, fetched: Fetch) -> None:
    with pytest.raises(ResourceError, match="cannot be opened"):
        fetched(UrlSource((tmp_path / "absent").as_uri()))


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (b"red\n", r"has 4 bytes, 10 needed: it is truncated"),
        (b"red\nGREEN\n", r"has sha256 \w{12}…, \w{12}… needed"),
        (b"red\n" * 10_000, r"has more than the 10 bytes needed"),
    ],
)
def test_a_file_that_is_not_the_right_one(served: tuple[Path, str], fetched: Fetch, data: bytes, problem: str) -> None:
    (served[0] / "colours.txt").write_bytes(data)
    with pytest.raises(CorruptResource, match=problem):
        fetched(UrlSource(served[1]))


# Wheels


def make_wheel(folder: Path, members: dict[str, bytes]) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "tiny-1.0-py3-none-any.whl"
    info = {
        "tiny-1.0.dist-info/METADATA": b"Metadata-Version: 2.1\nName: tiny\nVersion: 1.0\nRequires-Dist: absent\n",
        "tiny-1.0.dist-info/WHEEL": b"Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        "tiny-1.0.dist-info/RECORD": b"",
    }
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in {**info, **members}.items():
            archive.writestr(name, data)
    return path


@pytest.fixture
def fake_pip(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[Path], None]:
    """Let `pip download` bring the wheel at a given path."""

    def use(wheel: Path) -> None:
        script(tmp_path / "pip", f"shutil.copy({str(wheel)!r}, '.')")
        monkeypatch.setattr(sources, "_pip", lambda: [str(tmp_path / "pip")])

    return use


def test_wheel_by_the_real_pip(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fetched: Fetch) -> None:
    make_wheel(tmp_path / "index", MEMBERS)
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(tmp_path / "index"))
    try:
        sources._pip()
    except ResourceError as error:
        pytest.skip(str(error))
    assert fetched(WHEEL) == CONTENT


def test_wheel_that_the_index_does_not_have(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fetched: Fetch) -> None:
    script(tmp_path / "pip", "sys.exit('Looking in links\\nERROR: No matching distribution found for tiny==1.0')")
    monkeypatch.setattr(sources, "_pip", lambda: [str(tmp_path / "pip")])
    with pytest.raises(ResourceError, match="pip says: ERROR: No matching distribution found"):
        fetched(WHEEL)


def test_pip_of_another_python_or_uv_where_this_one_has_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sources.importlib.util, "find_spec", lambda name: None)
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    with pytest.raises(ResourceError, match="neither pip nor uv is on this machine: install one of them"):
        sources._pip()
    script(tmp_path / "bin/python3", "sys.exit(1)")
    script(tmp_path / "bin/uv", "")
    assert sources._pip() == [str(tmp_path / "bin/uv"), "tool", "run", "--quiet", "pip"]
    script(tmp_path / "bin/python3", "")
    assert sources._pip() == [str(tmp_path / "bin/python3"), "-m", "pip"]


def test_wheel_members_outside_its_folder_go_nowhere(
    tmp_path: Path, fake_pip: Callable[[Path], None], fetched: Fetch
) -> None:
    hostile = {"../../escape.txt": b"x", "/tmp/escape.txt": b"x", "tiny/data/../../escape.txt": b"x"}
    fake_pip(make_wheel(tmp_path / "made", {**hostile, **MEMBERS}))
    assert fetched(WHEEL) == CONTENT
    assert not list(tmp_path.rglob("escape.txt"))


def test_wheel_without_the_member(tmp_path: Path, fake_pip: Callable[[Path], None], fetched: Fetch) -> None:
    fake_pip(make_wheel(tmp_path / "made", {"tiny/data/colours.txt": CONTENT["colours.txt"]}))
    with pytest.raises(ResourceError, match=r"the wheel has no member tiny/data/shapes\.txt"):
        fetched(WHEEL)


def test_a_zip_bomb_is_read_only_as_far_as_declared(
    tmp_path: Path, fake_pip: Callable[[Path], None], fetched: Fetch
) -> None:
    fake_pip(make_wheel(tmp_path / "made", {**MEMBERS, "tiny/data/colours.txt": bytes(50_000_000)}))
    with pytest.raises(CorruptResource, match=r"colours\.txt has more than the 10 bytes needed"):
        fetched(WHEEL)
    assert (tmp_path / "into/colours.txt").stat().st_size == 0


def test_a_truncated_wheel(tmp_path: Path, fake_pip: Callable[[Path], None], fetched: Fetch) -> None:
    wheel = make_wheel(tmp_path / "made", MEMBERS)
    wheel.write_bytes(wheel.read_bytes()[:-30])
    fake_pip(wheel)
    with pytest.raises(CorruptResource, match=r"tiny-1\.0-py3-none-any\.whl is damaged"):
        fetched(WHEEL)


def test_a_wheel_with_damaged_data(tmp_path: Path, fake_pip: Callable[[Path], None], fetched: Fetch) -> None:
    wheel = make_wheel(tmp_path / "made", MEMBERS)
    data = bytearray(wheel.read_bytes())
    at = data.index(b"tiny/data/shapes.txt") + len("tiny/data/shapes.txt")
    data[at : at + 8] = b"\xff" * 8
    wheel.write_bytes(data)
    fake_pip(wheel)
    with pytest.raises(CorruptResource, match="is damaged"):
        fetched(WHEEL)


# Debian packages


def make_tar(members: dict[str, bytes], links: dict[str, str] | None = None) -> bytes:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w:xz") as archive:
        for name, data in members.items():
            member = tarfile.TarInfo(name)
            member.size = len(data)
            archive.addfile(member, io.BytesIO(data))
        for name, goal in (links or {}).items():
            member = tarfile.TarInfo(name)
            member.type, member.linkname = tarfile.SYMTYPE, goal
            archive.addfile(member)
    return buffer.getvalue()


def make_deb(path: Path, data: bytes) -> None:
    control = make_tar({"./control": b"Package: tiny\nVersion: 1.0-1\nArchitecture: all\n"})
    parts = {"debian-binary": b"2.0\n", "control.tar.xz": control, "data.tar.xz": data}
    packed = b"!<arch>\n"
    for name, part in parts.items():
        header = f"{name:<16}{0:<12}{0:<6}{0:<6}{'100644':<8}{len(part):<10}`\n"
        packed += header.encode() + part + b"\n" * (len(part) % 2)
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(packed)


@pytest.fixture
def archive(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder whose packages `apt-get download` brings; `log` beside it records the calls."""
    dpkg = shutil.which("dpkg-deb")
    if not dpkg:
        pytest.skip("dpkg-deb is not on this machine")
    folder = tmp_path / "archive"
    folder.mkdir()
    log = tmp_path / "log"
    lines = f"""
with open({str(log)!r}, "a") as log:
    print(*[word for word in sys.argv[1:] if "Dir::" not in word], file=log)
found = [path for path in Path({str(folder)!r}).iterdir() if path.suffix == ".deb"]
needs = Path({str(folder)!r}, "needs")
if "download" in sys.argv and needs.exists() and needs.read_text() not in sys.argv:
    sys.exit("W: noise\\nE: Unable to locate package tiny")
if "download" in sys.argv:
    for path in found:
        shutil.copy(path, ".")
"""
    script(tmp_path / "bin/apt-get", lines)
    (tmp_path / "bin/dpkg-deb").symlink_to(dpkg)
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    return folder


def calls(archive: Path) -> list[str]:
    return (archive.parent / "log").read_text(encoding="utf-8").splitlines()


DATA = {f"./usr/share/tiny/{name}": data for name, data in CONTENT.items()}


def test_debian(archive: Path, fetched: Fetch) -> None:
    make_deb(archive / "tiny_1.0-1_all.deb", make_tar(DATA))
    assert fetched(DEBIAN) == CONTENT
    assert calls(archive) == ["--quiet download tiny=1.0-1"]


def test_debian_with_another_version_of_the_same_content(archive: Path, fetched: Fetch) -> None:
    make_deb(archive / "tiny_1.0-2_all.deb", make_tar(DATA))
    (archive / "needs").write_text("tiny")
    assert fetched(DEBIAN) == CONTENT
    assert calls(archive) == ["--quiet download tiny=1.0-1", "--quiet download tiny"]


def test_debian_with_fresh_lists_when_the_machine_has_none(archive: Path, fetched: Fetch) -> None:
    make_deb(archive / "tiny_1.0-1_all.deb", make_tar(DATA))
    (archive / "needs").write_text("APT::Sandbox::User=root")
    assert fetched(DEBIAN) == CONTENT
    private = "-o -o -o APT::Sandbox::User=root --quiet"
    assert calls(archive)[2:] == [f"{private} update", f"{private} download tiny=1.0-1"]


def test_debian_says_why_not(archive: Path, fetched: Fetch) -> None:
    (archive / "needs").write_text("nothing helps")
    with pytest.raises(ResourceError, match="apt-get says: E: Unable to locate package tiny"):
        fetched(DEBIAN)


def test_debian_elsewhere(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, fetched: Fetch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(ResourceError, match="there is no apt-get on this machine"):
        fetched(DEBIAN)


def test_debian_members_outside_their_folder_go_nowhere(archive: Path, fetched: Fetch, tmp_path: Path) -> None:
    hostile = {"../escape.txt": b"x", "/tmp/escape.txt": b"x", "./usr/share/tiny/../escape.txt": b"x"}
    make_deb(archive / "tiny_1.0-1_all.deb", make_tar({**hostile, **DATA}))
    assert fetched(DEBIAN) == CONTENT
    assert not list(tmp_path.rglob("escape.txt"))


def test_debian_member_that_is_a_link_to_a_file_of_this_machine(archive: Path, fetched: Fetch) -> None:
    links = {"./usr/share/tiny/shapes.txt": "/etc/passwd"}
    make_deb(archive / "tiny_1.0-1_all.deb", make_tar({"./usr/share/tiny/colours.txt": CONTENT["colours.txt"]}, links))
    with pytest.raises(ResourceError, match=r"no package holds usr/share/tiny/shapes\.txt"):
        fetched(DEBIAN)


def test_a_package_without_the_member(archive: Path, fetched: Fetch) -> None:
    make_deb(archive / "tiny_1.0-1_all.deb", make_tar({"./usr/share/tiny/colours.txt": CONTENT["colours.txt"]}))
    with pytest.raises(ResourceError, match=r"no package holds usr/share/tiny/shapes\.txt"):
        fetched(DEBIAN)


def test_a_package_with_more_bytes_than_declared(archive: Path, fetched: Fetch) -> None:
    make_deb(archive / "tiny_1.0-1_all.deb", make_tar({"./usr/share/tiny/colours.txt": bytes(20_000_000)}))
    with pytest.raises(CorruptResource, match="has more than the 10 bytes needed"):
        fetched(DEBIAN)


@pytest.mark.parametrize("length", [10, 200, 400])
def test_a_truncated_package(archive: Path, fetched: Fetch, length: int) -> None:
    path = archive / "tiny_1.0-1_all.deb"
    make_deb(path, make_tar(DATA))
    path.write_bytes(path.read_bytes()[:length])
    with pytest.raises(CorruptResource, match="is damaged"):
        fetched(DEBIAN)
