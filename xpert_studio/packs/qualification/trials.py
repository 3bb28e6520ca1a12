"""Trial tasks: responses with gold forms that people judge before they are qualified."""

from __future__ import annotations

from functools import partial

from xpert_studio.api.apart import Apart, ApartForm, Offline
from xpert_studio.api.changes import (
    Message,
    NotFoundError,
    ResponseId,
    StageError,
    UnitOfWork,
    Written,
    command,
    keep_records,
)
from xpert_studio.api.records import Person, Policies, Transaction, record_id
from xpert_studio.core.records import Stage
from xpert_studio.core.store import pack_records, responses, tasks
from xpert_studio.core.workflow import rights
from xpert_studio.core.workflow.commands import ExpertId
from xpert_studio.core.workflow.gold import need_gold_form
from xpert_studio.core.workflow.pack_records import scope_of
from xpert_studio.packs.qualification.examining import need_maker
from xpert_studio.packs.qualification.kept import forms_in, kept
from xpert_studio.packs.qualification.offline import TAKES, papers_for
from xpert_studio.packs.qualification.records import FORM, PACK_ID, TRIAL, Decided, Trial, TrialForm
from xpert_studio.packs.qualification.standing import Board, trials_for


@command(
    "qualification.add_trial",
    "Add trial task",
    done="added a trial task",
    line="exam trial RESPONSE EXPERT",
)
def add_trial(unit: UnitOfWork, response_id: ResponseId, expert_id: ExpertId) -> None:
    """Have people judge a response in their trial, against the gold form of an expert.

    Args:
        unit: By a lead or a senior expert of the domain who is not examined in it.
        response_id: To a task with a domain.
        expert_id: Whose form is gold.

    Raises:
        StageError: The form is not gold as a whole, or the task has no domain.
        NotAllowedError: Another person.
    """
    task = tasks.get_task(unit.tx, responses.get_response(unit.tx, response_id).task_id)
    if task.domain is None:
        raise StageError("The task has no domain.", remedy="Enter one first.")
    need_maker(unit, task.domain)
    rights.need_stage(task, Stage.READY, to=Message("judged"))
    need_gold_form(unit.tx, task, response_id, expert_id)
    made = Trial(domain=task.domain, expert=expert_id, by=unit.person.id)
    written = Written(made, id=record_id("q", "trial", response_id), response_id=response_id)
    keep_records(unit, PACK_ID, TRIAL.id, [written])


@command(
    "qualification.remove_trial",
    "Remove trial task",
    done="removed a trial task",
    line="exam untrial RESPONSE",
)
def remove_trial(unit: UnitOfWork, response_id: ResponseId) -> None:
    """Take a response out of the trial tasks; forms of people who judged it are kept."""
    known = {record.response_id: (record, one) for record, one in kept(unit.tx, TRIAL, Trial)}
    if response_id not in known:
        raise NotFoundError("That response is no trial task.")
    record, found = known[response_id]
    need_maker(unit, found.domain)
    task_of = pack_records.tasks_of(unit.tx, [record])
    unit.on(task_of[response_id], scope_of(record, task_of))
    unit.remove(record)  # also by who still judges the response: makers know the trial tasks


def keep_form(unit: UnitOfWork, form: ApartForm) -> None:
    """Keeps what a person decided on a trial task."""
    domain = form.task.domain or ""
    made = TrialForm(
        person=unit.person.id,
        domain=domain,
        attempt=Board.of(unit.tx).attempt(unit.person, domain),
        decisions=decided(form),
        seconds=form.seconds,
        at=unit.now,
    )
    id_ = record_id("q", "form", unit.person.id, form.response.id)
    keep_records(unit, PACK_ID, FORM.id, [Written(made, id=id_, response_id=form.response.id)])


def decided(form: ApartForm) -> dict[str, Decided]:
    """The decisions on a form, by checkpoint."""
    return {
        decision.checkpoint_id: Decided(
            value=decision.value,
            state=decision.state.value,
            rationale=(decision.rationale or "").strip(),
            rated=decision.rated_hash or "",
        )
        for decision in form.decisions
    }


def apart(tx: Transaction, person: Person, policies: Policies) -> Apart:
    """Which trial tasks a person still judges, and which they have judged."""
    done = frozenset(id_ for id_, _ in forms_in(tx, person.id))
    domains = [name for name in person.domains if rights.is_candidate(person, name, policies)]
    offline = Offline(partial(papers_for, person=person, domains=domains), TAKES)
    if not domains:
        return Apart(keep_form, closed=done, offline=offline)
    waiting = frozenset[str]().union(*(trials_for(tx, person, name) for name in domains))
    board = Board.of(tx)
    examined = frozenset(name for name in domains if board.has_examination(name))
    return Apart(keep_form, waiting - done, done, examined, offline)
