"""Who sees what is known of systems in sections: those who may see which system gave what."""

from __future__ import annotations

from xpert_studio.api.sections import View
from xpert_studio.core.workflow.systems import sees_systems


def sees_settings(view: View) -> bool:
    """Whether the reader of a view sees what systems were set to."""
    if not view.names_systems:
        return False
    if not view.person_id:
        return True
    with view.project.reading() as tx:
        return sees_systems(tx, view.person_id)
