"""Edit costs: settings and look-ups -> the numbers of the aligner.

    Costs.named("terpa")         the cost sets ter, terpa, terph
    Costs.read("my.param")       a parameter file in TERp's format
    problem_of(costs, hyp, ref)  two lists of tokens -> a `Problem`

Words are compared by equality first; only unequal ones may share a stem or be synonyms. Of substitution, stem and
synonym the cheapest counts, the first of these at equal cost. A phrase of the reference may be matched by its
paraphrases from a phrase table (`phrase_costs.py`).

A parameter file means what it means to the original: without a stop list no shift is blocked by stop words, without a
WordNet directory nothing is a synonym. Here a directory is only asked for, never read: any name stands for the WordNet
3.0 that comes with the package. The named sets have both, as the original's wrapper for `terpa` does.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property, lru_cache
from hashlib import sha256
from math import inf
from pathlib import Path
from typing import Any

import perpend
from perpend.alignment.parameters import (
    MAX_COST,
    MAX_WHOLE,
    PARAMETER_SETS,
    SHIFT_CONSTRAINTS,
    TerpParameters,
    check_phrase_function,
)
from perpend.alignment.problem import Op, PhraseEdge, Problem, Search
from perpend.alignment.weights import read_weights, with_weights
from perpend.arguments import number, path_of, text_of, whole_number, wrong_type
from perpend.errors import InputError, SettingError, unknown_name
from perpend.files.stamps import Stamp, stamp
from perpend.lexicon.wordnet.database import WordNet
from perpend.lexicon.words import stop_words
from perpend.text import Normalization, Rewrites, Tokenizer, stem
from perpend.text.wordlist import read_word_list

__all__ = ["Costs", "problem_of"]

_EDITS = ("match", "insertion", "deletion", "substitution", "stem", "synonym", "shift")
_RELAXED = ("relax", "relax_nophrase", "allow_mismatch")


@dataclass(frozen=True)
class Costs:
    """A set of edit costs with the settings of the search; change one with `dataclasses.replace`.

    Costs are finite, at most MAX_COST of either sign; `beam` is 0 or more, and infinite for none; `distance` is a whole
    number of 0 or more. Other values raise InputError, unknown names SettingError.
    """

    name: str
    match: float = 0.0
    insertion: float = 1.0
    deletion: float = 1.0
    substitution: float = 1.0
    stem: float = 1.0
    synonym: float = 1.0
    shift: float = 1.0
    phrase_function: str = "NONE"
    phrase_parameters: tuple[float, ...] = ()
    phrase_min: float = -inf
    phrase_max: float = inf
    use_stems: bool = False
    use_synonyms: bool = False
    shift_constraint: str = "exact"
    stop_words: frozenset[str] = frozenset()
    beam: float = 20.0
    distance: int = 50
    cap: bool = False
    average_length: bool = True
    normalization: Tokenizer = field(default_factory=Normalization)

    def __post_init__(self) -> None:
        text_of(self.name, "the name of costs")
        for name in _EDITS:
            number(getattr(self, name), f"the cost of a {name}", -MAX_COST, MAX_COST)
        for name in ("use_stems", "use_synonyms", "cap", "average_length"):
            if not isinstance(getattr(self, name), bool):
                raise wrong_type(f"{name} of costs", "True or False", getattr(self, name))
        number(self.beam, "the beam", 0)
        whole_number(self.distance, "the distance of shifts", 0, MAX_WHOLE)
        self._check_phrases()
        self._check_words()

    def _check_phrases(self) -> None:
        if not isinstance(self.phrase_parameters, tuple):
            raise wrong_type("the parameters of the phrase function", "a tuple of numbers", self.phrase_parameters)
        for value in self.phrase_parameters:
            number(value, "a parameter of the phrase function", -MAX_COST, MAX_COST)
        check_phrase_function(text_of(self.phrase_function, "the phrase function"), self.phrase_parameters)
        number(self.phrase_min, "the lowest cost of a phrase")
        number(self.phrase_max, "the highest cost of a phrase")

    def _check_words(self) -> None:
        if text_of(self.shift_constraint, "the shift constraint") not in SHIFT_CONSTRAINTS:
            raise unknown_name("shift constraint", self.shift_constraint, SHIFT_CONSTRAINTS)
        if not isinstance(self.stop_words, frozenset) or not all(isinstance(word, str) for word in self.stop_words):
            raise wrong_type("the stop words", "a frozenset of strings", self.stop_words)
        if not callable(getattr(self.normalization, "tokens", None)):
            raise wrong_type(
                "the normalization", "a tokenizer such as perpend.text.Normalization()", self.normalization
            )

    @classmethod
    def named(cls, name: str) -> "Costs":
        """Returns the set `name` (ter, terpa or terph), with WordNet and the stop list if the set uses them.

        >>> Costs.named("terpa").shift
        0.5620538767397316
        """
        return _shipped_set(name)

    @classmethod
    def read(cls, source: "str | Path | Costs") -> "Costs":
        """Returns the cost set of `source`, a name or a parameter file; a `Costs` is returned unchanged."""
        if isinstance(source, Costs):
            return source
        if str(source) in PARAMETER_SETS:
            return cls.named(str(source))
        path = path_of(source, "a cost set")
        if not path.is_file():
            raise SettingError(
                f"unknown costs {str(source)!r}: give {', '.join(PARAMETER_SETS)} or a parameter file in TERp's format"
            )
        return cls.of(_parameters_in(path, stamp(path)), path.stem, path.parent)

    @classmethod
    def of(cls, parameters: TerpParameters, name: str, folder: Path | str = "") -> "Costs":
        """Returns the costs of a set of TERp's parameters under `name`.

        `folder` is that of the parameter file; its stop list is found there by a relative name, else, as in the
        original, in the working folder.
        """
        _refuse_unsupported(parameters)
        if parameters.weight_file:
            parameters = with_weights(parameters, read_weights(parameters.weight_file))
        p, normalization = parameters, _normalization(parameters)
        return cls(
            name, p.match_cost, p.insertion_cost, p.deletion_cost, p.substitution_cost, p.stem_cost, p.synonym_cost,
            p.shift_cost, p.phrase_function or "NONE", p.phrase_parameters, p.phrase_min, p.phrase_max, p.use_porter,
            p.use_wordnet and bool(p.wordnet_directory), p.shift_constraint,
            _stop_list(p.shift_stop_list, Path(folder), normalization), float(p.beam_width), p.shift_distance, p.cap,
            p.use_average_length, normalization,
        )  # fmt: skip

    @cached_property
    def search(self) -> Search:
        """The settings of the search for the aligner."""
        constraint = self.shift_constraint
        return Search(
            shift_cost=self.shift,
            beam=self.beam,
            distance=0 if constraint == "noshift" else self.distance,
            phrases_in_blocks=constraint in ("relax", "allow_mismatch"),
            mismatch_in_blocks=constraint == "allow_mismatch",
        )

    @property
    def pair_costs(self) -> tuple[float, float, float, float]:
        """The cost of two words by kind: match, substitution, stem, synonym."""
        return self.match, self.substitution, self.stem, self.synonym

    @property
    def relations_agree(self) -> bool:
        """Whether a shifted block may contain words that match by stem or synonym."""
        return self.shift_constraint in _RELAXED

    def _numbers(self) -> str:
        """The edit costs, rounded, and a hash of all exact costs."""
        edits = (self.insertion, self.deletion, *self.pair_costs, self.shift)
        phrases = (self.phrase_function, *self.phrase_parameters, self.phrase_min, self.phrase_max)
        digest = sha256(repr((edits, phrases)).encode()).hexdigest()[:8]
        return f"{','.join(f'{value:g}' for value in edits)}/{digest}"

    def signature(self, phrases: str = "") -> str:
        """Returns these settings for signatures; `phrases` is the signature of a phrase table."""
        parts: list[tuple[str, object]] = [
            ("costs", self.name),
            ("edits", self._numbers()),
            ("tok", self.normalization.signature()),
            ("stems", "porter" if self.use_stems else "no"),
            ("syn", WordNet.shipped().signature() if self.use_synonyms else "no"),
            ("phrases", phrases or "no"),
            ("shift", f"{self.shift_constraint},{self.distance}"),
            ("stop", len(self.stop_words)),
            ("beam", f"{self.beam:g}"),
            ("cap", "yes" if self.cap else "no"),
            ("version", perpend.__version__),
        ]
        return "|".join(f"{name}:{value}" for name, value in parts)


@cache
def _shipped_set(name: str) -> Costs:
    parameters = TerpParameters.of_set(name)
    costs = Costs.of(parameters, name)
    if name == "ter":
        return costs
    return replace(costs, use_synonyms=True, stop_words=stop_words(_normalization(parameters)))


@lru_cache(maxsize=8)
def _parameters_in(path: Path, stamp: Stamp) -> TerpParameters:  # noqa: ARG001
    """Reads a parameter file; the stamp is part of the key, so that a changed file is read again."""
    return TerpParameters.read(path)


def _refuse_unsupported(parameters: TerpParameters) -> None:
    for value, name in (
        (parameters.word_class_file, "Word Class File"),
        (parameters.use_multi_word_class, "Use Multi Word Class"),
        (parameters.generalize_numbers, "Generalize Numbers"),
    ):
        if value:
            raise SettingError(f"the parameter {name!r} is not supported: remove it from the parameter file")


def _normalization(parameters: TerpParameters) -> Normalization:
    return Normalization(
        normalize=parameters.normalize,
        case_sensitive=parameters.case_sensitive,
        strip_punctuation=parameters.strip_punctuation,
        new_normalization=parameters.new_normalization,
        normalize_numbers=parameters.normalize_numbers,
        rewrites=Rewrites.read(Path(parameters.normalization_file)) if parameters.normalization_file else None,
    )


def _stop_list(name: str, folder: Path, normalization: Tokenizer) -> frozenset[str]:
    if not name:
        return frozenset()
    path = next((path for path in (folder / name, Path(name)) if path.is_file()), None)
    if path is None:
        raise InputError(f"stop list {name!r} does not exist: correct 'Shift Stop Word List' in the parameter file")
    return frozenset(token for line in read_word_list(path) for token in normalization.tokens(line))


def problem_of(
    costs: Costs, hyp: Sequence[str], ref: Sequence[str], phrases: Sequence[tuple[int, int, Sequence[str], float]] = ()
) -> Problem:
    """Returns the problem of aligning the tokens `hyp` and `ref` under `costs`.

    `phrases` are the active paraphrases: (ref start, ref length, words, cost).
    """
    ids: dict[str, int] = {}
    hyp_ids = tuple(ids.setdefault(word, len(ids)) for word in hyp)
    cells = [[_compare(costs, r, h) for h in hyp] for r in ref]
    edges = tuple(
        PhraseEdge(start, length, tuple(ids.get(word, -1) for word in words), cost, number)
        for number, (start, length, words, cost) in enumerate(phrases)
    )
    return Problem(
        ref_len=len(ref),
        hyp_ids=hyp_ids,
        pair_cost=[[cost for _, cost, _ in row] for row in cells],
        pair_kind=[[kind for kind, _, _ in row] for row in cells],
        pair_agrees=[[agrees for _, _, agrees in row] for row in cells],
        insertion=[costs.insertion] * len(hyp),
        deletion=[costs.deletion] * len(ref),
        ref_stop=[word in costs.stop_words for word in ref],
        hyp_stop=[word in costs.stop_words for word in hyp],
        phrases=edges,
        search=costs.search,
    )


def _compare(costs: Costs, ref: str, hyp: str) -> tuple[int, float, bool]:
    """Returns kind and cost of two words, and whether they may be shifted together."""
    if ref == hyp:
        return Op.MATCH, costs.match, True
    same_stem = costs.use_stems and stem(ref) == stem(hyp)
    synonyms = costs.use_synonyms and WordNet.shipped().are_synonyms(ref, hyp)
    kinds: list[tuple[int, Any]] = [(Op.SUBSTITUTE, costs.substitution)]
    kinds += [(Op.STEM, costs.stem)] if same_stem else []
    kinds += [(Op.SYNONYM, costs.synonym)] if synonyms else []
    kind, cost = min(kinds, key=lambda pair: pair[1])
    return kind, cost, (same_stem or synonyms) and costs.relations_agree
