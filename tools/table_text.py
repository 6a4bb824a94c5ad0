"""Tables and figures as Markdown."""

from collections.abc import Iterable, Sequence

__all__ = ["correlation", "shown", "table"]


def table(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table with a line of column names."""
    lines = [columns, ["---"] * len(columns), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def shown(value: float) -> str:
    """Three digits, or a whole number with commas from 1,000 on."""
    return f"{value:,.0f}" if value >= 1000 else f"{value:.3g}"


def correlation(value: float) -> str:
    """Four digits behind the point, and none before it."""
    return f"{value:.4f}".replace("0.", ".", 1)
