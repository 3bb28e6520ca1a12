"""What can be imported, as a dialog for files offers it: from the list of kinds."""

from __future__ import annotations

from xpert_studio.core.exchange.formats.incoming import FOLDER, IMPORTS
from xpert_studio.core.exchange.recognition import all_endings
from xpert_studio.core.wording import t, translated


def file_kinds() -> str:
    """The filter of a dialog: all that can be imported, then each kind by itself."""
    anything = t("All that can be imported (a folder by its manifest.json)")
    kinds = [(anything, all_endings())]
    kinds += [
        (translated(item.title), tuple(end for end in item.endings if end != FOLDER))
        for item in IMPORTS.values()
    ]
    return ";;".join(f"{title} ({_patterns(endings)})" for title, endings in kinds if endings)


def _patterns(endings: tuple[str, ...]) -> str:
    return " ".join(f"*{ending}" for ending in endings)
