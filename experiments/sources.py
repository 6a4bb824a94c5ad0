"""Where the experiments' data come from: the mirror of data sets, and the figures that papers published.

    data_folder(mirror, "sick", "SICK", ["train.tsv"])     <mirror>/sick, after a check that the files are there
    published("sick-paper")                                the content of data/sick-paper.toml

The mirror is the folder that is given, else the one that PERPEND_MIRROR names.
"""

import tomllib
from collections.abc import Iterable
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

from perpend.errors import MissingResource
from perpend.resources.store import Store

__all__ = ["data_folder", "published"]


def data_folder(mirror: Path | str | None, folder: str, title: str, files: Iterable[str] = ()) -> Path:
    """The subfolder `folder` of `mirror`, called `title` in messages; all of `files` must be in it."""
    found = Store(mirror=mirror).mirror
    if found is None:
        where = f"into the folder {folder} of a mirror" if folder else "into a mirror"
        raise MissingResource(
            f"the data of {title} are not here and no mirror is named: put them {where} and name that with --mirror or "
            "PERPEND_MIRROR"
        )
    absent = [file for file in files if not (found / folder / file).is_file()]
    if absent or not (found / folder).is_dir():
        lacks = f"{found / folder} has no {absent[0]}" if absent else f"{found} has no folder {folder}"
        raise MissingResource(
            f"{lacks}: put the data of {title} there, or name another mirror with --mirror or PERPEND_MIRROR"
        )
    return found / folder


@cache
def published(name: str) -> dict[str, Any]:
    """The tables of data/`name`.toml."""
    path = resources.files("experiments") / "data" / f"{name}.toml"
    return tomllib.loads(path.read_text(encoding="utf-8"))
