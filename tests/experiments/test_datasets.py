"""The data are read as they are, each subtask knows its source, and what is absent is named."""

from pathlib import Path

import pytest

from experiments.datasets import STS2012_SUBTASKS, read_sts2012
from perpend.errors import FormatError, MissingResource, SettingError


def test_all_sets_are_read_with_their_sources(small_mirror: Path) -> None:
    data = read_sts2012(small_mirror)
    assert list(data.training) == ["MSRpar", "MSRvid", "SMT-eur"]
    assert tuple(test.name for test in data.tests) == STS2012_SUBTASKS
    assert [test.source for test in data.tests] == ["MSRpar", "MSRvid", "SMT-eur", "MSRpar", "SMT-eur"]


def test_a_pair_is_reference_and_hypothesis_and_quotes_are_characters(small_mirror: Path) -> None:
    training = read_sts2012(small_mirror).training["MSRpar"]
    assert training.pairs[3] == ('she said "no" to him', "she told him a story")
    assert training.refs[3] == 'she said "no" to him'
    assert training.hyps[3] == "she told him a story"
    assert training.gold.tolist() == [5.0, 4.2, 3.0, 1.5, 0.8, 0.0]


def test_the_environment_names_the_mirror(small_mirror: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PERPEND_MIRROR", str(small_mirror))
    assert len(read_sts2012().tests) == 5


def test_without_a_mirror_the_message_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PERPEND_MIRROR", raising=False)
    with pytest.raises(MissingResource, match="--mirror or PERPEND_MIRROR"):
        read_sts2012()


def test_a_file_that_is_absent_is_named(small_mirror: Path) -> None:
    (small_mirror / "sts2012" / "test.surprise.OnWN.tsv").unlink()
    with pytest.raises(MissingResource, match=r"has no test\.surprise\.OnWN\.tsv"):
        read_sts2012(small_mirror)


def test_a_mirror_that_is_no_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SettingError, match="not a folder"):
        read_sts2012(tmp_path / "nowhere")


def test_a_gold_figure_that_is_no_number_is_refused_with_its_line(small_mirror: Path) -> None:
    path = small_mirror / "sts2012" / "train.MSRvid.tsv"
    path.write_text("id\tgold\ttext1\ttext2\na\t5\tx\ty\nb\tmuch\tx\ty\n", encoding="utf-8")
    with pytest.raises(FormatError, match=r"train\.MSRvid\.tsv:3: 'much'"):
        read_sts2012(small_mirror)


def test_other_data_have_another_signature(small_mirror: Path) -> None:
    before = read_sts2012(small_mirror).signature
    assert before == read_sts2012(small_mirror).signature
    path = small_mirror / "sts2012" / "test.MSRpar.tsv"
    path.write_text(path.read_text(encoding="utf-8").replace("late", "early"), encoding="utf-8")
    assert read_sts2012(small_mirror).signature != before


def test_the_real_data_have_their_sizes(mirror: Path) -> None:
    data = read_sts2012(mirror)
    assert [len(part.pairs) for part in data.training.values()] == [750, 750, 734]
    assert [len(part.pairs) for part in data.tests] == [750, 750, 459, 750, 399]
