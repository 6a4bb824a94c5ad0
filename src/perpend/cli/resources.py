"""`perpend resources`: outside resources on this machine, by the library's `Store`.

    perpend resources list                   what there is, and what is here
    perpend resources get wordnet-dict       fetch
    perpend resources path wordnet-dict      where it is, for scripts
    perpend resources verify                 read everything that is here and compare checksums

Several ids are handled one after the other; one that fails is named on stderr, the others are still done, and the exit
code is 2.
"""

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.filesize import decimal

from perpend.cli.output import byte_progress, print_json, print_table, visible
from perpend.errors import PerpendError
from perpend.resources.store import Holding, Status, Store

__all__ = ["app"]

app = typer.Typer(
    help="Outside resources: what there is, what is here, fetch, check.",
    epilog="Example: `perpend resources get wordnet-dict`",
    no_args_is_help=True,
    rich_markup_mode="markdown",
)

Ids = Annotated[list[str] | None, typer.Argument(metavar="ID", help="Resources, by their id.")]
RequiredIds = Annotated[list[str], typer.Argument(metavar="ID", help="Resources, by their id.")]
Mirror = Annotated[
    Path | None,
    typer.Option("--mirror", metavar="DIR", help="Take resources from DIR/ID/… instead. Default: PERPEND_MIRROR."),
]
Home = Annotated[
    Path | None,
    typer.Option("--home", metavar="DIR", help="Where resources live. Default: PERPEND_HOME, else your data folder."),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]


@app.command("list", epilog="Example: `perpend resources list --json`")
def list_(mirror: Mirror = None, home: Home = None, json: AsJson = False) -> None:
    """Show every resource with its size, licence, and whether it is here."""
    _show(Store(home, mirror).list(), json)


@app.command(epilog="Examples: `perpend resources get wordnet-dict` · `perpend resources get --mirror /media/stick ID`")
def get(
    ids: Ids = None,
    mirror: Mirror = None,
    home: Home = None,
    force: Annotated[bool, typer.Option("--force", help="Fetch again what is already here.")] = False,
    json: AsJson = False,
) -> None:
    """Fetch resources; without an id, show which there are."""
    store = Store(home, mirror)
    if not ids:
        _show(store.list(), json)
        return
    with byte_progress() as progress:
        _each(ids, lambda name: store.get(name, progress, force), json)


@app.command(epilog='Example: `ls "$(perpend resources path wordnet-dict)"`')
def path(ids: RequiredIds, mirror: Mirror = None, home: Home = None, json: AsJson = False) -> None:
    """Print where resources are: a file, or a folder when a resource has several files."""
    _each(ids, Store(home, mirror).path, json)


@app.command(epilog="Examples: `perpend resources verify` · `perpend resources verify wordnet-dict`")
def verify(ids: Ids = None, mirror: Mirror = None, home: Home = None, json: AsJson = False) -> None:
    """Read resources as a whole and compare checksums; without an id, all that are here."""
    store = Store(home, mirror)
    here = [holding.resource.id for holding in store.list() if holding.status != Status.ABSENT]
    with byte_progress() as progress:
        _each(ids or here, lambda name: store.verify(name, progress), json)


def _each(names: Sequence[str], action: Callable[[str], Path], json: bool) -> None:
    """Do `action` for every name and print the paths; problems go to stderr, one line each, and the exit code is 2."""
    rows: list[dict[str, Any]] = []
    for name in names:
        try:
            rows.append({"id": name, "path": str(action(name)), "error": None})
        except PerpendError as error:
            rows.append({"id": name, "path": None, "error": str(error)})
    if json:
        print_json(rows)
    for row in rows:
        if row["error"]:
            print(f"perpend: {visible(row['error'])}", file=sys.stderr)
        elif not json:
            print(row["path"])
    if any(row["error"] for row in rows):
        raise typer.Exit(2)


def _show(holdings: Sequence[Holding], json: bool) -> None:
    if json:
        print_json([_described(holding) for holding in holdings])
        return
    rows = [(h.resource.id, h.resource.version, decimal(h.resource.size), h.status, h.resource.title) for h in holdings]
    print_table(["id", "version", "size", "here", "what it is"], rows)


def _described(holding: Holding) -> dict[str, Any]:
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
