"""Segments of a hypothesis file and of its references -> statistics that add up -> a score with a signature."""

__all__: list[str] = []
