"""Outside data: the catalog of what there is, and the store of what is on this machine."""

__all__: list[str] = []
