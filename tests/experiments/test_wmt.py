"""Translations of WMT are read as they are, and what is wrong with a file is told in one line."""

from pathlib import Path

import pytest

from experiments.wmt import read_mqm, read_rankings, read_wmt
from perpend.errors import FormatError, MissingResource, PerpendError


def test_rankings_are_places_of_systems_and_segments(small_wmt: Path) -> None:
    found = read_rankings(small_wmt)
    texts = found.translations
    assert texts.systems == ("fair", "good", "poor")
    # The second segment was judged by nobody.
    assert texts.refs == ("the cat sat on the mat", "all is well that ends well", "rain fell all day long")
    assert texts.hyps[2] == ("cat mat", "", "day of long rain")
    rows = zip(found.segments.tolist(), found.first.tolist(), found.second.tolist(), found.orders.tolist(), strict=True)
    # Without the system that has no translations, and without the row that is there twice.
    assert list(rows) == [(0, 1, 0, 1), (0, 1, 0, -1), (0, 2, 0, -1), (1, 1, 0, 0), (1, 0, 1, 1), (2, 1, 2, 1)]


def test_mqm_is_a_table_of_systems_and_segments(small_wmt: Path) -> None:
    found = read_mqm("wmt21", small_wmt)
    assert found.translations.systems == ("fair", "good", "poor")
    assert len(found.translations.refs) == 4
    assert found.scores.tolist() == [[-1, -1, -1, -2], [0, 0, -1, -1], [-5, -6, -25, -5.1]]


def test_the_signature_follows_texts_and_judgments(small_wmt: Path) -> None:
    before = read_wmt(small_wmt).signature
    assert before == read_wmt(small_wmt).signature
    for file, old, new in (
        ("wmt21/zh-en/sys/poor.en", "cat mat", "cat rug"),
        ("human/wmt22.zh-en.mqm-200seg.tsv", "poor\t4\t-5.1", "poor\t4\t-5.2"),
        ("human/wmt13.fr-en.pairwise.tsv", "poor\tfair\t>", "poor\tfair\t="),
    ):
        path = small_wmt / "wmt" / file
        text = path.read_text(encoding="utf-8")
        path.write_text(text.replace(old, new), encoding="utf-8")
        assert read_wmt(small_wmt).signature != before
        path.write_text(text, encoding="utf-8")


RANKINGS, MQM = "human/wmt13.fr-en.pairwise.tsv", "human/wmt21.zh-en.mqm.tsv"


@pytest.mark.parametrize(
    ("file", "old", "new", "message"),
    [
        (RANKINGS, "part\tseg", "seg", ":2: 6 columns, 5 needed as in line 1"),
        (RANKINGS, "part\tseg", "part\tline", ":1: columns part, seg, judge"),
        (RANKINGS, "poor\tfair\t>", "poor\tfair", ":4: 5 columns, 6 needed"),
        (RANKINGS, "poor\tfair\t>", "poor\tfair\tbetter", ":4: 'train' and 'better'"),
        (RANKINGS, "train\t3", "dev\t3", ":5: 'dev' and '='"),
        (RANKINGS, "train\t3", "train\t9", "segment '9': a line of ref.en, 1 to 4"),
        (RANKINGS, "train\t3", "train\t" + "9" * 5000, "a line of ref.en, 1 to 4"),
        (RANKINGS, "train\t3", "train\t0", "segment '0'"),
        (RANKINGS, "train\t3", "train\t-1", "segment '-1'"),
        (RANKINGS, "train", "test", "judgments of 0 systems"),
        (MQM, "poor\t4\t-5.1", "poor\t4\tnan", "'nan' is no finite number"),
        (MQM, "poor\t4\t-5.1", "poor\t4\tbad", "'bad' is no finite number"),
        (MQM, "poor\t4\t-5.1", "poor\t3\t-5.1", "poor has a score for segment 3 already"),
        (MQM, "poor\t4", "absent2\t4", "poor has no score for segment 4"),
        ("wmt21/zh-en/sys/poor.en", "cat mat\n", "", "3 lines, but refA.en has 4"),
    ],
)
def test_a_wrong_file_is_an_error_of_one_line(small_wmt: Path, file: str, old: str, new: str, message: str) -> None:
    path = small_wmt / "wmt" / file
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")
    with pytest.raises(FormatError, match=message) as caught:
        read_wmt(small_wmt)
    assert "\n" not in str(caught.value)


def test_a_name_that_leads_elsewhere_is_one_without_translations(small_wmt: Path) -> None:
    path = small_wmt / "wmt" / MQM
    path.write_text(path.read_text(encoding="utf-8").replace("fair", "../sys/good"), encoding="utf-8")
    assert read_mqm("wmt21", small_wmt).translations.systems == ("good", "poor")


def test_bytes_that_are_no_text_are_an_error(small_wmt: Path) -> None:
    (small_wmt / "wmt" / MQM).write_bytes(b"system\tseg\tscore\n\xff\t1\t0\n")
    with pytest.raises(FormatError, match=r":2: byte 0xff is not UTF-8"):
        read_wmt(small_wmt)


@pytest.mark.parametrize("file", [RANKINGS, MQM, "wmt22/zh-en/refA.en"])
def test_a_missing_file_is_named(small_wmt: Path, file: str) -> None:
    (small_wmt / "wmt" / file).unlink()
    with pytest.raises(MissingResource, match=Path(file).name):
        read_wmt(small_wmt)


def test_without_a_mirror_the_setting_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PERPEND_MIRROR", raising=False)
    with pytest.raises(PerpendError, match="PERPEND_MIRROR"):
        read_wmt()


def test_the_real_data_have_the_known_numbers(mirror: Path) -> None:
    if not (mirror / "wmt").is_dir():
        pytest.skip("no folder wmt in the mirror")
    data = read_wmt(mirror)
    orders = data.rankings.orders
    assert (len(orders), int((orders != 0).sum())) == (99_960, 80_741)
    assert data.tuning.scores.shape == (8, 650)
    assert data.test.scores.shape == (10, 200)
