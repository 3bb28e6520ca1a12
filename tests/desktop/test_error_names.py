"""What is refused in the window names people, not their ids."""

from __future__ import annotations

from functools import partial

from tests.desktop.hands import Hands
from tests.desktop.looking import task_of
from tests.workflow.studio import Studio
from xpert_studio.core.errors import ConflictError, UsageError
from xpert_studio.core.messages import Message
from xpert_studio.core.workflow import create_brief
from xpert_studio.core.workflow.views import look_around
from xpert_studio.desktop.error_names import naming


def test_a_refusal_names_the_person(hands: Hands, studio: Studio) -> None:
    hands.open(studio.project.path, "wei")
    session = hands.window.session
    limit = session.project_state.info.policies.max_tasks_per_expert
    for number in range(limit + 1):
        session.perform(partial(create_brief, session.ctx, title=f"Task {number}"))
        hands.settle()
    assert hands.notice.startswith("Wei has begun")


def test_only_whole_values_that_are_people_are_replaced(studio: Studio) -> None:
    state = look_around(studio.project)
    error = ConflictError(
        Message("{one} and {other} wrote {text}.", one="wei", other="unknown", text="wei wrote"),
        remedy=Message("Ask {one}.", one="lena"),
    )
    studio.brief()
    named = naming(error, state, studio.project)
    assert str(named) == "Wei and unknown wrote wei wrote. Ask Lena."
    plain = UsageError("wei is a word here.")
    assert str(naming(plain, state, studio.project)) == "wei is a word here."
    about = ConflictError(Message("{task_id} is in the way.", task_id="t1"))
    title = task_of(studio, "t1").name
    assert str(naming(about, state, studio.project)) == f"{title} is in the way."
    other = ValueError("wei")
    assert naming(other, state, studio.project) is other
