"""Trains the channel that comes with Perpend, `english`, from Wikipedia's list of common misspellings.

python tools/make_spelling_channel.py      needs spelling/wikipedia.tsv in the mirror (PERPEND_MIRROR)

Only this corpus: Wikipedia's text is under CC BY-SA, so what is learned from it may be passed on under the same terms.
The others of Mitton's collection come without terms that would allow it.
"""

from pathlib import Path

from perpend.errors import MissingResource
from perpend.resources.store import Store
from perpend.spelling.channel_training import TrainingPair, train_channel
from perpend.spelling.english import english_words
from perpend.spelling.misspellings import read_misspellings
from perpend.spelling.word_index import WordIndex
from perpend.spelling.word_list import Matching

__all__ = ["main"]

TARGET = Path(__file__).resolve().parents[1] / "src" / "perpend" / "spelling" / "channels" / "english.json"


def main() -> None:
    """Read, train, write."""
    mirror = Store().mirror
    if mirror is None:
        raise MissingResource("no mirror is named: set PERPEND_MIRROR to the folder of the data sets")
    pairs = read_misspellings(mirror / "spelling" / "wikipedia.tsv")
    index = WordIndex.of(english_words(meant for meant, _ in pairs), Matching(ignore_case=True))
    channel = train_channel([TrainingPair(*pair) for pair in pairs], index, name="english", licence="CC BY-SA 4.0")
    channel.write(TARGET)
    print(f"{channel.signature} written to {TARGET.name}")


if __name__ == "__main__":
    main()
