"""Writes the card of the model of entailment that comes with Perpend: src/perpend/entailment/models/entail-sick.md.

python tools/make_entailment_card.py     after `python -m experiments sick` has written the model and results/sick.json

The figures of the card are those of results/sick.json, which the run that made the model has recorded.
"""

import json
from pathlib import Path
from string import Template

from perpend.entailment.shipped import SHIPPED_ENTAILMENT

from perpend.entailment.model import EntailmentModel
from perpend.entailment.patterns import Patterns
from perpend.files.writing import write_text

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "src" / "perpend" / "entailment" / "models"


def main() -> None:
    """Fill the template."""
    model = EntailmentModel.read(FOLDER / f"{SHIPPED_ENTAILMENT}.model")
    record = json.loads((ROOT / "results" / "sick.json").read_text(encoding="utf-8"))
    rows = {row["system"]: row for row in record["rows"]}
    if model.layer is None or model.signature not in record["signature"]:
        raise SystemExit("results/sick.json is not of this model: run `python -m experiments sick` with --write-model")
    template = Template(Path(__file__).with_name("entailment_card.md").read_text(encoding="utf-8"))
    text = template.substitute(
        name=SHIPPED_ENTAILMENT,
        pairs=f"{model.training.count:,}",
        vectors=f"{len(model.relating.regression.vectors):,}",
        items=f"{len(model.layer.pairs.items):,}",
        quasi=len(model.quasi),
        threshold=f"{model.threshold:.2f}",
        strength=f"{model.layer.learned.strength:g}",
        cross=f"{100 * model.layer.learned.accuracy:.2f}",
        accuracy=f"{rows['full']['metrics']['Accuracy']:.2f}",
        fresh=f"{rows['full']['without_overlap']['Accuracy']:.2f}",
        patterns_accuracy=f"{rows['full, patterns only']['metrics']['Accuracy']:.2f}",
        pearson=f"{rows['full']['metrics']['Pearson']:.3f}",
        hypothesis=f"{rows['hypothesis only']['metrics']['Accuracy']:.1f}",
        majority=f"{rows['majority']['metrics']['Accuracy']:.1f}",
        patterns=Patterns.shipped().signature(),
        tags=model.annotator.replace("|", ", "),
        signature=model.signature,
        version=model.version,
    )
    write_text(FOLDER / f"{SHIPPED_ENTAILMENT}.md", text)


if __name__ == "__main__":
    main()
