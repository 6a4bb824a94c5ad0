"""How good is it? Data sets with human judgments, measures of agreement, and published tables made again."""

__all__: list[str] = []
