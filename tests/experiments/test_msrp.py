"""The tables on miniature corpora, written for the tests; and the figures of the paper as they are kept."""

from collections.abc import Iterable, Iterator
from pathlib import Path

import numpy as np
import pytest

from experiments.labelled_pairs import LabelledPairs, read_msrp, read_rte1
from experiments.msrp import Msrp, Row, constant, paper_figures, score_model, trained_answers
from experiments.msrp_tables import STATISTICS, bleu_readings, corpus_statistics, length_table, pilots, unscaled
from experiments.rte1 import RTE1_SYSTEMS, evaluate_rte1
from perpend.equivalence.training import train_paraphrase
from perpend.equivalence.vectors import FEATURE_SETS, Extractor, FeatureSettings
from perpend.errors import FormatError, InputError, MissingResource
from perpend.evaluation.classification import CLASSIFICATION_METRICS, Confusion
from perpend.evaluation.leaks import leaks, refuse_leaks
from perpend.learning.folds import stratified_folds
from perpend.learning.kernel_classifier import Choices, Fitted, fit
from perpend.learning.provenance import Training, fingerprint
from perpend.text import Sentence
from perpend.types import Doubles, Flags

SUBJECTS = ["the cat", "a doctor", "Acme", "Maria", "the old dog", "our company"]
VERBS, THINGS = ["bought", "left"], ["the house", "a small firm"]
PAIRS = [
    pair
    for subject in SUBJECTS
    for verb in VERBS
    for thing in THINGS
    for pair in (
        ("1", f"{subject} {verb} {thing}.", f"{subject} quickly {verb} {thing}."),
        ("0", f"{subject} {verb} {thing}.", f"{thing} slept on a red mat."),
    )
]
FAST = Choices(costs=(4.0,), gammas=(0.3,), folds=2)


class OneTag:
    """An annotator for which every word is a noun that hangs on the first one."""

    def signature(self) -> str:
        return "one:1"

    def annotate_many(self, texts: Iterable[str]) -> Iterator[Sentence]:
        for text in (Sentence.of(raw, "penn") for raw in texts):
            count = len(text)
            relations = ("root", *("obj",) * (count - 1))[:count]
            parse = Sentence.tagged(text.tokens, ["NN"] * count, heads=[0] * count, relations=relations).parse
            yield text.with_parse(parse)


@pytest.fixture
def small_mirror(tmp_path: Path) -> Path:
    for folder, files, labels in (
        ("msrp", ("train.tsv", "test.tsv"), {"1": "1", "0": "0"}),
        ("rte", ("rte1_dev.tsv", "rte1_test.tsv"), {"1": "YES", "0": "NO"}),
    ):
        (tmp_path / folder).mkdir()
        for number, file in enumerate(files):
            rows = [
                f"{k}\t{labels[gold]}\t{one}\t{other} {number}\t{'CD' if k % 3 else 'QA'}"
                for k, (gold, one, other) in enumerate(PAIRS)
            ]
            text = "\n".join(["id\tgold\ttext1\ttext2\ttask", *rows]) + "\n"
            (tmp_path / folder / file).write_text(text, encoding="utf-8")
    return tmp_path


@pytest.fixture
def corpus(small_mirror: Path) -> Msrp:
    pytest.importorskip("sklearn", reason="scikit-learn absent: pip install 'perpend[learn]'")
    return Msrp(*read_msrp(small_mirror), OneTag())  # type: ignore[arg-type]


def test_table3_has_a_row_for_each_feature_set(corpus: Msrp) -> None:
    report = corpus.table3(choices=FAST).to_dict()
    assert report["task"] == "msrp"
    assert [row["system"] for row in report["rows"]] == list(FEATURE_SETS)
    for row in report["rows"]:
        assert tuple(row["metrics"]) == CLASSIFICATION_METRICS
        table = row["confusion"]
        assert sum(table.values()) == len(PAIRS)
        assert row["metrics"]["Accuracy"] == pytest.approx(100 * (table["right_yes"] + table["right_no"]) / len(PAIRS))
    papers = {row["system"]: row["paper"] for row in report["rows"]}
    assert papers["POS"] == {"Accuracy": 74.2, "Precision": 75.29, "Recall": 91.11, "F-measure": 82.45}
    assert papers["full"] is None
    assert "tags:one:1" in report["signature"]
    # Pairs that share every word but one are easily told from those that do not.
    assert {row["system"]: row["metrics"]["Accuracy"] for row in report["rows"]}["full"] == 100.0


def test_the_same_run_gives_the_same_report(corpus: Msrp) -> None:
    first, second = (corpus.table3(["PER", "POS"], FAST).to_dict() for _ in range(2))
    assert first == second


