"""Measures the teacher on the lists of word pairs, for the row "teacher" of `python -m experiments wordsim`.

PYTHONPATH=src:. PERPEND_MIRROR=... build/teacher-env/bin/python tools/distilling/word_similarity.py

Each word is a text of its own. Writes experiments/data/wordsim-teacher.toml.
"""

import os
from pathlib import Path

import numpy as np
from scipy.stats import spearmanr
from teacher import CHECKSUM, PACKAGE, Teacher, teacher_folder

from perpend.files.tables import read_table
from perpend.lexicon.word_pieces import WordPieces

OUTPUT = Path(__file__).resolve().parents[2] / "experiments" / "data" / "wordsim-teacher.toml"
LISTS = {
    "SimLex-999": "simlex-999.tsv",
    "SimVerb-3500": "simverb-3500.tsv",
    "WordSim-353 (similarity)": "ws-353-sim.tsv",
    "RG-65": "rg-65.tsv",
    "MEN": "men-tr-3k.tsv",
    "Rare Words": "rw-stanford.tsv",
}


def main() -> None:
    """Measure and write."""
    folder = teacher_folder()
    splitter = WordPieces((folder / "vocab.txt").read_text(encoding="utf-8").removesuffix("\n").split("\n"))
    teacher, lines = Teacher(folder), list[str]()
    for name, file in LISTS.items():
        table = read_table(Path(os.environ["PERPEND_MIRROR"]) / "wordsim" / file)
        one, other = (teacher.encode([splitter.split(word) for word in table.column(c)]) for c in ("text1", "text2"))
        agreement = spearmanr(np.einsum("ij,ij->i", one, other), table.numbers("gold")).statistic
        lines.append(f'"{name}" = {agreement:.4f}')
    about = f"# Spearman's correlations of the teacher, {PACKAGE}, model.safetensors sha256 {CHECKSUM[:16]}.\n"
    made = "# Made by tools/distilling/word_similarity.py; each word is encoded as a text of its own.\n"
    OUTPUT.write_text(
        f'{about}{made}\nsystem = "all-MiniLM-L6-v2 (the teacher)"\n\n[spearman]\n' + "\n".join(lines) + "\n"
    )


if __name__ == "__main__":
    main()
