"""The top of the package: at most thirty names, each with an example; one protocol for all answers."""

import importlib
import inspect
import json
import pkgutil
import re
import warnings
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import perpend
from perpend.alignment.aligner import kept_aligner
from perpend.alignment.costs import Costs
from perpend.answers import Answer, short
from perpend.people.mentions import Document

TEXTS = ("A man is playing a guitar on the street.", "On the street a man plays guitars.")
QUESTIONS: dict[str, Callable[[], Any]] = {
    "align": lambda: perpend.align(*TEXTS),
    "combine": lambda: perpend.combine(["The cat sat down.", "A cat sat down.", "The cat was sitting."]),
    "entail": lambda: perpend.entail("A boy is climbing a tall tree.", "A child is climbing a tree."),
    "names": lambda: perpend.names([{"text": "Ann Lee left.", "mentions": [{"start": 0, "end": 7}]}]),
    "paraphrase": lambda: perpend.paraphrase(*TEXTS),
    "relate": lambda: perpend.relate(*TEXTS),
    "score": lambda: perpend.score(*TEXTS),
    "suggest": lambda: perpend.suggest("smiht", words=["smith", "smyth", "<b>jones</b>", "it's"]),
    "variants": lambda: perpend.variants(["smith", "smyth", "<script>smith</script>"]),
}
METRICS = ("bleu", "chrf", "nist", "per", "ter", "terp", "wer")
TYPES = {
    "align": "Alignment", "combine": "Combination", "entail": "EverydayEntailment", "names": "Names",
    "paraphrase": "Equivalence", "relate": "Likeness", "score": "Likeness", "suggest": "Suggestions",
    "variants": "Variants",
}  # fmt: skip


def is_here(name: str) -> bool:
    """Whether the name's home has it, and a kind of answer is an `Answer`."""
    try:
        found = getattr(perpend, name)
    except (ImportError, AttributeError):
        return False
    return name not in TYPES.values() or issubclass(found, Answer)


HERE = [name for name in perpend.__all__ if is_here(name)]
ASKED = [name for name, kind in TYPES.items() if name in HERE and kind in HERE]


def test_at_most_thirty_sorted_names() -> None:
    assert perpend.__all__ == sorted(perpend.__all__) == dir(perpend)
    assert len(perpend.__all__) <= 30
    assert {*TYPES, *TYPES.values(), *METRICS, "load", "Answer", "PerpendError"} <= {*perpend.__all__}
    with pytest.raises(AttributeError, match="nonsense"):
        _ = perpend.nonsense


@pytest.mark.parametrize("name", [name for name in HERE if name != "__version__"])
def test_every_name_has_an_example(name: str) -> None:
    assert ">>>" in (getattr(perpend, name).__doc__ or "")


@pytest.mark.parametrize("name", [name for name in (*ASKED, *METRICS) if name in HERE])
def test_every_parameter_is_described(name: str) -> None:
    function = getattr(perpend, name)
    for parameter in inspect.signature(function).parameters:
        if not (name == "score" and not is_here("Likeness")):
            assert re.search(rf"`{parameter}\b|:param {parameter}:", function.__doc__), parameter


@pytest.mark.parametrize("name", sorted(perpend._MOVED))
def test_old_names_work_with_a_warning_that_names_the_new_home(name: str) -> None:
    room, _, attribute = perpend._MOVED[name].rpartition(".")
    try:
        expected = getattr(importlib.import_module(room), attribute)
    except ImportError:
        pytest.skip(f"{room} is not there yet")
    message = f"perpend.{name} is {perpend._MOVED[name]} since 0.2; the old name goes in 0.3"
    with pytest.warns(DeprecationWarning, match=f"^{re.escape(message)}$") as caught:
        assert getattr(perpend, name) is expected
    assert caught[0].filename == __file__
    assert name not in dir(perpend)


def test_the_page_on_python_names_them_all() -> None:
    page = (Path(__file__).resolve().parents[1] / "docs" / "python.md").read_text(encoding="utf-8")
    for name in perpend.__all__:
        assert re.search(rf"`{name}\b", page), name
    for name, home in perpend._MOVED.items():
        assert f"| `perpend.{name}` | `{home}` |" in page


def test_no_module_hides_a_function() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for module in pkgutil.walk_packages(perpend.__path__, "perpend."):
            if not module.name.endswith("__main__"):
                importlib.import_module(module.name)
    rooms = {module.name for module in pkgutil.iter_modules(perpend.__path__)}
    assert not rooms & {*perpend.__all__}
    for name in ASKED:
        first, second = QUESTIONS[name](), QUESTIONS[name]()
        assert first.to_dict() == second.to_dict()


