"""Reads files of candidates: one for each system, all for the same segments.

    online.txt      one candidate per line; an empty line is an empty candidate
    phrases.nbest   0 ||| the cat sat ||| ... ||| -3.2    several per segment, as Moses writes them: the segment's
                    0 ||| a cat sat ||| ... ||| -3.9      number from 0, the text, and optional further fields;
                    1 ||| he ran                          the best of a segment first

A file is an n-best list if its lines begin with a number and three bars; all lines or none must. A system's name is the
name of its file without folder and suffix. Plain files must have the same number of lines; in an n-best list a segment
may be missing, and then the system abstains.
"""

import re
from collections.abc import Sequence
from pathlib import Path

from perpend.errors import FormatError, InputError
from perpend.files.lines import read_lines

__all__ = ["read_candidates", "system_names"]

_RANKED = re.compile(r"\s*([0-9]{1,9}) \|\|\| ?(.*?)(?: ?\|\|\|.*)?", re.DOTALL)


def system_names(paths: Sequence[Path]) -> tuple[str, ...]:
    """Returns the stem of each file name, or the whole paths if two stems are equal.

    >>> system_names([Path("a/online.en"), Path("a/rules.en")])
    ('online', 'rules')
    """
    stems = [path.stem for path in paths]
    names = stems if len(set(stems)) == len(stems) else [str(path) for path in paths]
    if len(set(names)) < len(names):
        twice = next(name for name in names if names.count(name) > 1)
        raise InputError(f"{twice} is given twice: a system has one file")
    return tuple(names)


def read_candidates(paths: Sequence[Path]) -> list[list[list[str]]]:
    """Returns for each segment and each system, in the order of `paths`, its candidates with the best first."""
    systems = [_read(path) for path in paths]
    counts = {len(found) for found, ranked in systems if not ranked}
    if len(counts) > 1:
        shown = ", ".join(f"{path} {len(found)}" for path, (found, _) in zip(paths, systems, strict=True))
        raise InputError(f"the files have different numbers of lines: {shown}: one line for each segment is needed")
    total = max(counts) if counts else max((len(found) for found, _ in systems), default=0)
    for path, (found, _) in zip(paths, systems, strict=True):
        if len(found) > total:
            raise InputError(
                f"{path} has candidates for segment {len(found) - 1}, but there are only {total}, from 0 on"
            )
        found += [[] for _ in range(total - len(found))]
    return [list(row) for row in zip(*(found for found, _ in systems), strict=True)]


def _read(path: Path) -> tuple[list[list[str]], bool]:
    """Returns the candidates of each segment, and whether the file is an n-best list."""
    lines = list(read_lines(path, whole=True))
    matches = [_RANKED.fullmatch(line) for line in lines]
    if any(matches) and not all(matches):
        number = matches.index(None) + 1
        raise FormatError(path, number, "not of the form `0 ||| text ||| ...`, as other lines are: all or none must be")
    if not any(matches):
        return [[line] for line in lines], False
    found: list[list[str]] = []
    for number, match in enumerate(matches, 1):
        assert match is not None
        segment = int(match[1])
        if segment > len(found) + _MOST_ABSENT:
            raise FormatError(path, number, f"segment {segment} follows {len(found) - 1}: numbers count up from 0")
        found += [[] for _ in range(segment + 1 - len(found))]
        found[segment].append(match[2])
    return found, True


_MOST_ABSENT = 100_000
