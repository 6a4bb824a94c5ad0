"""Makes a trained pipeline small and writes it as package data: what `Language.to_disk` writes, with checksums.

    python tools/pipeline/pack.py TRAINED src/perpend/text/data/pipeline

Weights are rounded to half precision. They stay single-precision arrays, as spaCy needs them, but half of their bits
are zero, so that wheels and git pack them to about half. Of the strings only those stay that labels and lemmas
need: the words of the treebank are not in it, and the table of known words and names has hashes for keys.
"""

import argparse
import hashlib
import json
import shutil
from pathlib import Path

import numpy
import spacy
import srsly
from spacy.language import Language

__all__ = ["pack", "write_pipeline"]

ABOUT = {
    "name": "perpend",
    "version": "1.1.0",
    "description": "Penn tags, coarse tags, lemmas, UD relations and names for English; from UD English EWT.",
    "license": "CC BY-SA 4.0",
    "author": "the Perpend authors",
    "spacy_version": ">=3.8.0,<4.0.0",
}


def pack(trained: Path, folder: Path) -> None:
    """Write the small pipeline; what was in the folder is replaced, but for its card."""
    nlp = spacy.load(trained)
    nlp.meta.update(ABOUT)
    _round(nlp)
    strings = sorted(_strings(nlp))
    for path in folder.glob("*"):
        if path.is_dir():
            shutil.rmtree(path)
        elif path.name != "README.md":
            path.unlink()
    write_pipeline(nlp, folder)
    (folder / "vocab" / "strings.json").write_text(json.dumps(strings, ensure_ascii=False, indent=0) + "\n", "utf-8")
    shutil.copy(trained / "training.json", folder / "training.json")
    _write_checksums(folder)


def write_pipeline(nlp: Language, folder: Path) -> None:
    """Write the pipeline with the attribute that the keys of its table are, which spaCy reads but does not write."""
    nlp.to_disk(folder)
    path = folder / "vocab" / "vectors.cfg"
    settings = {**json.loads(path.read_text("utf-8")), "attr": int(nlp.vocab.vectors.attr)}
    path.write_text(json.dumps(settings) + "\n", "utf-8")


def _round(nlp: Language) -> None:
    for _, component in nlp.pipeline:
        for node in component.model.walk():
            for name in node.param_names:
                if node.has_param(name):
                    node.set_param(name, node.get_param(name).astype(numpy.float16).astype(numpy.float32))


def _strings(nlp: Language) -> set[str]:
    """Labels, in all the forms that spaCy looks up, and the pieces of words that edit trees take off and put on."""
    labels = {str(label) for _, component in nlp.pipeline for label in getattr(component, "labels", ())}
    parts = {part for label in labels for sign in "-=" for part in label.split(sign)}
    trees = srsly.msgpack_loads(nlp.get_pipe("trainable_lemmatizer").trees.to_bytes())["trees"]
    pieces = {nlp.vocab.strings[tree[key]] for tree in trees for key in ("orig", "subst") if key in tree}
    return {*labels, *parts, *pieces} - {""}


def _write_checksums(folder: Path) -> None:
    paths = sorted(path for path in folder.rglob("*") if path.is_file() and path.name != "README.md")
    files = {
        path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in paths
        if path.name != "checksums.json"
    }
    (folder / "checksums.json").write_text(json.dumps({"files": files}, indent=2) + "\n", "utf-8")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("trained", type=Path)
    parser.add_argument("folder", type=Path)
    options = parser.parse_args()
    pack(options.trained, options.folder)
