"""A string -> tokens, and what is known of each token."""

__all__: list[str] = []
