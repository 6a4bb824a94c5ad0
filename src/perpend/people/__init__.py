"""Full names, and mentions of people across documents."""

__all__: list[str] = []