def test_table2_has_means_over_folds_with_intervals(corpus: Msrp) -> None:
    report = corpus.table2(["PER", "full"], FAST).to_dict()
    per = report["rows"][0]
    assert report["task"] == "msrp-folds"
    assert per["paper"]["Accuracy"] == 71.25
    assert per["paper_half_widths"]["Accuracy"] == 1.03
    assert len(report["thresholds"]) == report["folds"] == 10
    assert per["half_widths"]["Accuracy"] >= 0.0


def test_each_fold_of_table2_counts_the_ngrams_of_its_own_training_pairs(corpus: Msrp) -> None:
    (row,) = corpus.table2(["NIST1"], FAST).rows
    numbers, accuracies = stratified_folds(corpus.labels, 10, FAST.seed), []
    for number in range(10):
        inside, outside = np.flatnonzero(numbers != number), np.flatnonzero(numbers == number)
        extractor = Extractor()
        train = extractor.train([corpus.pairs[k] for k in inside], ["mt"])
        test = extractor.extract([corpus.pairs[k] for k in outside], ["mt"])
        answers, _ = trained_answers(train, corpus.labels[inside], test, "NIST1", FAST)
        accuracies.append(Confusion.of(answers, corpus.labels[outside]).metrics["Accuracy"])
    assert row.metrics["Accuracy"] == float(np.mean(accuracies))


def test_every_row_has_the_grid_of_the_signature(corpus: Msrp, monkeypatch: pytest.MonkeyPatch) -> None:
    grids = []

    def watched(rows: Doubles, labels: Flags, choices: Choices | None = None) -> Fitted:
        grids.append(choices)
        return fit(rows, labels, choices)

    monkeypatch.setattr("experiments.msrp.fit", watched)
    wide = Choices(costs=(1.0, 4.0), gammas=(0.3,), folds=2)
    report = corpus.table3(["PER", "BLEU4", "POS"], wide)
    corpus.table2(["PER"], wide)
    assert grids == [wide] * 13
    assert wide.signature in report.signature


def test_a_row_of_the_same_answers_has_a_remark() -> None:
    some, none, every = Confusion(3, 1, 1, 3), Confusion(0, 0, 4, 4), Confusion(4, 4, 0, 0)
    assert constant([some]) is None
    assert constant([every]) == constant([none]) == "the same answer to every pair"
    assert constant([some, every, none]) == "the same answer to every pair in 2 of 3 folds"
    assert Row("x", {}, None, remark=constant([every])).to_dict()["remark"] == "the same answer to every pair"


def test_readings_of_bleu_are_compared_by_a_threshold(corpus: Msrp) -> None:
    rows = {row.system: row for row in bleu_readings(corpus)}
    assert len(rows) == 8
    assert rows["BLEU, as in Table 3"].metrics["BLEU1"] == 100.0
    assert rows["BLEU, smoothed: exp"].paper == {"BLEU1": 73.22, "BLEU2": 70.96, "BLEU3": 68.93, "BLEU4": 67.88}
    assert rows["BLEU, smoothed: exp"].metrics["BLEU1"] == rows["BLEU, as in Table 3"].metrics["BLEU1"]


def test_features_that_are_not_scaled_have_a_gamma_of_1(corpus: Msrp) -> None:
    rows = unscaled(corpus, None, FAST)
    assert [row.system for row in rows] == [f"{name}, not scaled" for name in paper_figures()["table3"]]
    assert {row.learned.gamma for row in rows if row.learned} == {1.0}
    per = next(row for row in rows if row.system.startswith("PER,"))
    assert per.paper == {"Accuracy": 71.88, "Precision": 72.3, "Recall": 93.55, "F-measure": 81.56}
    assert per.metrics["Accuracy"] == 100.0


def test_the_smaller_tables(corpus: Msrp, small_mirror: Path) -> None:
    lengths, sizes = length_table(corpus, None, FAST)
    names = [row.system for row in lengths]
    assert names == ["Low LDR", "High LDR", "Low LDR, first in order", "High LDR, first in order"]
    # Both labels have 24 pairs in training and in test, all halves together.
    assert list(sizes) == ["train", "test"]
    assert all(size % 2 == 0 and 4 <= size <= 24 for size in sizes.values())
    assert lengths[0].paper == {"BLEU1": 76.71, "NIST1": 77.85, "PER": 72.15, "POS": 75.8, "ALL": 76.48}
    assert [row.half_widths is None for row in lengths] == [False, False, True, True]
    assert lengths[2].paper == lengths[0].paper
    names = [row.system for row in pilots(corpus, FAST)]
    assert names[:2] == ["PER, stem none", "POS, stem none"]
    assert "POS, meaning within 0" in names


