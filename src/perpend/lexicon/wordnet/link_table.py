"""Relatedness of two Wikipedia articles by their links (Milne and Witten 2008), from a table that the user supplies.

    a line of the table:    article <TAB> article that links to it, as numbers or titles

    relatedness(a, b) = 1 - (log max(|A|, |B|) - log |A and B|) / (log N - log min(|A|, |B|))        at least 0

A and B are the sets of articles that link to a and to b, N is the number of all articles. Titles are compared in lower
case with blanks for underscores. Perpend contains no dump of Wikipedia; any such table in TSV works, compressed or not.
"""

from collections.abc import Iterable
from math import log
from pathlib import Path

from perpend.errors import FormatError
from perpend.files.tables import open_table

__all__ = ["LinkTable"]


def _title(text: str) -> str:
    return " ".join(text.replace("_", " ").lower().split())


class LinkTable:
    """The `links` of articles: pairs of an article and an article that links to it.

    >>> table = LinkTable([("cat", "pet"), ("dog", "pet"), ("cat", "fur"), ("dog", "walk"), ("sun", "star")])
    >>> round(table.relatedness("cat", "dog"), 3), table.relatedness("cat", "sun"), table.relatedness("cat", "moon")
    (0.447, 0.0, None)
    """

    def __init__(self, links: Iterable[tuple[str, str]]) -> None:
        self._linking: dict[str, set[int]] = {}
        numbers: dict[str, int] = {}
        for article, source in links:
            known = _title(article), _title(source)
            for title in known:
                numbers.setdefault(title, len(numbers))
            self._linking.setdefault(known[0], set()).add(numbers[known[1]])
        self._articles = len(numbers)

    @classmethod
    def read(cls, path: Path | str) -> "LinkTable":
        """Reads the table of two columns at `path`."""
        return cls(_rows(Path(path)))

    def __len__(self) -> int:
        return self._articles

    def signature(self) -> str:
        """Returns the number of articles, as "links:N"."""
        return f"links:{self._articles}"

    def relatedness(self, title1: str, title2: str) -> float | None:
        """Returns the relatedness of `title1` and `title2`, 0 to 1; None if nothing links to one of them."""
        one, other = (self._linking.get(_title(title)) for title in (title1, title2))
        if one is None or other is None:
            return None
        if one == other:
            return 1.0
        common, sizes = len(one & other), sorted((len(one), len(other)))
        if not common:
            return 0.0
        return max(0.0, 1 - (log(sizes[1]) - log(common)) / (log(self._articles) - log(sizes[0])))


def _rows(path: Path) -> Iterable[tuple[str, str]]:
    with open_table(path, columns=None, header=False) as table:
        for row in table:
            if row.problem or len(row.fields) != 2 or not all(map(str.strip, row.fields)):
                problem = row.problem or f"{len(row.fields)} columns"
                raise FormatError(path, row.number, f"{problem}: an article and one that links to it are needed")
            yield row.fields[0], row.fields[1]
