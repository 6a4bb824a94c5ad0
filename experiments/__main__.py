"""`python -m experiments TABLE`: make a published table again, ours beside the paper's.

python -m experiments sts2012 --phrases meteor.phrases -o results/sts2012.json
"""

import typer

from experiments.commands.answers import answers
from experiments.commands.clss import clss
from experiments.commands.combination import combination
from experiments.commands.entailment import entailment
from experiments.commands.equivalence import equivalence
from experiments.commands.holdout import holdout
from experiments.commands.metrics import metrics
from experiments.commands.names import names
from experiments.commands.paraphrase import msrp, rte1
from experiments.commands.phrases import phrases
from experiments.commands.sick import sick
from experiments.commands.spelling import spelling
from experiments.commands.sts2012 import sts2012
from experiments.commands.training import choices, pooling
from experiments.commands.variants import variants
from experiments.commands.wordsim import wordsim
from perpend.cli.main import run

__all__ = ["app"]

app = typer.Typer(
    name="experiments",
    help="Published tables, made again from data with human judgments.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode="markdown",
    context_settings={"help_option_names": ["-h", "--help"]},
)
for command in (
    answers,
    clss,
    combination,
    entailment,
    equivalence,
    holdout,
    metrics,
    msrp,
    names,
    phrases,
    rte1,
    sick,
    spelling,
    sts2012,
    variants,
    wordsim,
):
    app.command()(command)
app.command("sts2012-choices")(choices)
app.command("sts2012-pooling")(pooling)

if __name__ == "__main__":
    run(app, "experiments")
