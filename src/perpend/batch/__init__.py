"""Files of any size: each row scored, none lost, and a bounded part of it in memory."""

__all__: list[str] = []
