"""Commands of proposed cases: kept, accepted as briefs, or rejected."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Final

from xpert_studio.api.changes import (
    Asks,
    Message,
    NotFoundError,
    Role,
    StageError,
    TaskId,
    UnitOfWork,
    Written,
    command,
    keep_records,
    seen_records,
)
from xpert_studio.api.records import Person, Policies, Task, Transaction
from xpert_studio.core.records import SuggestionState
from xpert_studio.core.workflow import rights
from xpert_studio.core.workflow.briefs import begin_task
from xpert_studio.packs.variants.drafting import DraftedCase
from xpert_studio.packs.variants.figures import variants_in
from xpert_studio.packs.variants.records import (
    CASE,
    CASE_TEXTS,
    PACK_ID,
    VARIANT,
    ProposedCase,
    Variant,
    VariantKind,
)

CaseIds = Annotated[Sequence[str], Asks("The cases: their ids as listed.", "case-4f2k9xb", "cases")]
_GIVEN: Final = ("domain", "category", "language")
"""What a case has of its brief."""


def need_proposer(person: Person, policies: Policies, task: Task) -> None:
    """A person may have cases proposed from a brief: its author, or an author who leads.

    Raises:
        NotAllowedError: They are no author, not qualified, or it is another's.
    """
    rights.need_role(person, Role.AUTHOR)
    rights.need_qualified(person, policies, task.domain)
    if Role.LEAD not in person.roles:
        rights.need_author(person, task)


def cases_of(tx: Transaction, person_id: str, task_id: str) -> dict[str, ProposedCase]:
    """The cases proposed from a brief that a person may see, by id, in the order they came."""
    return {
        one.id: one.value
        for one in seen_records(tx, person_id, PACK_ID, CASE.id)
        if one.task_id == task_id and isinstance(one.value, ProposedCase)
    }


def open_cases(tx: Transaction, person_id: str, task_id: str) -> dict[str, ProposedCase]:
    """Those on which no person has decided yet."""
    found = cases_of(tx, person_id, task_id)
    return {id_: one for id_, one in found.items() if one.state is SuggestionState.OPEN}


@command("variants.propose", "Propose cases", done="had cases proposed from the brief")
def keep_cases(unit: UnitOfWork, task_id: str, drafter: str, cases: Sequence[DraftedCase]) -> None:
    """Keep cases that a model has proposed, in place of what was still open of earlier ones.

    Args:
        unit: By the author of the brief, or a lead.
        task_id: The task with the brief.
        drafter: ``PROVIDER:MODEL``.
        cases: What was read of its reply.
    """
    need_proposer(unit.person, unit.info.policies, unit.task(task_id))
    dropped = [
        Written(one.model_copy(update={"state": SuggestionState.DROPPED}), id=id_, task_id=task_id)
        for id_, one in open_cases(unit.tx, unit.person.id, task_id).items()
    ]
    batch = f"cases-{unit.new_id()}"
    made = [
        Written(
            ProposedCase(
                batch=batch,
                drafter=drafter,
                at=unit.now,
                **{name: getattr(case, name) for name in DraftedCase.__dataclass_fields__},
            ),
            id=f"case-{unit.new_id()[-7:]}",
            task_id=task_id,
        )
        for case in cases
    ]
    keep_records(unit, PACK_ID, CASE.id, [*dropped, *made])
    unit.tell(cases=len(made), drafter=drafter)


@command(
    "variants.accept",
    "Accept cases",
    done="accepted proposed cases as briefs",
    line="variant accept TASK CASES",
    told="Cases: {cases}.",
)
def accept_cases(unit: UnitOfWork, task_id: TaskId, cases: CaseIds) -> None:
    """Make briefs of proposed cases, in the family of the task they were made from.

    Raises:
        NotAllowedError: Not the author of the brief or a lead, or at the limit of tasks.
        NotFoundError: There is no such case.
        StageError: It was decided on before.
    """
    source = unit.task(task_id)
    need_proposer(unit.person, unit.info.policies, source)
    family = source.family or source.id
    known = variants_in(unit.tx)
    bundle = known[task_id].bundle if task_id in known else ""
    accepted, variants = [], []
    for id_, case in _chosen(unit, task_id, cases).items():
        fields: Any = {name: getattr(case, name) or None for name in ("title", *CASE_TEXTS)}
        fields |= {name: getattr(source, name) for name in _GIVEN}
        made = begin_task(unit, **fields, difficulty=case.difficulty, family=family)
        taken = {"state": SuggestionState.TAKEN, "made_task": made.id}
        accepted.append(Written(case.model_copy(update=taken), id=id_, task_id=task_id))
        if case.variant is not VariantKind.BASE:
            value = Variant(variant=case.variant, bundle=bundle or family)
            variants.append(Written(value, id=f"of-{made.id}", task_id=made.id))
    if variants and not bundle:
        value = Variant(
            variant=known[task_id].variant if task_id in known else VariantKind.BASE, bundle=family
        )
        variants.append(Written(value, id=f"of-{task_id}", task_id=task_id))
    keep_records(unit, PACK_ID, CASE.id, accepted)
    if variants:
        keep_records(unit, PACK_ID, VARIANT.id, variants)
    made_ids = [one.value.made_task for one in accepted if isinstance(one.value, ProposedCase)]
    unit.on(task_id, *(f"task/{id_}" for id_ in (task_id, *made_ids)), f"author/{unit.person.id}")
    unit.tell(cases=len(accepted), tasks=made_ids)


@command(
    "variants.reject",
    "Reject cases",
    done="rejected proposed cases",
    line="variant reject TASK CASES",
    told="Cases: {cases}.",
)
def reject_cases(unit: UnitOfWork, task_id: TaskId, cases: CaseIds) -> None:
    """Reject proposed cases."""
    need_proposer(unit.person, unit.info.policies, unit.task(task_id))
    dropped = [
        Written(one.model_copy(update={"state": SuggestionState.DROPPED}), id=id_, task_id=task_id)
        for id_, one in _chosen(unit, task_id, cases).items()
    ]
    keep_records(unit, PACK_ID, CASE.id, dropped)
    unit.tell(cases=len(dropped))


def _chosen(unit: UnitOfWork, task_id: str, ids: Sequence[str]) -> dict[str, ProposedCase]:
    known = cases_of(unit.tx, unit.person.id, task_id)
    found = {}
    for id_ in dict.fromkeys(ids):
        if id_ not in known:
            raise NotFoundError(
                Message("There is no proposed case {id} of this task.", id=id_),
                remedy="'variant cases' lists them.",
            )
        if known[id_].state is not SuggestionState.OPEN:
            raise StageError(Message("The case {id} has been decided already.", id=id_))
        found[id_] = known[id_]
    return found
