"""`evaluate names` on a miniature of its data: shapes, folds, scrambles, and figures that must come out as they do."""

import lzma
from pathlib import Path
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rapidfuzz.distance import OSA

from experiments.name_data import is_annotated, read_ecbplus, read_surname_pairs, read_variants
from experiments.name_patterns import evaluate_patterns
from experiments.names import evaluate_names
from experiments.plots import names_plots
from experiments.scrambled_names import ScrambleSettings, ino_name, link_scrambled, scrambled_name, topic_folds
from experiments.surname_pairs import OURS, area_under_curve, evaluate_surnames
from perpend.errors import FormatError, InputError, MissingResource, SettingError

pytest.importorskip("sklearn")

STEMS = ["berez", "malin", "kadir", "tarn", "rog", "sobol", "petr", "ostr", "zub", "dub", "kal", "gor", "vor", "zar"]
TOPICS = {
    "1": ("Thornton", "tankers pumped crude oil at the harbour of Murmansk while brokers sold Siberian shares"),
    "2": ("Whitfield", "gardeners planted tulips and orchids in the greenhouse near Perth before the flower show"),
    "3": ("Kowalczyk", "the striker scored twice as the goalkeeper of Gdansk missed the penalty in the stadium"),
    "4": ("Lindqvist", "astronomers pointed the telescope of Uppsala at a comet and measured its orbit by spectrum"),
}


