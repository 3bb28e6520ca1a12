"""Looking at a judge's verdict before one has judged or confirmed oneself: a lead's choice, kept.

Whoever still has a say on a response sees no verdict on it, so that what experts decide owes
nothing to the judge that is measured by it. A lead may look all the same; the history says so, and
they do not judge that response any more.
"""

from __future__ import annotations

from xpert_studio.errors import NotAllowedError
from xpert_studio.records import Event, Person, Role
from xpert_studio.store import Transaction, events, responses
from xpert_studio.workflow import rights
from xpert_studio.workflow.desk import Desk, person_of

SAW_VERDICT = "saw_verdict"


def need_unseen(tx: Transaction, person: Person, response_id: str) -> None:
    """The person has not looked at a verdict on the response before judging it.

    Raises:
        NotAllowedError: They have.
    """
    if response_id in events.responses_told_of(tx, SAW_VERDICT, person.id):
        raise NotAllowedError(
            f"{person.called} has looked at a judge's verdict on this response, and nobody "
            "judges after that.",
            remedy="It takes another expert.",
        )


def look_at_verdicts(desk: Desk, response_id: str) -> None:
    """Lets the person see the verdicts on a response from now on; they judge it no more.

    It happened and cannot be undone: no change, only an event.

    Raises:
        NotAllowedError: They do not lead the project.
        NotFoundError: There is no such response.
    """
    with desk.project.writing() as tx:
        person = person_of(tx, desk.person_id)
        rights.need_role(person, Role.LEAD)
        response = responses.get_response(tx, response_id)
        if response_id in events.responses_told_of(tx, SAW_VERDICT, person.id):
            return
        events.add_event(
            tx,
            Event(
                at=desk.clock(),
                verb="saw_verdict",
                task_id=response.task_id,
                actor_id=person.id,
                details={"response": response_id},
            ),
        )
