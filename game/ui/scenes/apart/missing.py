"""What to do where the libraries for tables apart are not installed."""

from typing import Final

from game import DISTRIBUTION
from game.ui.frame.context import Context
from game.ui.parts import Dialog, DialogChoice, ask
from game.ui.widgets import Look

COMMAND: Final = f"pip install '{DISTRIBUTION}[apart,host]'"


def missing_library(context: Context) -> Dialog:
    """The command that installs them, to be copied."""

    def copy() -> None:
        context.copy_text(COMMAND)

    return ask(
        context,
        "together.missing.title",
        "together.missing.body",
        DialogChoice(lambda: context.text("together.missing.copy"), copy, Look.PRIMARY),
        DialogChoice(lambda: context.text("together.back")),
        command=COMMAND,
    )
