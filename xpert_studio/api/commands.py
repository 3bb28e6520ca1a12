"""Commands of the command line.

- A function becomes a command by an ``Offer``, or in a group of its own by ``desk_command`` (a
  person acts, by a ``CommandContext``), ``reading`` (it reads in a ``Transaction``) and
  ``add_commands`` (the registered ones of the pack, with what a ``More`` does beside them).
- Arguments are ``ProjectArgument``, ``TaskArgument``, ``AsOption``, ``JsonOption`` and ``DryRun``;
  options are made of parameters with ``Asks`` or ``Through``, those of a model by ``Fill``.
- ``at_desk`` opens a project for a person, ``leading`` for what only leads do (``acting_lead``),
  ``open_project`` as a ``ProjectFile``; ``now`` is the clock, ``person_of`` gives a person by id.
- An ``Output`` says texts, tables of ``Column``s and data, and stands for ``--json``;
  ``say_change`` says what was done, and an ``Exit`` is the code. Errors are ``UsageError`` and
  ``NotFoundError``.
- A ``Step`` is what the window does at a click on an action of a section.
- Words: ``t`` and ``tn`` (for one or many), ``mark``, ``Message`` and ``joined``, ``translated``,
  ``explained`` (of an error), ``listed``, ``labelled``, ``percent``.
"""

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
from xpert_studio.core.wording import (
    explained,
    labelled,
    listed,
    mark,
    percent,
    t,
    tn,
    translated,
)
from xpert_studio.core.workflow import CommandContext
from xpert_studio.core.workflow.command_context import acting_lead, person_of
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
    "person_of",
    "reading",
    "say_change",
    "t",
    "tn",
    "translated",
]
