"""Outside data: the catalog of available resources, and the store of those on this machine."""

__all__: list[str] = []
