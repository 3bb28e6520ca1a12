"""Everything that can be imported: what the core knows, and what packs bring as ``imports``."""

from typing import Final

from xpert_studio.core.exchange.formats.incoming.bundle import BUNDLE, RESPONSES, TABLE
from xpert_studio.core.exchange.formats.incoming.candidate import Candidate
from xpert_studio.core.exchange.formats.incoming.entry import (
    BRINGS,
    FOLDER,
    TAKEN,
    Brings,
    ImportFormat,
    Surety,
    Terms,
)
from xpert_studio.core.packs import Registry

IMPORTS: Final[Registry[ImportFormat]] = Registry("imports", (BUNDLE, TABLE, RESPONSES))
"""By id, in the order in which they are listed; which one takes a source does not depend on it."""

__all__ = [
    "BRINGS",
    "FOLDER",
    "IMPORTS",
    "TAKEN",
    "Brings",
    "Candidate",
    "ImportFormat",
    "Surety",
    "Terms",
]
