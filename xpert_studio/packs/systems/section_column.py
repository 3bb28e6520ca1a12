"""A column of leaderboards: the settings that systems answered with."""

from __future__ import annotations

from typing import Final

from xpert_studio.api.sections import BoardColumn, ColumnFigures, View, mark, translated
from xpert_studio.core.store import systems
from xpert_studio.core.workflow.systems import settings_said
from xpert_studio.packs.systems.section_seen import sees_settings


def _settings(view: View) -> ColumnFigures | None:
    """By system, what is known of its settings; None where nothing is."""
    if not sees_settings(view):
        return None
    with view.project.reading() as tx:
        said = {
            # What a system was not offered is not said of it.
            name: settings_said(one if one.search else one.model_copy(update={"search": None}))
            for name, one in systems.described(tx).items()
        }
    known = {name: words for name, words in said.items() if words}
    if not known.keys() & set(view.results.catalog.systems):
        return None
    shown = {name: translated(words) for name, words in known.items()}
    return ColumnFigures({}, shown, plain={name: str(words) for name, words in known.items()})


COLUMN: Final = BoardColumn(
    "settings",
    mark("Settings"),
    mark("What the model was set to, as far as it is known."),
    _settings,
    is_text=True,
)
