"""Ways to answer a checkpoint.

- An ``Instrument`` has a ``Measurement`` and, for a ``Checkpoint``, each ``Choice`` of a person.
  What a judge replied is ``Given``; a ``CellError`` says why a cell of a table cannot be read.
- Its settings are asked for by a model with ``Asks``; a ``Fault`` says which of them is wrong, a
  ``UsageError`` why they are refused, each with a ``Message``. A ``Part`` of a ``PartKind`` is one
  of the values of which a settings text is made.
"""

from xpert_studio.core.errors import UsageError
from xpert_studio.core.fields import Asks
from xpert_studio.core.instruments import (
    CellError,
    Choice,
    Fault,
    Given,
    Instrument,
    Measurement,
    Part,
    PartKind,
)
from xpert_studio.core.messages import Message
from xpert_studio.core.records import Checkpoint

__all__ = [
    "Asks",
    "CellError",
    "Checkpoint",
    "Choice",
    "Fault",
    "Given",
    "Instrument",
    "Measurement",
    "Message",
    "Part",
    "PartKind",
    "UsageError",
]
