"""Commands of the command line."""

from xpert_studio.cli.acting import AsOption, ProjectArgument, at_desk
from xpert_studio.cli.commands import More, add_commands
from xpert_studio.cli.options import Fill
from xpert_studio.cli.output import Column, Exit, JsonOption, Output
from xpert_studio.core.fields import Asks, Through
from xpert_studio.core.wording import t, tn
from xpert_studio.core.workflow.steps import Step

__all__ = [
    "AsOption",
    "Asks",
    "Column",
    "Exit",
    "Fill",
    "JsonOption",
    "More",
    "Output",
    "ProjectArgument",
    "Step",
    "Through",
    "add_commands",
    "at_desk",
    "t",
    "tn",
]
