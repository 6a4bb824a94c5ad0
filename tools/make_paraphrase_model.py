"""Makes the model of paraphrases that comes with Perpend, and its card: src/perpend/paraphrase/models/.

python tools/make_paraphrase_model.py                          with the shipped pipeline (`make models`)
python tools/make_paraphrase_model.py --pipeline FOLDER        with another

Needs the Microsoft Research Paraphrase Corpus in the mirror that PERPEND_MIRROR names. Two runs give the same bytes.
The threshold of closeness, chosen by cross-validation, and the figures of the card are those of results/msrp.json, so
`python -m experiments msrp -o results/msrp.json` comes first.
"""

import argparse
import json
from pathlib import Path
from string import Template
from typing import Any

from perpend.equivalence.shipped import SHIPPED_NAME

from experiments.labelled_pairs import read_msrp
from perpend.equivalence.model import ParaphraseModel
from perpend.equivalence.training import train_paraphrase
from perpend.equivalence.vectors import FeatureSettings
from perpend.files.writing import write_text
from perpend.text.annotate import Annotator

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "src" / "perpend" / "paraphrase" / "models"
CARD = Path(__file__).with_name("paraphrase_card.md")


def card(model: ParaphraseModel, record: dict[str, Any]) -> str:
    """What the model is, as Markdown."""
    figures = next(row for row in record["rows"] if row["system"] == "full")
    settings = model.settings
    return Template(CARD.read_text(encoding="utf-8")).substitute(
        name=SHIPPED_NAME,
        pairs=f"{model.training.count:,}",
        features=len(model.names),
        vectors=f"{len(model.svm.coefficients):,}",
        cost=f"{model.learned.cost:g}",
        gamma=f"{model.learned.gamma:.4g}",
        threshold="none" if settings.threshold is None else f"{settings.threshold:g}",
        cross=f"{100 * model.learned.accuracy:.2f}",
        signature=model.signature,
        tags=model.annotator.replace("|", ", "),
        version=model.version,
        **{name.replace("-", "").lower(): f"{value:.2f}" for name, value in figures["metrics"].items()},
    )


def main() -> None:
    """Train, write the model and its card."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--pipeline", default="perpend")
    annotator = Annotator(parser.parse_args().pipeline)
    record = json.loads((ROOT / "results" / "msrp.json").read_text(encoding="utf-8"))
    settings = FeatureSettings(threshold=record["threshold"])
    train, _ = read_msrp()
    labels = train.labels.tolist()
    model = train_paraphrase(train.pairs, labels, settings=settings, annotator=annotator, name=train.name)
    model.write(FOLDER / f"{SHIPPED_NAME}.model")
    write_text(FOLDER / f"{SHIPPED_NAME}.md", card(model, record))
    print(model.signature, f"{100 * model.learned.accuracy:.2f} % in cross-validation")


if __name__ == "__main__":
    main()
