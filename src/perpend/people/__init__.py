"""Full names, mentions of people across documents, records."""

__all__: list[str] = []
