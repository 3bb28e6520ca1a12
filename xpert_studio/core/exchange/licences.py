"""Licences by the names that catalogues of data sets know them under."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Licence:
    """A licence.

    Attributes:
        id: Its SPDX identifier, or whatever the project calls it.
        url: Where its text is; empty where that is not known.
    """

    id: str
    url: str = ""

    @property
    def is_known(self) -> bool:
        """Whether it is one that catalogues know."""
        return bool(self.url)

    @property
    def hub_id(self) -> str:
        """What the front matter of a dataset card calls it."""
        short = self.id.casefold()
        return _HUB.get(short, short) if self.is_known else "other"


_HUB: Final = {"odbl-1.0": "odbl", "odc-by-1.0": "odc-by", "pddl-1.0": "pddl"}
_SPDX: Final = (
    "Apache-2.0",
    "BSD-3-Clause",
    "CC-BY-3.0",
    "CC-BY-4.0",
    "CC-BY-NC-4.0",
    "CC-BY-NC-ND-4.0",
    "CC-BY-NC-SA-4.0",
    "CC-BY-ND-4.0",
    "CC-BY-SA-3.0",
    "CC-BY-SA-4.0",
    "CC0-1.0",
    "CDLA-Permissive-1.0",
    "CDLA-Permissive-2.0",
    "CDLA-Sharing-1.0",
    "GPL-3.0",
    "MIT",
    "MPL-2.0",
    "ODbL-1.0",
    "ODC-By-1.0",
    "PDDL-1.0",
    "Unlicense",
)
_KNOWN: Final = {name.casefold(): name for name in _SPDX}


def licence_names() -> tuple[str, ...]:
    """Licences that catalogues know, by their SPDX identifiers."""
    return _SPDX


def licence_of(name: str | None) -> Licence | None:
    """What a project says its licence is; None where it says nothing.

    Args:
        name: An SPDX identifier in any case, with spaces for hyphens or not; or any other text.
    """
    if name is None or not name.strip():
        return None
    spdx = _KNOWN.get("-".join(name.split()).casefold())
    return (
        Licence(" ".join(name.split()))
        if spdx is None
        else Licence(spdx, f"https://spdx.org/licenses/{spdx}.html")
    )
