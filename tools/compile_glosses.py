"""Compile the words of WordNet's glosses into the array file that the package ships; needs the store's wordnet-dict."""

from pathlib import Path

from perpend.lexicon.wordnet.gloss_words import compile_gloss_words
from perpend.lexicon.wordnet.glosses import Glosses
from perpend.resources.store import resource_path

SHIPPED = Path(__file__).resolve().parents[1] / "src" / "perpend" / "lexicon" / "wordnet" / "data" / "glosses.arrays"


def main() -> None:
    """Compile, and say how large the file became."""
    compile_gloss_words(Glosses(resource_path("wordnet-dict")), SHIPPED)
    print(f"{SHIPPED}: {SHIPPED.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
