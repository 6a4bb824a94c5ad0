"""Learns the weights of `perpend variants --full-names`: src/perpend/people/data/full-names.toml (two minutes).

A list of 20,000 names of people from Wikidata (CC0) gets copies of about a tenth of them: an initial for a given name,
a nickname, a word left out, family name first with a comma or without, a particle joined, another spelling of a word
(spellings of one foreign name), a slip of one letter; three in ten get two such changes. A pair is yes if one is the
copy of the other. Needs names in the mirror (PERPEND_MIRROR).
"""

from collections import defaultdict
from pathlib import Path
from random import Random

import numpy as np

from experiments.sources import data_folder
from experiments.variant_pairs import FOREIGN, read_foreign
from perpend.files.lines import read_lines
from perpend.files.writing import write_text
from perpend.learning.logistic import fit_logistic
from perpend.people.likely_names import NAME_FEATURES, Rarity, full_name_features, link_words, match_names
from perpend.people.name_parts import full_name
from perpend.people.nicknames import nicknames_of
from perpend.spelling.folding import fold
from perpend.spelling.likely_variants import variant_model

GOAL = Path(__file__).resolve().parents[1] / "src" / "perpend" / "people" / "data" / "full-names.toml"
NAMES, COPIES, SEED = 20_000, 3_000, 0
TWICE = 0.3
LETTERS = "abcdefghijklmnopqrstuvwxyz"


def slip(word: str, chance: Random) -> str:
    """The word with one letter left out, doubled or replaced."""
    place = chance.randrange(1, len(word)) if len(word) > 1 else 0
    kind = chance.choice(("", word[place] * 2, chance.choice(LETTERS)))
    return word[:place] + kind + word[place + 1 :]


def copy_of(name: str, spellings: dict[str, list[str]], chance: Random) -> str:
    """The name as somebody else may write it; the same name if the chosen way does not fit."""
    words = name.split()
    given, family = words[0], words[-1]
    way = chance.choice(("initial", "nickname", "left out", "turned", "joined", "respelt", "respelt", "slip"))
    if way == "initial":
        return " ".join([f"{given[0]}.", *words[1:]])
    if way == "nickname" and (known := sorted(nicknames_of(fold(given)))):
        return " ".join([chance.choice(known).title(), *words[1:]])
    if way == "left out" and len(words) > 2:
        return f"{given} {family}"
    if way == "turned":
        return f"{family}{chance.choice((',', ''))} {' '.join(words[:-1])}"
    if way == "joined" and len(words) > 2:
        return f"{given} {''.join(words[1:]).title()}"
    place = chance.randrange(len(words))
    if way == "respelt" and (known := spellings.get(fold(words[place]), [])):
        return " ".join([*words[:place], chance.choice(known).title(), *words[place + 1 :]])
    if way == "slip" and len(words[place]) > 4:
        return " ".join([*words[:place], slip(words[place], chance), *words[place + 1 :]])
    return name


def main() -> None:
    """Learn, and write the file."""
    chance = Random(SEED)
    path = data_folder(None, "names", "names", ["wikidata_fullnames_en.txt"]) / "wikidata_fullnames_en.txt"
    names = [line for line in read_lines(path) if 2 <= len(line.split()) <= 4]
    names = chance.sample(names, NAMES)
    spellings: dict[str, list[str]] = defaultdict(list)
    for language in FOREIGN:
        for one, other in read_foreign(language)[0]:
            spellings[one].append(other)
            spellings[other].append(one)
    copies = [(number, copy_of(names[number], spellings, chance)) for number in range(COPIES)]
    copies = [(number, copy_of(one, spellings, chance) if chance.random() < TWICE else one) for number, one in copies]
    copies = [(number, copy) for number, copy in copies if copy != names[number]]
    listed = [full_name(name) for name in [*names, *(copy for _, copy in copies)]]
    truth = {(number, NAMES + place) for place, (number, _) in enumerate(copies)}
    links = link_words([form for name in listed for form in name.forms], variant_model())
    rarity = Rarity(listed)
    rows, labels = [], []
    for i, j, match in match_names(listed, links):
        rows.append(full_name_features(match, listed[i], listed[j], links, rarity))
        labels.append((i, j) in truth)
    machine = fit_logistic(np.array(rows), np.array(labels), 1.0)
    print(f"{len(labels)} pairs, {sum(labels)} of {len(truth)} copies among them")
    lines = [f'"{name}" = {weight:.4f}' for name, weight in zip(NAME_FEATURES, machine.weights, strict=True)]
    head = "# Learned by tools/make_full_name_weights.py from made-up copies of names of Wikidata (CC0)."
    write_text(GOAL, "\n".join([head, f"base = {machine.intercept:.4f}", "", "[weights]", *lines]) + "\n")


if __name__ == "__main__":
    main()
