"""Commands of the command line."""

from xpert_studio.cli.acting import (
    AsOption,
    DryRun,
    ProjectArgument,
    TaskArgument,
    at_desk,
    desk_command,
    leading,
    now,
    open_project,
    reading,
    say_change,
)
from xpert_studio.cli.commands import More, add_commands
from xpert_studio.cli.options import Fill
from xpert_studio.cli.output import Column, Exit, JsonOption, Output
from xpert_studio.core.errors import NotFoundError, UsageError
from xpert_studio.core.fields import Asks, Through
from xpert_studio.core.messages import Message, joined
from xpert_studio.core.store import ProjectFile, Transaction
from xpert_studio.core.wording import explained, labelled, listed, mark, percent, t, tn, translated
from xpert_studio.core.workflow import CommandContext
from xpert_studio.core.workflow.command_context import acting_lead
from xpert_studio.core.workflow.steps import Step

__all__ = [
    "AsOption",
    "Asks",
    "Column",
    "CommandContext",
    "DryRun",
    "Exit",
    "Fill",
    "JsonOption",
    "Message",
    "More",
    "NotFoundError",
    "Output",
    "ProjectArgument",
    "ProjectFile",
    "Step",
    "TaskArgument",
    "Through",
    "Transaction",
    "UsageError",
    "acting_lead",
    "add_commands",
    "at_desk",
    "desk_command",
    "explained",
    "joined",
    "labelled",
    "leading",
    "listed",
    "mark",
    "now",
    "open_project",
    "percent",
    "reading",
    "say_change",
    "t",
    "tn",
    "translated",
]
