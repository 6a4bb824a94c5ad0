"""Makes the sense-discriminative patterns that come with Perpend: src/perpend/entailment/data/patterns.json.

python tools/make_patterns.py          (`make patterns`; about six minutes on one core)

Needs the mirror that PERPEND_MIRROR names: mono/, bitext/, and the training sets of sick/, sts2012/, msrp/ and rte/.
From each text of mono and bitext every n-th sentence is taken, so many as SAMPLE says; of the training sets all. A
sentence counts if it has at most two finite verbs and is parsed in the same way as it stands and in lower case. Two
runs give the same bytes.
"""

import json
import lzma
import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from perpend.entailment.extraction import FrameCounts, has_few_verbs, parses_agree
from perpend.files.writing import write_text
from perpend.text.annotate import Annotator

OUTPUT = Path(__file__).resolve().parents[1] / "src" / "perpend" / "entailment" / "data" / "patterns.json"
SAMPLE = {
    "mono/abc.txt.xz": 8000,
    "mono/brown.txt.xz": 30000,
    "mono/webtext.txt.xz": 5000,
    "mono/state_union.txt.xz": 4000,
    "mono/inaugural.txt.xz": 800,
    "mono/reuters21578.docs.txt.xz": 8000,
    "bitext/nc11.es-en.en.xz": 25000,
}
TRAINING = ("sick/train", "sick/trial", "sts2012/train.MSRvid", "sts2012/train.MSRpar", "msrp/train", "rte/rte1_dev")
WORDS, TRAINING_WORDS = (4, 18), 25
AT_ONCE = 5000
ENDS = re.compile(r"(?<=[.!?])\s+(?=[\"'A-Z])")


def sentences(mirror: Path) -> Iterator[str]:
    """The sentences of the sample, then those of the training sets."""
    for name, wanted in SAMPLE.items():
        with lzma.open(mirror / name, "rt", encoding="utf-8") as file:
            found = [one for line in file for one in ENDS.split(line.strip()) if _is_sentence(one)]
        step = max(len(found) / wanted, 1.0)
        yield from (found[int(k * step)] for k in range(min(wanted, len(found))))
    for name in TRAINING:
        for line in (mirror / f"{name}.tsv").read_text(encoding="utf-8").splitlines()[1:]:
            yield from (text for text in line.split("\t")[2:4] if len(text.split()) <= TRAINING_WORDS)


def _is_sentence(text: str) -> bool:
    return WORDS[0] <= len(text.split()) <= WORDS[1] and text[-1:] in '.!?"'


def main() -> None:
    """Parse, count, cluster, write."""
    mirror = Path(os.environ.get("PERPEND_MIRROR", ""))
    texts, annotator, counts = list(dict.fromkeys(sentences(mirror))), Annotator(), FrameCounts()
    kept = 0
    for start in range(0, len(texts), AT_ONCE):
        few = [one for one in annotator.annotate_many(texts[start : start + AT_ONCE]) if has_few_verbs(one)]
        lowered = annotator.annotate_many(sentence.raw.lower() for sentence in few)
        for sentence in (one for one, other in zip(few, lowered, strict=True) if parses_agree(one, other)):
            counts.add(sentence)
            kept += 1
        print(f"{min(start + AT_ONCE, len(texts)):,} of {len(texts):,} sentences, {kept:,} kept", file=sys.stderr)
    patterns = counts.patterns()
    about = {"sentences": len(texts), "kept": kept, "sample": SAMPLE, "pipeline": annotator.signature()}
    lines = [f" {json.dumps(verb)}: {json.dumps(found)}" for verb, found in patterns.to_dict().items()]
    write_text(OUTPUT, f'{{"about": {json.dumps(about)},\n"patterns": {{\n' + ",\n".join(lines) + "\n}}\n")
    print(patterns.signature())


if __name__ == "__main__":
    main()
