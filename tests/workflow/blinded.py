"""A project in which some people still have to judge, and names that must not reach them."""

from __future__ import annotations

from pathlib import Path

from tests.workflow.deciding import confirm
from tests.workflow.studio import Studio
from xpert_studio.core.records import LogEntry, Response, Role
from xpert_studio.core.store import log
from xpert_studio.core.store.bulk_import import Intake
from xpert_studio.core.workflow import (
    add_person,
    form_view,
    judge_line,
    open_form,
    qualify,
    submit_form,
)
from xpert_studio.core.workflow.blinding import fix_blind_labels

SYSTEMS = ("zephyrium-9", "quasarette-2")
IDS = tuple(f"t1-{name}" for name in SYSTEMS)
REASON = "Wei finds it stated verbatim."
VERDICT = "The judge's reason."
"""Rationales of an expert, and of a judge (see ``Studio.scored``), on the first response."""

PENDING = ("maria", "ada", "leo")
"""An expert, a senior expert who judges, and a lead who judges: none of them has judged yet."""


def blinded_studio(path: Path) -> Studio:
    """Two systems answered; Wei judged the first response, Omar adjudicated, a judge judged."""
    studio = Studio(path)
    studio.through(_lead)
    return studio.make()


def _lead(studio: Studio) -> None:
    studio.ready("t1")
    add_person(studio.lena, "leo", name="Leo", roles=(Role.LEAD, Role.EXPERT), domains=("Law",))
    add_person(studio.lena, "vera", name="Vera", roles=(Role.SENIOR,), domains=("Finance",))
    for person in ("leo", "vera"):
        qualify(studio.lena, person, "passed", exemption="bar exam")
    with studio.project.writing() as tx:
        intake = Intake(tx)
        for place, (id_, model) in enumerate(zip(IDS, SYSTEMS, strict=True)):
            text = f"Answer {place}: leave at month 30."
            intake.response(Response(id=id_, task_id="t1", model=model, text=text))
        intake.flush()
        fix_blind_labels(tx, ["t1"])
        log.add_entry(tx, LogEntry(at=studio.now(), command="project.import"))
    judge(studio, IDS[0], "wei", REASON)
    confirm(studio.omar, IDS[0], "wei")
    for id_ in IDS:
        studio.scored(id_, met=False)


def judge(studio: Studio, response_id: str, person: str, reason: str = "It says so.") -> None:
    """A person judges a response as met throughout."""
    ctx = studio.ctx(person)
    open_form(ctx, response_id)
    for line in form_view(ctx, response_id).lines:
        judge_line(ctx, response_id, line.checkpoint.id, value=1, rationale=reason)
    submit_form(ctx, response_id)
