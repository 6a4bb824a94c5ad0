"""What lists say of names: given names, surnames, whole names of people, WordNet's places, and a list of organisations.

    ancestry_givenname_common.txt   given names, the most frequent first       (Apache-2.0, CC BY-SA)
    ancestry_surname_common.txt     surnames, the most frequent first          (Apache-2.0, CC BY-SA)
    wikidata_fullnames_en.txt       names of people in Wikidata                (CC0)
    organisations.txt beside this module: well-known organisations

`KnownNames.read` reads them; `name_table` makes features of words from them, `name_examples` puts them into sentences.
"""

import hashlib
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from perpend.lexicon.wordnet import WordNet

__all__ = ["KnownNames", "list_checksums"]

_FILES = {
    "given": "ancestry_givenname_common.txt",
    "surnames": "ancestry_surname_common.txt",
    "people": "wikidata_fullnames_en.txt",
}
_ORGANISATIONS = Path(__file__).with_name("organisations.txt")
_GIVEN, _SURNAMES = 20_000, 60_000
_PLACES = ("noun.location", "noun.object")


@dataclass(frozen=True, slots=True)
class KnownNames:
    """Given names and surnames are lower-cased; people, places and organisations are as the sources write them.

    `first` and `last` count the lower-cased first and last words of `people`.
    """

    given: tuple[str, ...]
    surnames: tuple[str, ...]
    people: tuple[str, ...]
    first: Counter[str]
    last: Counter[str]
    places: tuple[str, ...]
    organisations: tuple[str, ...]

    @classmethod
    def read(cls, folder: Path) -> "KnownNames":
        """The lists under `folder` (see above), the places of the shipped WordNet, and organisations.txt."""
        people = tuple(filter(_is_plain, _lines(folder / _FILES["people"])))
        parts = [name.lower().split(" ") for name in people]
        return cls(
            given=tuple(_lines(folder / _FILES["given"])[:_GIVEN]),
            surnames=tuple(_lines(folder / _FILES["surnames"])[:_SURNAMES]),
            people=people,
            first=Counter(words[0] for words in parts),
            last=Counter(words[-1] for words in parts),
            places=tuple(sorted(_places(WordNet.shipped()))),
            organisations=tuple(_lines(_ORGANISATIONS)),
        )


def list_checksums(folder: Path) -> dict[str, str]:
    """The first digits of each list's SHA-256."""
    paths = [*(folder / name for name in _FILES.values()), _ORGANISATIONS]
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest()[:16] for path in paths}


def _lines(path: Path) -> list[str]:
    return [line for line in path.read_text("utf-8").split("\n") if line]


def _is_plain(name: str) -> bool:
    """Two or three words of letters with capitals, unlike "Duke Huan I of Song"."""
    words = name.split(" ")
    return 2 <= len(words) <= 3 and all(word[:1].isupper() and word.replace("-", "").isalpha() for word in words)


def _places(wordnet: WordNet) -> set[str]:
    """The names of synsets that are an instance of a location or of a natural object: Oslo, Lake Baikal."""
    return {
        lemma.replace("_", " ")
        for synset in range(*wordnet.tables.part_range("noun"))
        if wordnet.lexicographer_class(synset) in _PLACES and wordnet.instance_hypernyms(synset)
        for lemma in wordnet.lemmas(synset)
        if lemma[0].isupper()
    }
