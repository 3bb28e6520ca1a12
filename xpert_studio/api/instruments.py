"""Ways to answer a checkpoint."""

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
