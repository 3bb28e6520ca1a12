"""Forms that count nowhere, and what a decision on a person's qualification rests on."""

from xpert_studio.core.workflow.apart import Apart, ApartForm, Incoming, Offline
from xpert_studio.core.workflow.command_context import UnitOfWork
from xpert_studio.core.workflow.pack_records import Written, keep_records
from xpert_studio.core.workflow.people import Evidence

__all__ = [
    "Apart",
    "ApartForm",
    "Evidence",
    "Incoming",
    "Offline",
    "UnitOfWork",
    "Written",
    "keep_records",
]
