"""Commands that people carry out on a project: logged, undone, in copies, and with rights.

- ``command`` registers a function of a ``UnitOfWork`` as a ``Command``; carrying it out gives a
  ``Change``. Its ``by`` names each ``Role`` that may do it, where roles alone decide;
  ``need_role``, ``need_qualified`` and ``need_domain`` check rights in the function.
- Parameters have a type with ``Asks``; ``TaskId``, ``CheckpointId``, ``ResponseId`` and ``Reason``
  are such types.
- ``write_records`` and ``take_out_records`` change records of the pack (``Written``), which
  ``seen_records`` gives as a person may see them; ``keep_records`` writes them where the function
  has checked who may. ``check_length`` refuses texts that are too long.
- A refusal is a ``NotAllowedError``, ``NotFoundError``, ``StageError`` or ``UsageError``, each of a
  ``Message`` and a remedy; ``mark`` is put around a text that is translated where it is shown.
"""

from xpert_studio.core.errors import NotAllowedError, NotFoundError, StageError, UsageError
from xpert_studio.core.fields import Asks
from xpert_studio.core.messages import Message
from xpert_studio.core.records import Change, Role
from xpert_studio.core.wording import mark
from xpert_studio.core.workflow.command_context import UnitOfWork
from xpert_studio.core.workflow.commands import (
    CheckpointId,
    Command,
    Reason,
    ResponseId,
    TaskId,
    command,
)
from xpert_studio.core.workflow.pack_records import (
    Written,
    keep_records,
    put_records,
    remove_records,
    seen_records,
)
from xpert_studio.core.workflow.policies import check_length
from xpert_studio.core.workflow.rights import need_domain, need_qualified, need_role

write_records = put_records.handler
"""Writes records of a pack as a part of a command, with the rights of their kind."""
take_out_records = remove_records.handler
"""Takes records of a pack out as a part of a command, likewise."""

__all__ = [
    "Asks",
    "Change",
    "CheckpointId",
    "Command",
    "Message",
    "NotAllowedError",
    "NotFoundError",
    "Reason",
    "ResponseId",
    "Role",
    "StageError",
    "TaskId",
    "UnitOfWork",
    "UsageError",
    "Written",
    "check_length",
    "command",
    "keep_records",
    "mark",
    "need_domain",
    "need_qualified",
    "need_role",
    "seen_records",
    "take_out_records",
    "write_records",
]
