"""Commands of the command line."""

from xpert_studio.cli.acting import AsOption, ProjectArgument, at_desk
from xpert_studio.cli.output import Column, Exit, JsonOption, Output
from xpert_studio.core.wording import t, tn
from xpert_studio.core.workflow.steps import Step

__all__ = [
    "AsOption",
    "Column",
    "Exit",
    "JsonOption",
    "Output",
    "ProjectArgument",
    "Step",
    "at_desk",
    "t",
    "tn",
]
