"""Compile WordNet's database files into the array file that the package ships.

python tools/compile_wordnet.py DICT_DIR [-o src/perpend/lexicon/data/wordnet.arrays] [--release 3.0-37]
"""

import argparse
import sys
from pathlib import Path

from perpend.errors import PerpendError
from perpend.lexicon.wordnet.compiler import compile_wordnet

SHIPPED = Path(__file__).resolve().parents[1] / "src" / "perpend" / "lexicon" / "wordnet" / "data" / "wordnet.arrays"


def main() -> None:
    """Read the arguments, compile, and say how large the file became."""
    parser = argparse.ArgumentParser(description="Compile WordNet's database files into one array file.")
    parser.add_argument("dict_dir", type=Path, help="folder with data.noun, index.sense, noun.exc, ...")
    parser.add_argument("-o", "--output", type=Path, default=SHIPPED)
    parser.add_argument("--release", default="3.0-37", help="version of the files; part of every signature")
    arguments = parser.parse_args()
    try:
        compile_wordnet(arguments.dict_dir, arguments.output, arguments.release, trie=True)
    except PerpendError as error:
        sys.exit(f"compile_wordnet: {error}")
    print(f"{arguments.output}: {arguments.output.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
