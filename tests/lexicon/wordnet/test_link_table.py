from math import log
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perpend.errors import FormatError
from perpend.lexicon.wordnet.link_table import LinkTable

LINKS = st.lists(st.tuples(st.sampled_from("abcd"), st.sampled_from("abcdefgh")), min_size=1, max_size=30)


@given(LINKS)
def test_the_measure_has_no_direction_and_lies_between_0_and_1(links: list[tuple[str, str]]) -> None:
    table = LinkTable(links)
    for one in "abcd":
        for two in "abcd":
            found = table.relatedness(one, two)
            assert found == table.relatedness(two, one)
            assert found is None or 0 <= found <= 1
        assert table.relatedness(one, one) in (None, 1.0)


def test_a_small_graph_by_hand() -> None:
    links = [("cat", x) for x in "pqrs"] + [("dog", x) for x in "rstu"] + [("car", x) for x in "vw"]
    table = LinkTable(links)
    assert len(table) == 3 + len("pqrstuvw")
    assert table.relatedness("cat", "dog") == pytest.approx(1 - (log(4) - log(2)) / (log(11) - log(4)))
    assert table.relatedness("cat", "car") == 0.0


def test_titles_are_compared_without_case_and_underscores(tmp_path: Path) -> None:
    (tmp_path / "links.tsv").write_text("New_York\tcity\nnew york\tUSA\n", encoding="utf-8")
    table = LinkTable.read(tmp_path / "links.tsv")
    assert table.relatedness("new york", "NEW_YORK") == 1.0


def test_a_line_without_two_columns_is_named(tmp_path: Path) -> None:
    (tmp_path / "links.tsv").write_text("cat\tpet\ncat\n", encoding="utf-8")
    with pytest.raises(FormatError, match=":2"):
        LinkTable.read(tmp_path / "links.tsv")
