from collections.abc import Callable, Iterable

from perpend.alignment._encoder import Encoder
from perpend.features.edits import WordFacts

class Words:
    def __init__(
        self, encoder: Encoder, *, facts_of: Callable[[str], WordFacts], stop_words: Iterable[str], entries: int
    ) -> None: ...
    def __len__(self) -> int: ...
