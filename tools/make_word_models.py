"""Train the word vectors and topics that come with Perpend: `make word-models` (about half an hour on one core).

Needs what `experiments.word_corpora` reads: `bitext` and `mono` in the mirror, WordNet's glosses in the store.
"""

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from experiments.word_corpora import write_documents, write_sentences
from perpend.lexicon.topic_model import SHIPPED_TOPICS
from perpend.lexicon.topic_training import TopicSettings, train_topics
from perpend.lexicon.vector_training import VectorSettings, train_vectors

DATA = Path(__file__).resolve().parents[1] / "src" / "perpend" / "lexicon" / "data"


def report(what: str, done: int, total: int) -> None:
    """Say how far the work is."""
    print(f"\r{what} {done}/{total}   ", end="", file=sys.stderr, flush=True)


def main() -> None:
    """Train what is named, or all."""
    wanted = sys.argv[1:] or ["vectors", *map(str, SHIPPED_TOPICS)]
    with TemporaryDirectory() as folder:
        sentences = write_sentences(None, Path(folder) / "sentences")
        documents = write_documents(None, Path(folder) / "documents")
        for one in wanted:
            if one == "vectors":
                train_vectors(sentences, DATA / "words.vectors", VectorSettings(), name="perpend-lsa", progress=report)
            else:
                settings = TopicSettings(int(one))
                goal = DATA / f"topics-{one}.topics"
                train_topics(documents, goal, settings, name=f"perpend-lda-{one}", progress=report)
            print(f"\r{one} done" + " " * 40, file=sys.stderr)


if __name__ == "__main__":
    main()
