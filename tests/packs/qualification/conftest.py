"""A project with gold forms on two tasks, an examination in Law, and a recruit."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.workflow.deciding import confirm
from tests.workflow.studio import Studio
from xpert_studio.core.records import Role
from xpert_studio.core.workflow import add_person
from xpert_studio.packs.qualification.examining import (
    add_question,
    answer_question,
    rate_answer,
    set_rules,
)
from xpert_studio.packs.qualification.kept import trials_in
from xpert_studio.packs.qualification.standing import Board, Standing
from xpert_studio.packs.qualification.trials import add_trial

SECRETS = ("Month thirty", "A full answer names clause nine")
"""What a recruit must not read: the guide of the short answer, and a gold rationale."""


def examined_studio(path: Path) -> Studio:
    """Gold forms of Maria on two tasks, confirmed by Omar; both are trial tasks."""
    studio = Studio(path)
    studio.through(_examined)
    return studio.make()


def _examined(studio: Studio) -> None:
    responses = []
    for task in ("t1", "t2"):
        (response,) = studio.answered(task, ("aurora",))
        studio.judged(response, "maria")
        confirm(studio.omar, response, "maria")
        responses.append(response)
    add_person(studio.lena, "rae", name="Rae", roles=(Role.EXPERT,), domains=("Law",))
    set_rules(studio.lena, questions=2, trials=2)
    add_question(
        studio.omar,
        "Law",
        "When does clause 9 end the lease?",
        option=("Month 24", "Month 30"),
        key="B",
        question_id="q-choice",
    )
    add_question(
        studio.omar,
        "Law",
        "What does a break clause ask of the tenant?",
        guide=f"{SECRETS[0]}: {SECRETS[1]}.",
        points=3,
        question_id="q-short",
    )
    for response in responses:
        add_trial(studio.omar, response, "maria")


def trial_responses(studio: Studio) -> list[str]:
    with studio.project.reading() as tx:
        return [*trials_in(tx)]


def standing(studio: Studio, person: str = "rae", domain: str = "Law") -> Standing:
    from xpert_studio.core.workflow.command_context import person_of

    with studio.project.reading() as tx:
        return Board.of(tx).standing(person_of(tx, person), domain)


def answered(studio: Studio, person: str = "rae") -> None:
    """Both questions, the short answer rated with 2 of 3."""
    answer_question(studio.ctx(person), "q-choice", "b")
    answer_question(studio.ctx(person), "q-short", "Six months' notice.")
    short = next(one for one in standing(studio, person).rated if one.question.points == 3)
    rate_answer(studio.omar, short.id, 2)


def tried(studio: Studio, person: str = "rae", *, met: bool = True) -> None:
    """Both trial tasks, all checkpoints alike."""
    for response in trial_responses(studio):
        studio.judged(response, person, met=met)


@pytest.fixture
def studio(tmp_path):
    made = examined_studio(tmp_path / "exam.xpert")
    yield made
    made.project.close()
