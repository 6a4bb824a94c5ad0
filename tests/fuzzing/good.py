"""Good files of every kind that Perpend reads, small where they can be."""

import hashlib
import io
import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache
from importlib.resources import files
from pathlib import Path

import numpy as np

from perpend.learning.kernel_machine import KernelMachine
from perpend.learning.registry import load
from perpend.learning.regression import Regression
from perpend.learning.scaling import Scaling
from perpend.lexicon.phrases.builder import build_phrase_table
from perpend.lexicon.phrases.pivot.journal import Journal
from perpend.lexicon.piece_vectors import write_piece_vectors
from perpend.lexicon.topic_model import write_topics
from perpend.lexicon.word_vectors import write_vectors
from perpend.lexicon.wordnet.compiler import compile_wordnet
from perpend.lexicon.wordnet.database import WordNet
from perpend.lexicon.wordnet.gloss_words import compile_gloss_words
from perpend.lexicon.wordnet.glosses import Glosses
from perpend.lexicon.wordnet.source import FILES
from perpend.metrics.segments import SegmentId
from perpend.resources.catalog import File
from perpend.similarity.likeness_model import Correction, LikenessModel

Files = Mapping[str, bytes]


def text(content: str, name: str = "file") -> Callable[[Path], Files]:
    return lambda _: {name: content.encode()}


def shipped(place: str) -> Callable[[Path], Files]:
    return lambda _: {"file": files("perpend").joinpath(place).read_bytes()}


def made(write: Callable[[Path], object]) -> Callable[[Path], Files]:
    def make(folder: Path) -> Files:
        write(folder / "file")
        return {"file": (folder / "file").read_bytes()}

    return make


PAIRS = [
    ("the cat sat on the mat", "a cat sat on a mat", "4.2"),
    ("rain fell all day", "it was sunny", "1.0"),
    ("he ran home", "he went home", "3.5"),
]
TSV = "id\ttext1\ttext2\tgold\n" + "".join(f"n{n}\t{a}\t{b}\t{g}\n" for n, (a, b, g) in enumerate(PAIRS))
CSV = "id,text1,text2,gold\n" + "".join(f'n{n},"{a}",{b},{g}\n' for n, (a, b, g) in enumerate(PAIRS))
JSONL = "".join(
    json.dumps({"id": f"n{n}", "text1": a, "text2": b, "gold": float(g)}) + "\n" for n, (a, b, g) in enumerate(PAIRS)
)
LABELLED = (
    "id\ttext\thypothesis\tentailment\trelatedness\n"
    "n1\ta dog runs\tan animal runs\tENTAILMENT\t4.5\nn2\ta dog runs\tno dog runs\tCONTRADICTION\t3.5\n"
)
CORPUS = "The cat sat on the mat.\nA dog ran to the house.\nThe cat and the dog slept.\n" * 4
PHRASES = "ref\thyp\tp\ntake place\toccur\t0.9\nearly\tat the beginning\t0.25\nsoon\tearly\t1.0\n"
METEOR = "0.25\nat the beginning of\nearly\n0.5\ntake place\noccur\n"
TERP = "0.25 <p>at the beginning of</p> <p>early</p>\n0.25 0.2 <p>take place</p> <p>occur</p>\n"
MOSES = (
    "la casa ||| the house ||| 0.8 0.5 0.6 0.4 ||| 0-0 1-1 ||| 10 12 8\n"
    "la casa ||| the home ||| 0.7 0.5 0.3 0.4 ||| 0-0 1-1 ||| 10 12 8\n"
    "el gato ||| the cat ||| 0.9 0.5 0.9 0.4\n"
)
BITEXT = {
    "source": b"grosse casa\ngrosse casa\ngrosse casa\ngrosse casa\n",
    "target": b"large house\nbig home\nlarge house\nbig home\n",
    "links": b"0-0 1-1\n0-0 1-1\n0-0 1-1\n0-0 1-1\n",
}
SGML = (
    '<tstset setid="s" srclang="a" trglang="b"><doc docid="d" sysid="x">'
    '<seg id="1">the cat</seg><seg id="2">a dog</seg></doc></tstset>\n'
)
XML = f'<?xml version="1.0" encoding="UTF-8"?>\n<mteval>{SGML}</mteval>\n'
TRANS = "the cat sat ([s][d][1])\na dog ran ([s][d][2])\n"
ARPA = (
    "\\data\\\nngram 1=4\nngram 2=2\n\n\\1-grams:\n-1.0\t<unk>\n-1.0\t<s>\t-0.3\n-1.0\t</s>\n-0.7\tcat\t-0.3\n\n"
    "\\2-grams:\n-0.3\t<s> cat\n-0.3\tcat </s>\n\n\\end\\\n"
)
WORDS = "smith\t12\nsmyth\t3\njones\t40\nmüller\t5\nsmithson\t1\n"
MISSPELT = "correct\tmisspelling\nreceive\trecieve\na_lot\talot\nweird\twierd\n"
DOCUMENTS = "".join(
    json.dumps(
        {
            "id": f"d{n}",
            "text": f"{one} left. Later {one} came back.",
            "mentions": [
                {"start": 0, "end": len(one), "chain": "a"},
                {"start": len(one) + 13, "end": 2 * len(one) + 13},
            ],
        }
    )
    + "\n"
    for n, one in enumerate(("Boris Berezovski", "B. Berezovsky", "Ann Lee"))
)
REWRITES = "<p>united states</p> <p>u.s.</p>\n<p>it is</p> <p>it's</p>\n"
LINKS = "cat\tpet\ndog\tpet\ncat\tfur\ndog\twalk\nsun\tstar\n"
PREFERENCES = "s\td\t1\tx\ty\ns\td\t2\ty\tx\n"
IDS = [SegmentId("s", system, "d", segment) for system in "xy" for segment in "12"]
COSTS = files("perpend").joinpath("alignment/data/terpa.param").read_text(encoding="utf-8")
WEIGHTS = "Weights of the best round\n0.0 0.26 1.43 1.56 0.0 0.0 0.56 -0.23 0.1 0.2 0.3\n"
CATALOG = files("perpend.resources").joinpath("catalog.toml").read_text(encoding="utf-8")[:3_000].rpartition("\n\n")[0]
REGISTRY = files("perpend.learning").joinpath("models.toml").read_text(encoding="utf-8")
MINIATURES = Path(__file__).parents[1] / "lexicon" / "mini-wordnet"
PAIR = ("a small cat sat early on the mat", "a cat was sitting soon on the mat")


