"""Every public callable of Perpend that takes the path of a file, found by introspection.

`path_takers()` imports all modules of the package but the command line, and lists the functions, classes, class
methods and static methods in their `__all__` that have a parameter annotated with Path. Each is either fuzzed, with an
entry in `samples`, or stands in `NOT_READERS` with the reason. So nobody can add a reader that is not fuzzed.
"""

import importlib
import inspect
import pkgutil
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import perpend

__all__ = ["NOT_READERS", "path_takers"]

_WRITES = "writes its file; `tests/cli/test_long_kill.py` attacks the commands that do"
_LABEL = "the path is a name in messages or in a record; nothing is opened"
_PASSES = "passes the path to another reader, which is fuzzed by its own name"
_OUTER = "runs programs or code of others: SECURITY.md promises nothing about such a folder or source"

NOT_READERS: dict[str, str] = {
    name: reason
    for reason, names in {
        _WRITES: (
            "perpend.alignment.weights:write_weights",
            "perpend.files.arrays:write_arrays",
            "perpend.files.writing:atomic_write",
            "perpend.files.writing:check_output",
            "perpend.files.writing:check_outputs",
            "perpend.files.writing:write_text",
            "perpend.lexicon.language_model.arpa:write_arpa",
            "perpend.lexicon.phrases.builder:check_table",
            "perpend.lexicon.phrases.pivot.alignments:write_pharaoh",
            "perpend.lexicon.phrases.pivot.table:write_table",
            "perpend.lexicon.piece_vectors:write_piece_vectors",
            "perpend.lexicon.topic_model:write_topics",
            "perpend.lexicon.word_vectors:write_vectors",
            "perpend.metrics.terp_files.cost_file:write_costs",
            "perpend.metrics.terp_files.native:write_native",
            "perpend.metrics.terp_files.native_result:write_result",
            "perpend.spelling.variants:write_variants",
        ),
        _LABEL: (
            "perpend.combination.reading:system_names",
            "perpend.errors:FormatError",
            "perpend.errors:WriteError",
            "perpend.evaluation.gold:Gold.of",
            "perpend.evaluation.gold:checked_numbers",
            "perpend.files.documents:Fields",
            "perpend.files.rows:format_of",
            "perpend.files.stamps:stamp",
            "perpend.files.tables:LabelledPairs",
            "perpend.files.tables:Table",
            "perpend.files.tables:TableRows",
            "perpend.learning.registry:Entry",
            "perpend.lexicon.phrases.builder:BuildReport",
            "perpend.lexicon.phrases.builder:table_name",
            "perpend.lexicon.phrases.pivot.maker:PivotReport",
            "perpend.metrics.segments:SegmentFile",
            "perpend.metrics.terp_files.reading_xml:EntityRefused",
            "perpend.resources.catalog:FolderSource",
            "perpend.resources.store:Holding",
            "perpend.similarity.model:PerpModel",
        ),
        _PASSES: (
            "perpend.alignment.aligner:align",
            "perpend.alignment.aligner:kept_aligner",
            "perpend.alignment.costs:Costs.of",
            "perpend.combination.aligning:Aligners",
            "perpend.combination.combiner:Combiner",
            "perpend.combination.combiner:combine",
            "perpend.deprecated:EntailmentRecognizer",
            "perpend.deprecated:ParaphraseRecognizer",
            "perpend.deprecated:PerpScorer",
            "perpend.deprecated:Relater",
            "perpend.entailment.everyday_training:train_inference",
            "perpend.entailment.recognizer:entail",
            "perpend.entailment.recognizer:entailing_model",
            "perpend.equivalence.everyday_training:train_equivalence",
            "perpend.equivalence.recognizer:judging_model",
            "perpend.equivalence.recognizer:paraphrase",
            "perpend.learning.model:Model.read",
            "perpend.lexicon.topic_training:train_topics_of",
            "perpend.metrics.terp:terp",
            "perpend.metrics.terp:terp_scorer",
            "perpend.metrics.tuning:tune",
            "perpend.relatedness.relater:relate",
            "perpend.relatedness.relater:relating_model",
            "perpend.similarity.estimator:PerpRegressor",
            "perpend.similarity.model:phrases_for",
            "perpend.similarity.likeness:score",
            "perpend.similarity.likeness:scoring_model",
            "perpend.similarity.likeness_training:train_likeness",
        ),
        _OUTER: (
            "perpend.text.annotate:Annotator",
            "perpend.text.pipeline:open_pipeline",
        ),
    }.items()
    for name in names
}
"""The callables that take a path and are not fuzzed by their own name, each with the reason."""


@cache
def path_takers() -> dict[str, Callable[..., Any]]:
    """The public callables with a parameter that may be a path, by `module:name`."""
    found = {f"{one.__module__}:{one.__qualname__}": one for one in _public() if _takes_a_path(one)}
    return dict(sorted(found.items()))


def _public() -> Iterator[Callable[..., Any]]:
    for module in pkgutil.walk_packages(perpend.__path__, "perpend."):
        if module.name.startswith("perpend.cli") or module.name.endswith("__main__"):
            continue
        loaded = importlib.import_module(module.name)
        for name in getattr(loaded, "__all__", ()):
            value = getattr(loaded, name)
            if callable(value):
                yield value
            if inspect.isclass(value):
                members = inspect.getmembers_static(value)
                shared = [key for key, one in members if isinstance(one, classmethod | staticmethod)]
                yield from (getattr(value, key) for key in shared if not key.startswith("_"))


def _takes_a_path(value: Callable[..., Any]) -> bool:
    try:
        parameters = inspect.signature(value).parameters.values()
    except (TypeError, ValueError):
        return False
    return value.__module__.startswith("perpend") and any("Path" in str(one.annotation) for one in parameters)
