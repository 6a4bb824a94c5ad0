"""Files of any size: each row answered, none lost, and a bounded part of it in memory."""

__all__: list[str] = []