# Files that are made.


def parquet(_: Path) -> Files:
    import pyarrow
    import pyarrow.parquet

    columns = {
        "text1": [a for a, _, _ in PAIRS],
        "text2": [b for _, b, _ in PAIRS],
        "gold": [float(g) for *_, g in PAIRS],
    }
    out = io.BytesIO()
    pyarrow.parquet.write_table(pyarrow.table(columns), out)
    return {"file.parquet": out.getvalue()}


@cache
def table_bytes(folder: Path) -> bytes:
    (folder / "pairs.tsv").write_text(PHRASES, encoding="utf-8")
    build_phrase_table(folder / "pairs.tsv", folder / "table")
    return (folder / "table").read_bytes()


def table(folder: Path) -> Files:
    return {"file": table_bytes(folder)}


def wordnet_source(folder: Path) -> Files:
    rule = MINIATURES / "diamond-of-hypernyms"
    return {name: (rule / name).read_bytes() if (rule / name).exists() else b"" for name in FILES}


def filled(folder: Path, content: Files) -> Path:
    folder.mkdir(exist_ok=True)
    for name, data in content.items():
        (folder / name).write_bytes(data)
    return folder


def mini_wordnet(folder: Path) -> Files:
    compile_wordnet(filled(folder / "dict", wordnet_source(folder)), folder / "file", release="mini")
    return {"file": (folder / "file").read_bytes()}


def glosses(folder: Path) -> Files:
    wordnet = mini_wordnet(folder)
    return {**wordnet_source(folder), "wordnet": wordnet["file"]}


def gloss_words(folder: Path) -> Files:
    wordnet = WordNet.open(filled(folder, mini_wordnet(folder)) / "file")
    compile_gloss_words(Glosses(folder / "dict", wordnet), folder / "glosses", wordnet)
    return {"file": (folder / "glosses").read_bytes(), "wordnet": (folder / "file").read_bytes()}


def vectors(path: Path) -> None:
    words = ["cat", "dog", "hous", "mat"]
    write_vectors(path, words, np.eye(4, 3, dtype=np.float32) + np.float32(0.1), {"name": "small"})


def piece_vectors(path: Path) -> None:
    pieces = ["[UNK]", "cat", "dog", "##s"]
    write_piece_vectors(path, pieces, np.eye(4, 3, dtype=np.float32) + np.float32(0.1), {"name": "small"})


def tensors(path: Path) -> None:
    values = np.arange(6, dtype="<f4").tobytes()
    header = json.dumps({"a": {"dtype": "F32", "shape": [2, 3], "data_offsets": [0, len(values)]}}).encode()
    path.write_bytes(len(header).to_bytes(8, "little") + header + values)


def topics(path: Path) -> None:
    counts = np.array([5, 4, 3, 2], np.int64)
    write_topics(
        path,
        ["cat", "dog", "hous", "mat"],
        counts,
        np.array([[0.5, 0.2], [0.2, 0.3], [0.2, 0.2], [0.1, 0.3]]),
        0.1,
        {"name": "small"},
    )


def trained_likeness(folder: Path) -> Files:
    """A model of likeness with a correction, as one that was trained on somebody's pairs."""
    model = load("everyday")
    assert isinstance(model, LikenessModel)
    count = len(model.names) + 1
    chance = np.random.default_rng(0)
    machine = KernelMachine(chance.normal(size=(5, count)).astype(np.float32).astype(float), np.ones(5), 0.1, 0.05)
    regression = Regression(machine, chance.normal(size=count), 0.2, 0.5)
    correction = Correction(Scaling(np.full(count, 0.4), np.full(count, 0.3)), regression, 0.5)
    replace(model, correction=correction, errors=(0.9, 0.8)).save(folder / "made")
    return {"file": (folder / "made").read_bytes()}


def journal(folder: Path) -> Files:
    with Journal(folder / "work", {"made": "for a test"}) as journal:
        (folder / "work" / "numbers").write_bytes(np.arange(5, dtype="<i4").tobytes())
        journal.finish("first", {"numbers": np.int32}, {"lines": 5})
    return {name: (folder / "work" / name).read_bytes() for name in ("manifest.json", "numbers")}


def resource(content: bytes = b"content of a resource") -> tuple[str, File]:
    """A catalog with one resource, and its file."""

    file = File("file", len(content), hashlib.sha256(content).hexdigest())
    text = (
        '[small]\ntitle = "t"\nversion = "1.0"\nlicence = "l"\ncitation = "c"\n'
        '[[small.sources]]\nkind = "url"\nbase = "file:///nowhere"\n[small.files]\n'
        f'"file" = {{ size = {file.size}, sha256 = "{file.sha256}" }}\n'
    )
    return text, file
