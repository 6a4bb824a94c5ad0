"""Makes the model of names that comes with Perpend, and its card: src/perpend/spelling/models/.

python tools/make_names_model.py          (`make models`)

Needs ECB+ in the mirror that PERPEND_MIRROR names. Two runs give the same bytes. The figures of the card are those of
results/names.json, which `python -m experiments names -o results/names.json` writes.
"""

import json
from pathlib import Path
from string import Template

from experiments.name_data import is_annotated, read_ecbplus
from experiments.scrambled_names import topic_folds
from perpend import __version__
from perpend.files.writing import write_text
from perpend.people.coreference_model import SHIPPED_NAMES_MODEL, choose_penalty, train_coreference

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "src" / "perpend" / "spelling" / "models"
CARD = Path(__file__).with_name("names_card.md")


def main() -> None:
    """Train, write the model and its card."""
    documents = read_ecbplus()
    deal = topic_folds(documents, 5, 0)
    groups = [[one for one in documents if deal[str(one.fields["topic"])] == fold] for fold in range(5)]
    penalty = choose_penalty(groups, is_annotated)
    about = {"trained on": "ECB+", "documents": len(documents), "penalty": penalty, "version": __version__}
    model = train_coreference(documents, is_annotated, about=about, penalty=penalty)
    model.write(FOLDER / f"{SHIPPED_NAMES_MODEL}.json")
    rows = json.loads((ROOT / "results" / "names.json").read_text(encoding="utf-8"))["rows"]
    figures = {row["system"]: row["metrics"] for row in rows if row["part"] == "chains"}
    lines = [f"| {name} | {found['B3 F1']:.2f} | {found['CoNLL F1']:.2f} |" for name, found in figures.items()]
    text = Template(CARD.read_text(encoding="utf-8")).substitute(
        name=SHIPPED_NAMES_MODEL,
        weights=", ".join(f"{name} {weight:.2f}" for name, weight in model.weights.items()),
        intercept=f"{model.intercept:.2f}",
        pairs=f"{model.about['pairs']:,}",
        coreferring=f"{model.about['coreferring']:,}",
        version=__version__,
        figures="\n".join(lines),
    )
    write_text(FOLDER / f"{SHIPPED_NAMES_MODEL}.md", text)
    print(model.signature())


if __name__ == "__main__":
    main()
