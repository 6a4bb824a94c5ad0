"""One command that writes a file, in a folder of its own: what it wrote, and whether that is whole.

writing = Writing(("phrases build", "--output"), tmp_path)
writing.reset(old=True)                              an older file is there
ended = writing.run(signal=SIGKILL, moment="rename")
writing.problem(old=True)                            "" if the file is the older one or the new one, and whole
"""

import shutil
from pathlib import Path

from tests.fuzzing.forks import Ended, forks_of_tests
from tests.fuzzing.writers import WRITERS, targets

__all__ = ["Writing"]

_OLD = b"an older file"


class Writing:
    """A command with its inputs in `folder`; it is run once, and what it wrote is the right content from then on.

    `home` is the folder that it writes to, by default one below `folder`.
    """

    def __init__(self, key: tuple[str, str], folder: Path, home: Path | None = None) -> None:
        self.key, self.home = key, home or folder / "out"
        self.target = self.home / "target"
        self._inputs = folder / "in"
        self._words = WRITERS[key](self._inputs)
        self.forks = forks_of_tests()
        self.home.mkdir(exist_ok=True)
        first = self.forks.warm(self.words())
        self.expected = {path.name: path.read_bytes() for path in targets(key[1], self.target)}
        if first.code or not self.expected:
            raise RuntimeError(f"{' '.join(key)} ended with {first.code} and wrote {list(self.expected)}")
        self.seconds = self.run().seconds

    def words(self, *, again: bool = False) -> list[str]:
        """The command line; with `again`, the one that goes on after a run that was killed."""
        resume = ["--resume"] if again and self.key[0] == "phrases extract" and self._work().exists() else []
        return [*(str(self.target) if word == "{}" else word for word in self._words), *resume]

    def run(self, *, again: bool = False, signal: int = 0, moment: float | str = 0.0, room: int = -1) -> Ended:
        """Run the command."""
        return self.forks.run(self.words(again=again), signal=signal, moment=moment, room=room)

    def reset(self, *, old: bool) -> None:
        """Remove all that was written; with `old`, put an older file in its place."""
        for one in self.home.iterdir():
            shutil.rmtree(one) if one.is_dir() else one.unlink()
        shutil.rmtree(self._work(), ignore_errors=True)
        if old:
            for name in self.expected:
                (self.home / name).write_bytes(_OLD)

    def problem(self, *, old: bool, new: bool = True) -> str:
        """What is wrong with the written files: each must be absent (or the old one), or (with `new`) the new one."""
        for name, content in self.expected.items():
            path = self.home / name
            if not path.exists():
                if old:
                    return f"{name}, which was there before, is gone"
            elif path.read_bytes() not in ([_OLD] if old else []) + ([content] if new else []):
                return f"{name} is neither the older file nor the whole new one: {path.read_bytes()[:60]!r}"
        return ""

    def parts(self) -> list[str]:
        """The unfinished files in all folders of the command."""
        return [str(path) for folder in (self.home, self._inputs) for path in folder.rglob("*.part")]

    def is_done(self) -> bool:
        """Whether the new files are there, and whole."""
        return all(
            (self.home / name).is_file() and (self.home / name).read_bytes() == content
            for name, content in self.expected.items()
        )

    def is_named(self, message: str) -> bool:
        """Whether a message names the file, or the folder of steps where the command found no room before it."""
        return str(self.target) in message or str(self._work()) in message

    def _work(self) -> Path:
        """The folder of steps of `phrases extract`."""
        output = self._words[self._words.index("-o") + 1] if "-o" in self._words else "{}"
        return Path(f"{self.target if output == '{}' else output}.work")
