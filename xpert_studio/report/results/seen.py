"""What of the results a person may see: leads see them, but no verdict before their own say."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xpert_studio.records import Person, Role
from xpert_studio.workflow.desk import person_of
from xpert_studio.workflow.views.seals import seals_of

if TYPE_CHECKING:
    from xpert_studio.workflow.desk import Desk


def sees_results(person: Person | None) -> bool:
    """Whether somebody sees which system does how well: leads do, whoever judges does not."""
    return person is not None and Role.LEAD in person.roles


def sealed_to(desk: Desk) -> frozenset[str]:
    """The responses whose verdicts whoever sits at a desk must not see yet."""
    with desk.project.reading() as tx:
        return frozenset(seals_of(tx, person_of(tx, desk.person_id)))
