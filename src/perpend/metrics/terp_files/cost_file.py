"""Writes costs as a parameter file in TERp's format.

    tuned.param              Default Insertion Cost (float)  : 0.31 ...
                             Shift Stop Word List (string)   : tuned.stop-words.txt
    tuned.stop-words.txt     the stop list, if there is one

`Costs.read("tuned.param")` returns the same costs under the name of the file; if it would not, no parameter file is
written. The stop list is named without its folder, and found beside the parameter file: the two may be moved together,
and the same costs give the same bytes everywhere. The original program looks for it in the working folder. The WordNet
directory is only a name, because Perpend reads its own WordNet; the original program needs a real one.
"""

from dataclasses import replace
from pathlib import Path

from perpend.alignment import Costs
from perpend.alignment.parameters import TerpParameters
from perpend.errors import SettingError
from perpend.files.writing import atomic_write
from perpend.text import Normalization

__all__ = ["parameters_of", "write_costs"]

_WORDNET = "WordNet-3.0"


def parameters_of(costs: Costs, settings: TerpParameters | None = None) -> TerpParameters:
    """Returns TERp's parameters for `costs`; `settings` are those of the file that the costs come from.

    >>> parameters_of(Costs.named("terpa")).insertion_cost
    0.2588527567630183
    """
    base, text = settings or TerpParameters(), costs.normalization
    if not isinstance(text, Normalization):
        raise SettingError(
            f"costs with the tokeniser {text.signature()!r} cannot be written: TERp's files do not have it"
        )
    if text.rewrites is not None and not base.normalization_file:
        raise SettingError("costs with rewriting rules cannot be written: name their file in a parameter file instead")
    if costs.beam != int(costs.beam):
        raise SettingError(f"a beam of {costs.beam:g} cannot be written: TERp's files hold whole numbers there")
    return replace(
        base, match_cost=costs.match, insertion_cost=costs.insertion, deletion_cost=costs.deletion,
        substitution_cost=costs.substitution, stem_cost=costs.stem, synonym_cost=costs.synonym, shift_cost=costs.shift,
        phrase_function=costs.phrase_function, phrase_parameters=costs.phrase_parameters, phrase_min=costs.phrase_min,
        phrase_max=costs.phrase_max, use_porter=costs.use_stems, use_wordnet=costs.use_synonyms,
        wordnet_directory=(base.wordnet_directory or _WORDNET) if costs.use_synonyms else base.wordnet_directory,
        shift_constraint=costs.shift_constraint, beam_width=int(costs.beam), shift_distance=costs.distance,
        cap=costs.cap, use_average_length=costs.average_length, normalize=text.normalize,
        case_sensitive=text.case_sensitive, strip_punctuation=text.strip_punctuation,
        new_normalization=text.new_normalization, normalize_numbers=text.normalize_numbers, weight_file="",
    )  # fmt: skip


def write_costs(costs: Costs, path: Path | str, settings: TerpParameters | None = None) -> None:
    """Writes `costs` as a parameter file to `path`, and beside it their stop list.

    Other files that `settings` name stay as they are named there.
    """
    path, parameters = Path(path), parameters_of(costs, settings)
    stop_list = path.with_suffix(".stop-words.txt")
    if costs.stop_words:
        _write_stop_list(costs, stop_list)
    parameters = replace(parameters, shift_stop_list=stop_list.name if costs.stop_words else "")
    if Costs.of(parameters, costs.name, path.parent) != costs:
        raise SettingError(f"{path} cannot hold all settings of the costs {costs.name!r}: start from a parameter file")
    parameters.write(path)


def _write_stop_list(costs: Costs, path: Path) -> None:
    with atomic_write(path) as file:
        file.writelines(f"{word}\n".encode() for word in sorted(costs.stop_words))
