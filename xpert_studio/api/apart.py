"""Forms that count nowhere, and what a decision on a person's qualification rests on.

- An ``Apart`` names responses and keeps what becomes of an ``ApartForm``, in a ``UnitOfWork``:
  ``keep_records`` keeps each ``Written`` record, whatever rights its kind asks for.
- An ``Offline`` says what of it assignments hold, and takes what is ``Incoming``.
- An ``Evidence`` is what is missing before a person can pass, and what they reached.
"""

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
