import lzma
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from perpend.alignment.edits import Alignment, Edit, Shift
from perpend.errors import InputError, SettingError
from perpend.metrics.segments import SegmentId
from perpend.metrics.terp_files.native import NATIVE_FORMATS, NativeSource, write_native
from perpend.metrics.terp_files.scored import PhraseNumbers, ScoredSegment, word_costs

RUNS = ["a_terpa_nophrase", "a_terph_nophrase", "b_terpa_phrase", "b_terph_phrase", "c_ter"]


def shifted() -> Alignment:
    """hyp "c a bb d", ref "a b c": c goes behind bb, "bb" is a stem, d an insertion."""
    return Alignment(
        hyp=("c", "a", "bb", "d"),
        ref=("a", "b", "c"),
        order=(1, 2, 0, 3),
        edits=(
            Edit("match", (0, 1), (0, 1), 0.0),
            Edit("stem", (1, 2), (1, 2), 0.25),
            Edit("match", (2, 3), (2, 3), 0.0),
            Edit("insert", (3, 4), (3, 3), 1.0),
        ),
        shifts=(Shift(0, 0, 2, 0.5, (2, 3), 1),),
        cost=1.75,
        words=3.0,
        hyp_text="C a bb D",
        ref_text="A b c",
    )


def phrased() -> Alignment:
    edits = (Edit("phrase", (0, 2), (0, 1), 0.125, entry=4), Edit("delete", (2, 2), (1, 2), 1.0))
    return Alignment(("go", "on"), ("continue", "now"), (0, 1), edits, (), 1.125, 2.0, hyp_text="go on", ref_text="")


def one_sided(*, hyp: tuple[str, ...] = (), ref: tuple[str, ...] = ()) -> Alignment:
    extra = tuple(Edit("insert", (i, i + 1), (0, 0), 0.5) for i in range(len(hyp)))
    missing = tuple(Edit("delete", (0, 0), (i, i + 1), 0.5) for i in range(len(ref)))
    cost = 0.5 * (len(hyp) + len(ref))
    return Alignment(hyp, ref, tuple(range(len(hyp))), extra + missing, (), cost, float(len(ref)))


def segment(name: str, alignment: Alignment) -> ScoredSegment:
    return ScoredSegment(SegmentId.parse(name), alignment)


def numbers(entry: int) -> PhraseNumbers:
    assert entry == 4
    return PhraseNumbers(p=0.01, cost=0.125, q=2.0)


def written(folder: Path, *segments: ScoredSegment, form: str, **source: Any) -> str:
    (path,) = write_native(f"{folder}/x", segments, [form], NativeSource(**source))
    return path.read_text(encoding="utf-8")


# -------------------- the original's own files


@pytest.mark.parametrize("run", RUNS)
def test_equal_to_the_files_of_the_original(
    run: str, gold: Path, gold_run: Callable[[str], Any], tmp_path: Path
) -> None:
    scored = gold_run(run)
    source = NativeSource("inputs/hyp.trans", "inputs/ref.trans", phrases=scored.phrases)
    paths = write_native(f"{tmp_path}/{run}.", scored.segments, ["pra", "sum", "nist"], source)
    assert len(paths) == 5
    for path in paths:
        plain, packed = (gold / "native" / name for name in (path.name, f"{path.name}.xz"))
        expected = plain.read_bytes() if plain.exists() else lzma.decompress(packed.read_bytes())
        assert path.read_bytes() == expected, path.name


def test_word_costs_of_the_gold_add_up(gold_run: Callable[[str], Any]) -> None:
    for item in gold_run("b_terpa_phrase").segments:
        costs = word_costs(item.alignment)
        if item.alignment.ref:
            assert sum(costs.words) + costs.other == pytest.approx(item.alignment.cost)


def test_not_a_number_is_written_as_java_does(gold_run: Callable[[str], Any], tmp_path: Path) -> None:
    scored = gold_run("n_terpa_nan")
    text = written(tmp_path, *scored.segments, form="pra", phrases=scored.phrases)
    assert "HypErrs: 0.000 0.000 0.000 NaN NaN NaN" in text
    assert "NewCost: NaN OrigCost: 0.0 <p>big car</p>" in text
    assert written(tmp_path, *scored.segments, form="sum").endswith(" |      NaN |   20.000 |      NaN\n")


# -------------------- each format


def test_word_costs() -> None:
    costs = word_costs(shifted())
    assert (costs.words, costs.shifts, costs.other) == ((0.5, 0.0, 0.25, 1.0), (1, 0, 0, 0), 0.0)
    assert word_costs(one_sided(ref=("a", "b"))).other == 1.0
    assert word_costs(one_sided(hyp=("a", "b"))).words == (0.0, 0.0)


def test_ter(tmp_path: Path) -> None:
    assert written(tmp_path, segment("[s][t][d][1]", shifted()), form="ter") == (
        "s\t[s][t][d][1]\t4\t0.50:0.00:0.25:1.00\t0.00\t1.75\t3.00\t0.58\n"
    )


def test_align(tmp_path: Path) -> None:
    segments = [segment("1", shifted()), segment("2", phrased()), segment("3", one_sided(ref=("a",)))]
    assert written(tmp_path, *segments, form="align").splitlines() == ["1 1 2", "1 2 3", "1 3 1", "2 1 1", "2 1 2"]


