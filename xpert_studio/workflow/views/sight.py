"""What somebody may know of what experts and judges decided, task by task.

Leads and senior experts look into disagreements; whoever may still judge a task does not, a lead
apart, and whoever is to be blind to systems sees responses by their letters.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from xpert_studio.records import OpenSheet, Role
from xpert_studio.store import entities, settings, tasks
from xpert_studio.workflow import rights
from xpert_studio.workflow.attributing import need_sight
from xpert_studio.workflow.desk import Desk, person_of
from xpert_studio.workflow.letters import all_labels
from xpert_studio.workflow.views.seals import seals_of


@dataclass(frozen=True, slots=True)
class Sight:
    """What a person may know.

    Attributes:
        may_see: Whether they may know anything of it.
        may_act: Whether they can be the one to do something about it.
        withheld: Tasks of which they may not know what others decided.
        sealed: Responses on which they still have a say, and see no verdict before.
        nameless: Tasks whose systems are hidden from them.
        letters: What the responses to those tasks are called instead, by response id.
    """

    may_see: bool
    may_act: bool
    withheld: frozenset[str]
    sealed: frozenset[str]
    nameless: frozenset[str]
    letters: Mapping[str, str]


def sight_of(desk: Desk) -> Sight:
    """What the person may know, by the same rules that the verbs check."""
    with desk.project.reading() as tx:
        person = person_of(tx, desk.person_id)
        policies = settings.project_info(tx).policies
        known = tasks.outlines(tx)
        open_sheets = [
            sheet.response_id for sheet in entities.find_all(tx, OpenSheet, expert_id=person.id)
        ]
        at_work = tasks.tasks_of_responses(tx, open_sheets)
    roles = set(person.roles)
    may_see = bool({Role.LEAD, Role.SENIOR} & roles)
    withheld, nameless = set(), set()
    for task in known:
        if rights.refusal(lambda task=task: need_sight(person, task, policies)):  # type: ignore[misc]
            withheld.add(task.id)
        may_judge = not rights.refusal(
            lambda task=task: rights.judge_of(person, task, policies)  # type: ignore[misc]
        )
        is_lead = Role.LEAD in roles
        if may_judge or (
            task.id in at_work if is_lead else bool({Role.SENIOR, Role.AUTHOR} & roles)
        ):
            nameless.add(task.id)
    with desk.project.reading() as tx:
        letters = all_labels(tx, nameless) if may_see and nameless else {}
        sealed = frozenset(seals_of(tx, person)) if may_see else frozenset()
    may_act = may_see and not desk.project.read_only
    return Sight(may_see, may_act, frozenset(withheld), sealed, frozenset(nameless), letters)