class Fragment(HTMLParser):
    """Counts open elements."""

    VOID = ("meta", "br", "hr", "img")

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag != "script"
        assert all(not name.startswith("on") for name, _ in attrs)
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.mark.parametrize("name", ASKED)
def test_answers_keep_the_protocol(name: str) -> None:
    answer = QUESTIONS[name]()
    assert isinstance(answer, Answer)
    assert type(answer).__name__ == TYPES[name]
    assert all(isinstance(reason, str) and not reason.endswith(".") for reason in answer.reasons)
    assert isinstance(answer.reasons, tuple)
    found = json.loads(json.dumps(answer.to_dict(), allow_nan=False))
    assert {"value", "reasons", "contributions", "signature"} <= found.keys()
    assert found["value"] == json.loads(json.dumps(answer.value))
    assert found["reasons"] == list(answer.reasons)
    assert found["signature"] == answer.signature != ""
    for part, given in zip(answer.contributions, found["contributions"], strict=True):
        assert (part.name, part.points) == (given["name"], given["points"])
        assert isinstance(part.name, str) and isinstance(part.points, float)  # noqa: PT018
        assert "np." not in repr(part)


@pytest.mark.parametrize("name", ASKED)
def test_answers_are_short_to_print_and_safe_to_show(name: str) -> None:
    answer = QUESTIONS[name]()
    assert "\n" not in repr(answer)
    assert len(repr(answer)) < 100
    for text in (repr(answer), str(answer), repr(answer.to_dict()), repr(answer.value)):
        assert "np." not in text
        assert "array(" not in text
    assert answer._repr_html_() == answer.to_html()
    for page in (False, True):
        parser = Fragment()
        parser.feed(answer.to_html(page))
        parser.close()
        assert parser.open == []
    assert answer.to_html(page=True).startswith("<!DOCTYPE html>")


@pytest.mark.parametrize("name", METRICS)
def test_metrics_are_short_to_print(name: str) -> None:
    result = getattr(perpend, name)(["the cat sat", "he ran"], ["a cat sat down", "he ran"])
    assert re.fullmatch(rf"<{name} [\d.]+, 2 segments>", repr(result))
    shown = [str(result), *map(repr, (result.to_dict(segments=True), *result.segments, *result.documents))]
    assert not any("np." in text or "array(" in text for text in shown)
    json.dumps(result.to_dict(segments=True))


def test_what_an_alignment_costs_is_the_sum_of_its_contributions() -> None:
    alignment = perpend.align(*TEXTS, costs="ter")
    assert sum(part.points for part in alignment.contributions) == alignment.cost > 0
    assert alignment.value == alignment.score
    assert perpend.align("same", "same").reasons == ("both texts have the same words in the same order",)
    assert perpend.align("", "").reasons == ("both texts are empty",)
    assert perpend.align("a cat", "cat").reasons == ("'a' of the hypothesis is aligned with no word",)


def test_what_is_kept_is_read_again_after_a_change(tmp_path: Path) -> None:
    costs, words = tmp_path / "my.param", tmp_path / "words.txt"
    for cost, word in ((3.0, "smith"), (4.25, "smithy")):
        costs.write_text(f"Default Insertion Cost (float): {cost}\n", encoding="utf-8")
        words.write_text(f"{word}\njones\n", encoding="utf-8")
        assert perpend.align("a b", "a", costs=costs).cost == cost
        assert perpend.terp(["a b"], ["a"], costs=costs, cap=False).edits == cost
        assert perpend.suggest("smiht", words=words, limit=1).value == (word,)


def test_a_thread_has_aligners_of_its_own() -> None:
    with ThreadPoolExecutor(1) as pool:
        other = pool.submit(kept_aligner, "ter").result()
    assert kept_aligner("ter") is kept_aligner(Costs.named("ter")) is not other


def test_documents_of_names_are_texts_objects_or_values() -> None:
    anna = Document.of("x", "Anna Berg left.", ["Anna Berg"])
    found = perpend.names([anna, {"text": "Anna Berg came.", "mentions": [{"start": 0, "end": 9}]}], same=0)
    assert found.value == (("Anna Berg",),)
    assert [one["id"] for one in found.contributions[0].mentions] == ["x", "2"]
    with pytest.raises(perpend.PerpendError, match="two documents have the id 'x'"):
        perpend.names([anna, anna])
    with pytest.raises(perpend.PerpendError, match="give a list of them"):
        perpend.names("Anna Berg left.")
    with pytest.raises(perpend.PerpendError, match='documents:1: an object with a "text"'):
        perpend.names([5])  # type: ignore[list-item]


def test_wrong_questions_are_explained() -> None:
    with pytest.raises(perpend.PerpendError, match="a word must be a string"):
        perpend.suggest(["smith"])  # type: ignore[arg-type]
    with pytest.raises(perpend.PerpendError, match="give one of them"):
        perpend.suggest("smith", words=["smith"], letters=2, distance=1)
    with pytest.raises(perpend.PerpendError, match="no-such-file"):
        perpend.variants("no-such-file")
    with pytest.raises(perpend.PerpendError, match="phrases"):
        perpend.align("a", "b", phrases="no.phrases")


def test_short_forms_know_no_numpy() -> None:
    assert short(np.float64(1.25)) == "1.250"
    assert short((np.float64(1.25), "yes")) == "1.250, yes"
    assert len(short(["word"] * 1000)) == 60
