"""Commands that people carry out on a project: logged, undone, in copies, and with rights."""

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
    put_records,
    remove_records,
    seen_records,
)
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
    "command",
    "mark",
    "need_domain",
    "need_qualified",
    "need_role",
    "seen_records",
    "take_out_records",
    "write_records",
]
