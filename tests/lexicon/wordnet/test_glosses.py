"""Glosses are read from the data files, and only from those that the WordNet in use was compiled from."""

from collections.abc import Callable
from pathlib import Path

import pytest

from perpend.errors import CorruptResource, MissingResource
from perpend.lexicon.wordnet.compiler import compile_wordnet
from perpend.lexicon.wordnet.database import WordNet
from perpend.lexicon.wordnet.glosses import Gloss, Glosses, split_gloss

Folder = Callable[[str], Path]


@pytest.fixture
def toys(mini_folder: Folder, tmp_path: Path) -> tuple[Path, WordNet]:
    folder = mini_folder("diamond-of-hypernyms")
    compile_wordnet(folder, tmp_path / "toys.arrays", release="mini")
    return folder, WordNet.open(tmp_path / "toys.arrays")


def test_definition_and_examples(toys: tuple[Path, WordNet]) -> None:
    folder, wordnet = toys
    glosses = Glosses(folder, wordnet)
    glosses.verify()
    assert glosses.gloss(wordnet.synset("toy.n.01")) == Gloss(
        "something to play with", ("she gave him a toy", "a toy for all")
    )
    assert glosses.gloss(wordnet.synset("ball.n.01")) == Gloss("a round toy", ())


@pytest.mark.parametrize(
    ("text", "definition", "examples"),
    [
        ("a; b; c", "a; b; c", ()),
        ('the word "no" itself; "he said no"', 'the word "no" itself', ("he said no",)),
        ('"only an example"', "", ("only an example",)),
        ('left open; "never closed', "left open", ("never closed",)),
        ("", "", ()),
    ],
)
def test_splitting(text: str, definition: str, examples: tuple[str, ...]) -> None:
    assert split_gloss(text) == Gloss(definition, examples)


def test_an_absent_folder_names_the_command(tmp_path: Path) -> None:
    with pytest.raises(MissingResource, match="perpend resources get wordnet-dict"):
        Glosses(tmp_path / "nowhere")


def test_an_absent_file_names_the_command(tmp_path: Path) -> None:
    with pytest.raises(MissingResource, match=r"data\.noun does not exist: perpend resources get wordnet-dict"):
        Glosses(tmp_path).gloss(0)


def test_files_of_another_release(toys: tuple[Path, WordNet]) -> None:
    folder, _ = toys
    with pytest.raises(CorruptResource, match=r"data\.noun has \d+ bytes, but that of wordnet:3\.0-37/\w+ has \d+"):
        Glosses(folder).gloss(0)


def test_altered_files(toys: tuple[Path, WordNet]) -> None:
    folder, wordnet = toys
    data = folder / "data.noun"
    data.write_bytes(data.read_bytes().replace(b"00000", b"00001"))
    glosses = Glosses(folder, wordnet)
    with pytest.raises(CorruptResource, match="has no synset at byte"):
        glosses.gloss(0)
    with pytest.raises(CorruptResource, match="differs from that of wordnet:mini/"):
        glosses.verify()


def test_glosses_of_wordnet(wordnet: WordNet, wordnet_dict: Path) -> None:
    glosses = Glosses(wordnet_dict)
    glosses.verify()
    for synset in range(0, wordnet.tables.parts[-1], 997):
        gloss = glosses.gloss(synset)
        assert gloss.definition or gloss.examples
    assert "fur" in glosses.gloss(wordnet.synset("cat.n.01")).definition
