from collections.abc import Callable, Iterable

class Vocabulary:
    def __init__(
        self,
        *,
        stem_of: Callable[[str], str] | None,
        synsets_of: Callable[[str], Iterable[int]] | None,
        phrase_number_of: Callable[[str], int] | None,
        stop_words: Iterable[str],
    ) -> None: ...
    def __len__(self) -> int: ...