def test_corpus_statistics_by_hand() -> None:
    data = LabelledPairs("x", (("a b c d", "a b"), ("a b", "a c b d")), np.array([True, False]), ("CD", "QA"))
    rows = {row.system: row.metrics for row in corpus_statistics([("PASCAL", data)])}
    assert list(rows) == ["PASCAL", "CD", "QA"]
    assert rows["PASCAL"] == dict(zip(STATISTICS, (3.0, 3.0, 0.5, 2.0), strict=True))


def test_rte1_has_the_tasks_as_metrics(small_mirror: Path) -> None:
    pytest.importorskip("sklearn", reason="scikit-learn absent: pip install 'perpend[learn]'")
    report = evaluate_rte1(*read_rte1(small_mirror), OneTag(), FAST).to_dict()  # type: ignore[arg-type]
    assert [row["system"] for row in report["rows"]] == list(RTE1_SYSTEMS)
    assert all(list(row["metrics"]) == ["CD", "QA", "ALL"] for row in report["rows"])
    assert report["pairs"] == {"CD": 32, "QA": 16, "ALL": 48}
    papers = {row["system"]: row["paper"] for row in report["rows"]}
    assert papers["POS"]["ALL"] == papers["POS, by task"]["ALL"] == 56.75


def test_a_model_that_saw_a_test_pair_is_refused(small_mirror: Path) -> None:
    pytest.importorskip("sklearn", reason="scikit-learn absent: pip install 'perpend[learn]'")
    train, test = read_msrp(small_mirror)
    settings, one = FeatureSettings(), OneTag()
    labels = train.labels.tolist()
    clean = train_paraphrase(train.pairs, labels, features="PER", settings=settings, choices=FAST, annotator=one)  # type: ignore[arg-type]
    report = score_model(clean, one, test)  # type: ignore[arg-type]
    assert report.rows[0].metrics["Accuracy"] > 90.0
    seen = [*train.pairs[1:], test.pairs[0][::-1]]
    leaky = train_paraphrase(seen, [*labels[1:], True], features="PER", settings=settings, choices=FAST, annotator=one)  # type: ignore[arg-type]
    with pytest.raises(InputError, match="learned from 1 of these 48 pairs"):
        score_model(leaky, one, test)  # type: ignore[arg-type]


def test_sts2012_shares_pairs_with_msrp(mirror: Path) -> None:
    """STS-2012 took MSRpar from MSRP, its training pairs from MSRP's test; a model of theirs is refused."""
    _, test = read_msrp(mirror)
    lines = (mirror / "sts2012" / "train.MSRpar.tsv").read_text(encoding="utf-8").splitlines()[1:]
    pairs = [tuple(line.split("\t")[2:4]) for line in lines]
    training = Training("msrpar", len(pairs), tuple(sorted({fingerprint(*pair) for pair in pairs})))
    assert len(leaks(training, test.pairs)) >= 700
    with pytest.raises(InputError, match="use another model"):
        refuse_leaks(training, test.pairs)


def test_msrp_and_rte1_have_their_sizes(mirror: Path) -> None:
    sizes = [(len(part.pairs), int(part.labels.sum())) for part in (*read_msrp(mirror), *read_rte1(mirror))]
    assert [size for size, _ in sizes] == [4076, 1725, 567, 800]
    assert round(100 * sizes[1][1] / sizes[1][0], 1) == 66.5


def test_absent_and_broken_data_are_one_line(
    tmp_path: Path, small_mirror: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("PERPEND_MIRROR", raising=False)
    with pytest.raises(MissingResource, match="no mirror is named"):
        read_msrp()
    empty = tmp_path / "empty"
    empty.mkdir()
    with pytest.raises(MissingResource, match=r"has no train\.tsv"):
        read_msrp(empty)
    path = small_mirror / "msrp" / "test.tsv"
    for text, problem in (
        ("id\tgold\ttext1\n", "no column 'text2'"),
        ("id\tgold\ttext1\ttext2\n1\t1\ta\n", ":2: 3 columns, 4 needed"),
        ("id\tgold\ttext1\ttext2\n1\tperhaps\ta\tb\n", ":2: gold is 'perhaps'"),
        ("", "empty: a first line with column names"),
    ):
        path.write_text(text, encoding="utf-8")
        with pytest.raises(FormatError, match=problem):
            read_msrp(small_mirror)


def test_the_papers_tables_are_whole() -> None:
    paper = paper_figures()
    systems = [name for name in FEATURE_SETS if name not in ("full", "PER POS+")]
    for table in ("table2", "table2_half_widths", "table3"):
        assert list(paper[table]) == systems
        assert all(len(figures) == len(CLASSIFICATION_METRICS) for figures in paper[table].values())
    assert list(paper["table4"]) == ["BLEU1", "NIST1", "PER", "POS", "ALL"]
    assert all(list(row) == list(STATISTICS) for row in paper["table1"].values())