def test_align_detail(tmp_path: Path) -> None:
    segments = [segment("1", shifted()), segment("2", phrased()), segment("3", one_sided(ref=("a",)))]
    assert written(tmp_path, *segments, form="align_detail").splitlines() == [
        "1 1 2 M 0 0.000000 0 <r>a</r> <h>a</h>",
        "1 2 3 T 1 0.250000 0 <r>b</r> <h>bb</h>",
        "1 3 1 M 2 0.000000 1 <r>c</r> <h>c</h>",
        "1 0 4 I 3 1.000000 0 <r></r> <h>d</h>",
        "2 1 1 P 0 0.125000 0 <r>continue</r> <h>go</h>",
        "2 1 2 P 0 0.125000 0 <r>continue</r> <h>on</h>",
        "2 2 0 D 1 1.000000 0 <r>now</r> <h></h>",
        "3 1 0 D 0 0.500000 0 <r>a</r> <h></h>",
    ]


@pytest.mark.parametrize(
    ("function", "features"),
    [
        ("", []),
        ("STD", [0.5, -2.0, 0.01, 1.0]),
        ("STDINV", [0.5, -0.00436480540245, 0.99, 1.0]),
        ("STDNONED", [0.5, -1.0, 0.005]),
        ("STDINVNONED", [0.5, -0.002182402701225, 0.495]),
    ],
)
def test_counts(tmp_path: Path, function: str, features: list[float]) -> None:
    text = written(tmp_path, segment("[s][d][07]", phrased()), form="counts", phrases=numbers, phrase_function=function)
    name, *counts = text.split()
    assert name == "[s][d][7]"
    assert list(map(float, counts)) == pytest.approx([0.0, 0.0, 0.5, 0.0, 0.0, 0.0, 0.0, *features])


def test_counts_without_phrases_or_words(tmp_path: Path) -> None:
    segments = [segment("x", shifted()), segment("y", one_sided(hyp=("a",)))]
    assert written(tmp_path, *segments, form="counts") == (
        "[x][][] 0.6666666666666666 0.3333333333333333 0.0 0.0 0.3333333333333333 0.0 0.3333333333333333\n"
        "[y][][] 0.0 0.0 0.0 0.0 0.0 0.0 0.0\n"
    )


def test_phrases_need_their_table(tmp_path: Path) -> None:
    for form in ("pra", "counts"):
        with pytest.raises(InputError, match=r"the phrase table they come from is needed"):
            written(tmp_path, segment("1", phrased()), form=form)
    assert list(tmp_path.iterdir()) == []


def test_sum_of_nothing_and_of_short_names(tmp_path: Path) -> None:
    assert written(tmp_path, form="sum").splitlines()[-1].startswith("TOTAL |      0 |")
    lines = written(tmp_path, segment("\U0001f600", shifted()), form="sum", length_file="len").splitlines()
    assert lines[2] == "Ave-Reference File: len"
    assert lines[5].startswith("\U0001f600 |      1 |      0 |      0 |      1 |")


def test_scores_of_several_systems(tmp_path: Path) -> None:
    segments = [segment(f"[{system}][t][{doc}][1]", shifted()) for system in "ab" for doc in "de"]
    paths = write_native(f"{tmp_path}/x.", segments, ["nist"])
    assert [path.name for path in paths] == [
        f"x.{system}.{unit}.scr" for system in "ab" for unit in ("seg", "doc", "sys")
    ]
    assert paths[0].read_text(encoding="utf-8") == "".join(f"t\ta\t{doc}\t1\t0.5833333333333334\t3.0\n" for doc in "de")
    assert paths[5].read_text(encoding="utf-8") == "t\tb\t0.5833333333333334\t6.0\n"


def test_names_without_a_set_stand_alone_in_the_system_table(tmp_path: Path) -> None:
    segments = [segment("[d][1]", shifted()), segment("[d][2]", shifted()), segment("17", shifted())]
    _, doc, sys = write_native(f"{tmp_path}/", segments, ["nist"])
    assert doc.read_text(encoding="utf-8").splitlines() == [
        "\t\td\t0.5833333333333334\t6.0", "17\t\t\t0.5833333333333334\t3.0"
    ]  # fmt: skip
    assert [line.split("\t")[0] for line in sys.read_text(encoding="utf-8").splitlines()] == ["[d][1]", "[d][2]", "17"]


# -------------------- file names


@pytest.mark.parametrize(
    ("prefix", "names"),
    [
        ("run", ["run.sum", "run.doc.scr", "run.seg.scr", "run.sys.scr"]),
        ("run..", ["run.sum", "run...doc.scr", "run...seg.scr", "run...sys.scr"]),
        ("", ["terp.sum", ".doc.scr", ".seg.scr", ".sys.scr"]),
    ],
)
def test_file_names(tmp_path: Path, prefix: str, names: list[str]) -> None:
    paths = write_native(f"{tmp_path}/{prefix}", [segment("[t][d][1]", shifted())], ["sum", "nist"])
    assert sorted(path.name for path in paths) == sorted(names)
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(names)


def test_all_formats_and_unknown_ones(tmp_path: Path) -> None:
    paths = write_native(f"{tmp_path}/x", [segment("1", shifted())], ["all"])
    assert len(paths) == len(NATIVE_FORMATS) + 2
    with pytest.raises(SettingError, match=r"unknown output format 'pdf'; known: align, align_detail, all"):
        write_native(f"{tmp_path}/x", [], ["pdf"])


def test_a_system_cannot_lead_out_of_the_folder(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"system '/../../evil' cannot be part of a file name"):
        write_native(f"{tmp_path}/x", [segment("[/../../evil][t][d][1]", shifted())], ["nist"])


def test_lone_surrogates_are_question_marks(tmp_path: Path) -> None:
    odd = Alignment(("\ud800",), ("a",), (0,), (Edit("substitute", (0, 1), (0, 1), 1.0),), (), 1.0, 1.0)
    assert "Hypothesis: ?\n" in written(tmp_path, segment("1", odd), form="pra")
