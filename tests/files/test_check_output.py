"""Before long work: the folder of its result must be there, and the result may not replace an input."""

from pathlib import Path

import pytest

from perpend.errors import InputError
from perpend.files.writing import check_output


def test_a_new_file_beside_its_inputs_is_fine(tmp_path: Path) -> None:
    (tmp_path / "words.txt").write_text("a\n", encoding="utf-8")
    check_output(tmp_path / "pairs.tsv", tmp_path / "words.txt", tmp_path / "absent.txt")


def test_a_missing_folder_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="there is no folder"):
        check_output(tmp_path / "none" / "pairs.tsv")


def test_an_input_is_not_replaced_whatever_it_is_called(tmp_path: Path) -> None:
    (tmp_path / "words.txt").write_text("a\n", encoding="utf-8")
    (tmp_path / "link.txt").symlink_to(tmp_path / "words.txt")
    for output in ("words.txt", "link.txt"):
        with pytest.raises(InputError, match="is an input, which the result would replace"):
            check_output(tmp_path / output, tmp_path / "other.txt", tmp_path / "words.txt")
