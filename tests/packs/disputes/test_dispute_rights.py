"""Rights by states: whatever was said and decided before, each sees and does what they may."""

from __future__ import annotations

import shutil
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.workflow.blinded import IDS, blinded_studio
from tests.workflow.studio import Studio
from xpert_studio.core.errors import XpertError
from xpert_studio.core.store import ProjectFile, tasks
from xpert_studio.core.workflow import CommandContext, undo
from xpert_studio.packs.disputes.changes import add, resolve, support, withdraw
from xpert_studio.packs.disputes.queue import QUEUE
from xpert_studio.packs.disputes.records import Outcome
from xpert_studio.packs.disputes.seen import seen_disputes

MAY_SEE = {"lena", "omar"}
"""A lead, and a senior expert who does not judge; the others judge, or are of another field."""
PEOPLE = ("lena", "omar", "wei", "maria", "ada", "leo", "vera")
TARGETS = (("j1", ""), ("", "wei"))


@pytest.fixture(scope="module")
def begun(tmp_path_factory) -> Path:
    studio = blinded_studio(tmp_path_factory.mktemp("rights") / "p.xpert")
    studio.project.close()
    return studio.project.path


acts = st.lists(
    st.tuples(
        st.sampled_from(PEOPLE),
        st.sampled_from(("add", "support", "withdraw", "undo", *map(str, Outcome))),
        st.sampled_from(TARGETS),
    ),
    max_size=8,
)


@settings(max_examples=25, deadline=None)
@given(acts)
def test_whatever_was_done_before(begun, steps):
    with TemporaryDirectory() as folder:
        path = shutil.copy(begun, Path(folder) / "p.xpert")
        with ProjectFile.open(Path(path)) as project:
            clock = Studio(Path(folder) / "other.xpert").make()
            at = {one: CommandContext(project, one, clock.now, clock.new_id) for one in PEOPLE}
            with project.reading() as tx:
                point = tasks.rubric_of(tx, "t1")[0].id
            for person, act, target in steps:
                done = _act(at[person], act, target, point)
                if done and act != "undo":
                    assert person in MAY_SEE, (person, act)
                _check(project, at)


def _act(ctx, act, target, point):
    """Does it where it is allowed; whether it was."""
    with ctx.project.reading() as tx:
        known = [
            one for one in seen_disputes(tx, None) if target == (one.value.judge, one.value.expert)
        ]
    try:
        if act in {"add", "support"}:
            command = add if act == "add" else support
            command(ctx, IDS[0], point, *target, reason="So.")
        elif act == "undo":
            undo(ctx)
        elif not known:
            return False
        elif act == "withdraw":
            withdraw(ctx, known[0].id)
        else:
            resolve(ctx, known[0].id, Outcome(act), reason="So it is.")
            assert known[0].is_open, "only what is open is resolved"
            decided = known[0].on.by if known[0].on else ()
            assert ctx.person_id not in decided, "nobody decides on their own decision"
            assert ctx.person_id != known[0].value.person, "nor on their own dispute"
    except XpertError:
        return False
    return True


def _check(project, at):
    """Who may not see decisions sees nothing; a queue holds what its person can resolve."""
    with project.reading() as tx:
        every = seen_disputes(tx, None)
        for person in PEOPLE:
            seen = seen_disputes(tx, person)
            if person not in MAY_SEE:
                assert not seen, person
            assert {one.id for one in seen} <= {one.id for one in every}
    for person in PEOPLE:
        for piece in QUEUE.find(at[person]):
            refused = resolve.refusal(
                at[person], piece.item, Outcome.DISMISSED, reason="Tried, and taken back."
            )
            assert refused is None, (person, refused)