@pytest.fixture
def small_mirror(tmp_path: Path) -> Path:
    """Four topics of six documents, each about one person; variants, surnames, and unrelated documents."""
    (tmp_path / "ecbplus").mkdir()
    docs, mentions = ["doc\tsent\ttext"], ["topic\tdoc\tsent\ttokens\ttype\tchain\tdescriptor\ttext\tnamed"]
    for topic, (name, text) in TOPICS.items():
        for number in range(1, 7):
            doc = f"{topic}_{number}ecb"
            docs += [f"{doc}\t0\tAlex {name} said", f"{doc}\t1\t{text} and {name} left \t\t"]
            place = len(text.split(" ")) + 1
            rows = [(0, "0,1", f"Alex {name}", f"HUM{topic}"), (1, str(place), name, f"HUM{topic}")]
            rows.append((0, "2", "said", f"SINGLE_{doc}"))
            mentions += [
                f"{topic}\t{doc}\t{sent}\t{tokens}\tHUMAN_PART_PER\t{chain}\t\t{words}\t{int(words != 'said')}"
                for sent, tokens, words, chain in rows
            ]
    (tmp_path / "ecbplus/docs.tsv").write_text("\n".join(docs) + "\n", encoding="utf-8")
    (tmp_path / "ecbplus/person_mentions.tsv").write_text("\n".join(mentions) + "\n", encoding="utf-8")
    names = tmp_path / "names"
    names.mkdir()
    foreign = [f"ф{n}\t2\t{stem}ovski:3 {stem}ovsky:9" for n, stem in enumerate(STEMS * 2)]
    foreign += [f"я{n}\t1\t{stem}ovska:4" for n, stem in enumerate(STEMS)]
    for language in ("russian", "arabic"):
        header = "foreign\tn_variants\tenglish_variants(count)"
        (names / f"variants_by_{language}.tsv").write_text("\n".join([header, *foreign]) + "\n", encoding="utf-8")
    pairs = [f',"{stem}ski","{stem}sky"' for stem in STEMS] + [f'1,"{stem}er","{stem}ez"' for stem in STEMS]
    lines = ['"Bad","HeadName","VariantName"', *pairs, '"Q","a","b"', '?,"a","c"']
    (names / "AncestrySurnamePairs.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    (tmp_path / "mono").mkdir()
    news = [f"Wheat and copper futures fell in Chicago, dealer {n} said. Rates were unchanged." for n in range(40)]
    (tmp_path / "mono/reuters21578.docs.txt.xz").write_bytes(lzma.compress("\n".join([*news, ""]).encode()))
    return tmp_path


def test_mentions_of_ecbplus_lie_where_their_words_are(small_mirror: Path) -> None:
    documents = read_ecbplus(small_mirror)
    assert len(documents) == 24
    for document in documents:
        first, second = document.mentions or ()
        assert first.text == "Alex " + second.text
        assert document.text[second.start : second.end] == second.text
    assert is_annotated("HUM1")
    assert not is_annotated("SINGLE_1")


def test_doubtful_pairs_are_left_out_and_names_are_folded(small_mirror: Path) -> None:
    assert len(read_surname_pairs(small_mirror)) == 28
    variants = read_variants("russian", small_mirror)
    assert variants.are_variants("berezovski", "berezovsky")
    assert not variants.are_variants("berezovski", "berezovska")
    assert variants.counts["berezovsky"] == 18


def test_absent_and_broken_data_are_named(small_mirror: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PERPEND_MIRROR", raising=False)
    with pytest.raises(MissingResource, match="--mirror or PERPEND_MIRROR"):
        read_ecbplus()
    path = small_mirror / "names/variants_by_russian.tsv"
    path.write_text("foreign\tn\tenglish\nonly one column\n", encoding="utf-8")
    with pytest.raises(FormatError, match=":2: 1 columns, 3 needed"):
        read_variants("russian", small_mirror)
    path.unlink()
    with pytest.raises(MissingResource, match="variants_by_russian"):
        read_variants("russian", small_mirror)


def test_patterns_hold_on_names_they_were_not_learned_from(small_mirror: Path) -> None:
    found = evaluate_patterns(read_variants("russian", small_mirror), folds=7)
    assert "i ~ y in k_" in {str(one) for one in found.patterns}
    assert found.metrics["Precision"] == 100
    assert found.metrics["Recall"] == 100
    assert sum(found.bands()) == len(found.patterns)


def test_surnames_are_judged_by_models_that_did_not_see_their_heads(small_mirror: Path) -> None:
    found = evaluate_surnames(read_surname_pairs(small_mirror), folds=2)
    assert set(found) >= {"Jaro-Winkler", "edit distance (OSA)", "Soundex", OURS}
    assert found[OURS]["AUC"] == 100
    # All endings sound different, but the codes of ostrer and ostrez end before them: O236.
    assert found["Soundex"]["Accuracy"] == pytest.approx(100 * 27 / 28)


@given(st.lists(st.tuples(st.integers(0, 3), st.booleans()), min_size=2, max_size=20))
def test_the_area_counts_pairs_that_are_in_order(rows: list[tuple[int, bool]]) -> None:
    scores, labels = np.array([float(score) for score, _ in rows]), np.array([label for _, label in rows])
    pairs = [(a > b) + 0.5 * (a == b) for a in scores[labels] for b in scores[~labels]]
    expected = sum(pairs) / len(pairs) if pairs else 0.5
    assert area_under_curve(scores, labels) == pytest.approx(expected)


@given(st.text("abcdefgh", min_size=5, max_size=12), st.integers(0, 99))
def test_scrambles_are_near_and_never_the_name_itself(name: str, seed: int) -> None:
    made = scrambled_name(name, "eaionrtlsudcmhg", Random(seed))
    assert made != name
    assert len(made) == len(name)
    assert OSA.distance(made, name) <= 4
    ino = ino_name(name, "eaionrtlsudcmhg", Random(seed), changed=True)
    assert ino.endswith("ino")
    assert 1 < OSA.distance(ino, name) <= 4


def test_misspelled_persons_are_found_and_unrelated_documents_are_not(small_mirror: Path) -> None:
    documents = read_ecbplus(small_mirror)
    reuters = [f"Wheat and copper futures fell in Chicago, dealer {n} said." for n in range(40)]
    linked = link_scrambled(documents, reuters, ScrambleSettings(folds=2, seed=3, unrelated=30))
    assert linked.persons == 4
    assert linked.unrelated == 30
    assert linked.misspelled == 7
    assert linked.at(0.9) == {"Precision": 100, "Recall": 100, "F-measure": 100}
    assert linked.at(1.0) == {"Precision": 0, "Recall": 0, "F-measure": 0}
    again = link_scrambled(documents, reuters, ScrambleSettings(folds=2, seed=3, unrelated=30))
    assert (again.probability == linked.probability).all()


def test_topics_are_dealt_once_and_into_all_folds(small_mirror: Path) -> None:
    documents = read_ecbplus(small_mirror)
    assert sorted(topic_folds(documents, 2, 0).values()) == [0, 0, 1, 1]
    assert topic_folds(documents, 2, 0) == topic_folds(documents, 2, 0)
    with pytest.raises(InputError, match="4 topics cannot be dealt into 5 folds"):
        topic_folds(documents, 5, 0)


def test_a_report_has_the_shared_shape_and_plots(small_mirror: Path) -> None:
    report = evaluate_names(small_mirror, parts=["patterns", "scrambled"], folds=2, unrelated=20, scrambles=2)
    record = report.to_dict()
    assert record["task"] == "names"
    assert {row["part"] for row in record["rows"]} == {"patterns", "scrambled"}
    assert all(set(row) >= {"part", "system", "metrics", "paper"} for row in record["rows"])
    assert all(("spread" in row) == (row["part"] == "scrambled") for row in record["rows"])
    assert set(names_plots(report.to_dict())) == {"names-patterns.svg", "names-scrambled.svg"}
    assert "seed:0" in record["signature"]
    with pytest.raises(SettingError, match="unknown part 'x'; known: chains"):
        evaluate_names(small_mirror, parts=["x"])
