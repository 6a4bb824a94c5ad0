"""`perpend resources`: outside resources on this machine, by the library's `Store`.

    perpend resources list                   what there is, and what is here
    perpend resources get wordnet-dict       fetch
    perpend resources path wordnet-dict      where it is, for scripts
    perpend resources verify                 read everything that is here and compare checksums

Several ids are handled one after the other; one that fails is named on stderr, the others are still done, and the exit
code is 2.
"""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from perpend.cli.commands import App
from perpend.cli.options import AsJson
from perpend.cli.output import byte_progress, complain, print_json, print_table, say
from perpend.errors import PerpendError

if TYPE_CHECKING:
    from perpend.resources.store import Holding, Store

__all__ = ["app"]

app = App(
    help="Outside resources: what there is, what is here, fetch, check.",
    example="perpend resources get wordnet-dict",
)

Ids = Annotated[list[str] | None, typer.Argument(metavar="ID", help="Resources, by their id.")]
RequiredIds = Annotated[list[str], typer.Argument(metavar="ID", help="Resources, by their id.")]
Mirror = Annotated[
    Path | None,
    typer.Option(
        "--mirror", metavar="FOLDER", help="Take resources from FOLDER/ID/… instead. [default: PERPEND_MIRROR]"
    ),
]
Home = Annotated[
    Path | None,
    typer.Option(
        "--home", metavar="FOLDER", help="Where resources live. [default: PERPEND_HOME, else your data folder]"
    ),
]


@app.command("list")
def list_(mirror: Mirror = None, home: Home = None, as_json: AsJson = False) -> None:
    """Show every resource with its size, licence, and whether it is here.

    Example:

        perpend resources list --json
    """
    _show(_store(home, mirror).list(), as_json)


@app.command()
def get(
    ids: Ids = None,
    mirror: Mirror = None,
    home: Home = None,
    force: Annotated[bool, typer.Option("--force", help="Fetch again what is already here.")] = False,
    as_json: AsJson = False,
) -> None:
    """Fetch resources; without an id, show which there are.

    Examples:

        perpend resources get wordnet-dict

        perpend resources get --mirror /media/stick wordnet-dict
    """
    store = _store(home, mirror)
    if not ids:
        _show(store.list(), as_json)
        return
    with byte_progress() as progress:
        _each(ids, lambda name: store.get(name, progress, force), as_json)


@app.command()
def path(ids: RequiredIds, mirror: Mirror = None, home: Home = None, as_json: AsJson = False) -> None:
    """Print where resources are: a file, or a folder when a resource has several files.

    Example:

        ls "$(perpend resources path wordnet-dict)"
    """
    _each(ids, _store(home, mirror).path, as_json)


@app.command()
def verify(ids: Ids = None, mirror: Mirror = None, home: Home = None, as_json: AsJson = False) -> None:
    """Read resources as a whole and compare checksums; without an id, all that are here.

    Examples:

        perpend resources verify

        perpend resources verify wordnet-dict
    """
    store = _store(home, mirror)
    from perpend.resources.store import Status

    here = [holding.resource.id for holding in store.list() if holding.status != Status.ABSENT]
    with byte_progress() as progress:
        _each(ids or here, lambda name: store.verify(name, progress), as_json)


def _store(home: Path | None, mirror: Path | None) -> "Store":
    from perpend.resources.store import Store

    return Store(home, mirror)


def _each(names: Sequence[str], action: Callable[[str], Path], as_json: bool) -> None:
    """Do `action` for every name and print the paths; problems go to stderr, one line each, and the exit code is 2."""
    rows: list[dict[str, Any]] = []
    for name in names:
        try:
            rows.append({"id": name, "path": str(action(name)), "error": None})
        except PerpendError as error:
            rows.append({"id": name, "path": None, "error": str(error)})
    if as_json:
        print_json(rows)
    for row in rows:
        if row["error"]:
            complain(f"perpend: {row['error']}")
        elif not as_json:
            say(row["path"])
    if any(row["error"] for row in rows):
        raise typer.Exit(2)


def _show(holdings: Sequence["Holding"], as_json: bool) -> None:
    if as_json:
        print_json([_described(holding) for holding in holdings])
        return
    from rich.filesize import decimal

    rows = [(h.resource.id, h.resource.version, decimal(h.resource.size), h.status, h.resource.title) for h in holdings]
    print_table(["id", "version", "size", "here", "what it is"], rows)


def _described(holding: "Holding") -> dict[str, Any]:
    resource = holding.resource
    return {
        "id": resource.id,
        "title": resource.title,
        "version": resource.version,
        "licence": resource.licence,
        "citation": resource.citation,
        "size": resource.size,
        "sources": [str(source) for source in resource.sources],
        "status": str(holding.status),
        "path": str(holding.path) if holding.path else None,
    }
