"""What an answer may say: the work of whoever was asked, on what they were sent, and nothing else.

A packet cannot bring what its sender could not have done here. What breaks a rule is refused by
name; the rest of the packet can still be taken.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from xpert_studio.errors import NotAllowedError, NotFoundError, StageError, XpertError
from xpert_studio.records import (
    BEING_WRITTEN,
    JudgmentStatus,
    Packet,
    Person,
    Policies,
    Purpose,
    Response,
    Review,
    Role,
    SheetName,
    Stage,
    Task,
)
from xpert_studio.store import Transaction, entities, tasks
from xpert_studio.workflow import rights
from xpert_studio.workflow.merging.contents import record_of
from xpert_studio.workflow.merging.lineage import Content
from xpert_studio.workflow.merging.weighing import Offer
from xpert_studio.workflow.packets.ledger import Ledger

Fields = dict[str, Any]
_ALL: Final[frozenset[str]] = frozenset({"*"})
_SPOT_CHECK: Final = frozenset(
    {"senior_id", "outcome", "consistent", "aligned_with_task", "evaluable", "note", "ended_at"}
)
_BRIEF: Final = frozenset(
    {
        "prompt", "context", "materials", "deliverables", "title", "domain", "category",
        "language", "difficulty", "reference_answer", "attachments", "stage", "checklist", "tags",
    }
)  # fmt: skip
WRITABLE: Final[Mapping[Purpose, Mapping[str, frozenset[str]]]] = {
    Purpose.REVIEW: {
        "task": frozenset({"stage"}),
        "revision": frozenset({"state"}),
        "review": _ALL,
        "remark": _ALL,
        "spot_check": _SPOT_CHECK,
    },
    Purpose.WRITE: {
        "task": _BRIEF,
        "checkpoint": _ALL,
        "order": _ALL,
        "revision": _ALL,
        "remark": frozenset({"replies", "checkpoint_id"}),
        "proposal": _ALL,
        "dismissal": _ALL,
    },
    Purpose.JUDGE: {"open_sheet": _ALL, "decision": _ALL, "judgment": _ALL},
    Purpose.CONFIRM: {
        "judgment": frozenset(
            {"status", "adjudicated_value", "confirmed_by", "adjudicated_at", "note"}
        ),
        "anchor_choice": _ALL,
    },
}
"""Which fields of which kinds each purpose lets somebody change; ``*`` is the whole record."""

_MOVES: Final = {
    Purpose.REVIEW: {
        Stage.REVIEW: {Stage.APPROVED, Stage.RUBRIC},
        Stage.SPOT_CHECK: {Stage.READY, Stage.RUBRIC, Stage.DISCARDED},
    },
    Purpose.WRITE: {
        Stage.BRIEF: {Stage.SUBMITTED, Stage.DISCARDED},
        Stage.RETURNED: {Stage.SUBMITTED, Stage.DISCARDED},
        Stage.SUBMITTED: {Stage.DISCARDED},
        Stage.RUBRIC: {Stage.REVIEW, Stage.DISCARDED},
        Stage.REVIEW: {Stage.DISCARDED},
    },
}
_DOES: Final = {Purpose.REVIEW: "reviews", Purpose.WRITE: "writes"}
_OPEN_BRIEF: Final = frozenset({*BEING_WRITTEN, Stage.RUBRIC})


@dataclass(frozen=True, slots=True)
class Case:
    """A record as the packet has it, as it was sent, and as it is here."""

    offer: Offer
    base: Content
    mine: Content


@dataclass(frozen=True, slots=True)
class Answered:
    """Checks the records of an answer, one by one.

    Attributes:
        request: What was asked, with the real ids.
        person: Who was asked, as they are here.
        base_of: The state in which a record was sent to them last; None where it was not.
    """

    tx: Transaction
    ledger: Ledger
    request: Packet
    person: Person
    policies: Policies
    base_of: Callable[[Offer], Content]

    def effective(self, offer: Offer) -> Content:
        """What a record is, its fields that nobody was asked to change left as they were sent."""
        writable = WRITABLE[self.request.purpose].get(offer.kind, frozenset())
        base = self.base_of(offer)
        if writable == _ALL or base is None or offer.content is None:
            return offer.content
        kept = {name: value for name, value in base.items() if name not in writable}
        return {**offer.content, **kept}

    def refusal(self, offer: Offer, mine: Content) -> XpertError | None:
        """Why a record cannot be taken, or None.

        Args:
            offer: As the packet has it, under the ids it has here.
            mine: As it is here.
        """
        try:
            self._check(offer, mine)
        except XpertError as error:
            return error
        return None

    def _check(self, offer: Offer, mine: Content) -> None:
        writable = WRITABLE[self.request.purpose].get(offer.kind)
        if writable is None:
            raise NotAllowedError(
                f"An answer to a packet of this kind brings no {_words(offer.kind)}.",
                remedy="Only what was asked for is taken.",
            )
        base = self.base_of(offer)
        if writable != _ALL and base is None and not self._is_new(offer):
            raise NotAllowedError(f"There is no such {_words(offer.kind)} that was sent.")
        if offer.content is not None and base is not None and writable != _ALL:
            seen = self._as_seen(offer.kind, base)
            changed = [
                name
                for name, value in offer.content.items()
                if name not in writable and name in seen and value != seen[name]
            ]
            if changed:
                raise NotAllowedError(
                    f"It changes what nobody was asked to change: {', '.join(sorted(changed))}.",
                    remedy="The rest of the packet can be taken.",
                )
        check: Callable[[Case], None] = getattr(self, f"_{offer.kind}")
        check(Case(offer, base, mine))

    def _as_seen(self, kind: str, base: Fields) -> Fields:
        """A record as it was shown to whoever was asked."""
        if kind != "judgment":
            return base
        bare = [{**quote, "extra": {}} for quote in base["evidence"]]
        return {**base, "extra": {}, "evidence": bare}

    def _is_new(self, offer: Offer) -> bool:
        """Whether it may be new, of a kind that is otherwise changed in part only."""
        return offer.kind == "task" and self.request.purpose is Purpose.WRITE

    # One method a kind.

    def _task(self, case: Case) -> None:
        content = _there(case.offer)
        task = self._found_task(case.offer.key[0])
        if task is None:
            self._new_task(case.offer, content)
            return
        before = case.base or case.mine or {}
        start, end = (Stage(side["stage"] or Stage.READY) for side in (before, content))
        self._may_move(start, end)
        if self.request.purpose is Purpose.REVIEW:
            self._reviewer(self._sent_task(task.id))
            return
        self._author(task)
        if content != case.mine:
            rights.need_stage(task, *_OPEN_BRIEF, Stage.SUBMITTED, to="changed")

    def _may_move(self, start: Stage, end: Stage) -> None:
        purpose = self.request.purpose
        if end is not start and end not in _MOVES[purpose].get(start, ()):
            raise StageError(
                f"Nobody who {_DOES[purpose]} moves a task from {start.value} to {end.value}."
            )

    def _new_task(self, offer: Offer, content: Fields) -> None:
        if content["author_id"] != self.person.id or content["earlier_authors"]:
            raise NotAllowedError(f"{self.person.called} did not write it.")
        if content["stage"] not in {Stage.BRIEF, Stage.SUBMITTED}:
            raise StageError("A new task comes as a brief; everything else is decided here.")
        record = record_of("task", offer.key, content, None)
        assert isinstance(record, Task)  # noqa: S101
        rights.need_role(self.person, Role.AUTHOR)
        rights.need_qualified(self.person, self.policies)
        rights.need_domain(self.person, record, self.policies)

    def _checkpoint(self, case: Case) -> None:
        task = self._own_task(case.offer.key[0])
        if case.offer.content != case.mine:
            rights.need_stage(task, Stage.RUBRIC, to="edited")

    def _order(self, case: Case) -> None:
        self._checkpoint(case)

    def _proposal(self, case: Case) -> None:
        self._checkpoint(case)

    def _dismissal(self, case: Case) -> None:
        self._checkpoint(case)
        if case.offer.content is not None and case.offer.content != case.base:
            self._signed(case.offer.content["by"])

    def _revision(self, case: Case) -> None:
        content = _there(case.offer)
        if self.request.purpose is Purpose.REVIEW:
            self._reviewer(self._sent_task(case.offer.key[0]))
            return
        self._own_task(case.offer.key[0])
        if case.base is not None:
            raise NotAllowedError("A frozen revision is never changed.")
        self._signed(content["frozen_by"])

    def _review(self, case: Case) -> None:
        self._signed(case.offer.key[2])
        self._reviewer(self._sent_task(case.offer.key[0]))

    def _spot_check(self, case: Case) -> None:
        content, task = _there(case.offer), self._sent_task(case.offer.key[0])
        self._signed(content["senior_id"])
        reviews = entities.find_all(self.tx, Review, task_id=task.id)
        reviewers = [review.reviewer_id for review in reviews]
        rights.checker_of(self.person, task, self.policies, reviewers)

    def _remark(self, case: Case) -> None:
        content = case.offer.content or case.base or {}
        task = self._sent_task(str(content.get("task_id")))
        if self.request.purpose is Purpose.REVIEW:
            self._reviewer(task)
            self._remark_of_reviewer(case.offer, case.base)
        else:
            self._author(task)
        if case.offer.content is not None:
            before = (case.base or {}).get("replies", [])
            for reply in case.offer.content["replies"]:
                if reply not in before:
                    self._signed(reply["author_id"])
            if any(reply not in case.offer.content["replies"] for reply in before):
                raise NotAllowedError("It takes back what somebody else replied.")

    def _remark_of_reviewer(self, offer: Offer, base: Content) -> None:
        content, before = offer.content, base
        if before is None or content is None:
            self._signed((content or before or {}).get("author_id"))
            if before is not None and before["replies"]:
                raise StageError("It takes a remark back that has been answered.")
            return
        changed = {name for name, value in content.items() if value != before[name]}
        if changed - {"replies", "resolved_by", "resolved_at"}:
            self._signed(before["author_id"])
            self._signed(content["author_id"])
        if "resolved_by" in changed and content["resolved_by"] is not None:
            self._signed(content["resolved_by"])

    def _open_sheet(self, case: Case) -> None:
        self._own_sheet(case.offer.key[0], case.offer.key[1])

    def _decision(self, case: Case) -> None:
        self._own_sheet(case.offer.key[0], case.offer.key[2])

    def _judgment(self, case: Case) -> None:
        if self.request.purpose is Purpose.CONFIRM:
            self._settled(case.offer, _there(case.offer), case.base)
            return
        response = self._own_sheet(case.offer.key[0], case.offer.key[2])
        content = case.offer.content
        if content is None:
            return
        if content["status"] != JudgmentStatus.SUBMITTED and content != case.base:
            raise NotAllowedError(
                f"{self.person.called} was asked to judge, and confirms nothing.",
                remedy="A senior expert confirms it.",
            )
        for quote in content["evidence"]:
            start, end = quote["start"], quote["end"]
            if start is not None and response.text[start:end] != quote["quote"]:
                raise NotFoundError("It quotes a passage that is not in the response.")

    def _settled(self, offer: Offer, content: Fields, base: Content) -> None:
        name = SheetName(response_id=offer.key[0], expert_id=offer.key[2])
        if name not in self.request.scope.sheets or base is None:
            raise NotAllowedError("It is none of the sheets that were sent.")
        task = self._task_of(self._response(offer.key[0]))
        rights.evaluator_of(self.person, offer.key[2], task, self.policies)
        status = content["status"]
        if status == JudgmentStatus.SUBMITTED:
            return
        self._signed(content["confirmed_by"])
        keeps = content["adjudicated_value"] == base["value"] == content["value"]
        if keeps is not (status == JudgmentStatus.CONFIRMED) and content != base:
            raise NotAllowedError("It says that a judgment was confirmed, and changes it.")
        if status == JudgmentStatus.OVERRIDDEN and not (content["note"] or "").strip():
            raise NotAllowedError("It overrides a judgment and does not say why.")

    def _anchor_choice(self, case: Case) -> None:
        if case.offer.key[0] not in self.request.scope.task_ids:
            raise NotAllowedError("It is none of the tasks that were sent.")
        rights.need_role(self.person, Role.SENIOR, Role.LEAD)
        if case.offer.content is not None:
            self._signed(case.offer.content["chosen_by"])

    # What several kinds ask.

    def _signed(self, signed_by: object) -> None:
        if signed_by != self.person.id:
            raise NotAllowedError(
                f"It is signed by {signed_by or 'nobody'}; an answer holds the work of its sender "
                f"only, and that is {self.person.called}."
            )

    def _sent_task(self, task_id: str) -> Task:
        if task_id not in self.request.scope.task_ids:
            raise NotAllowedError("It is none of the tasks that were sent.")
        return self._found_task(task_id) or tasks.get_task(self.tx, task_id)

    def _own_task(self, task_id: str) -> Task:
        task = self._found_task(task_id)
        if task is None:
            raise StageError("A new task comes as a brief; everything else is decided here.")
        self._author(task)
        return task

    def _author(self, task: Task) -> None:
        rights.author_at_work(self.person, task, self.policies)

    def _reviewer(self, task: Task) -> None:
        if rights.refusal(lambda: rights.checker_of(self.person, task, self.policies, ())) is None:
            return
        rights.reviewer_of(self.person, task, self.policies)

    def _own_sheet(self, response_id: str, expert_id: str) -> Response:
        self._signed(expert_id)
        if response_id not in self.request.scope.response_ids:
            raise NotAllowedError("It is none of the responses that were sent.")
        response = self._response(response_id)
        task = self._task_of(response)
        rights.judge_of(self.person, task, self.policies)
        return response

    def _response(self, response_id: str) -> Response:
        found = self.ledger.find("response", (response_id,))
        if not isinstance(found, Response):
            raise NotFoundError("The response has been taken out of the project since.")
        return found

    def _found_task(self, task_id: str) -> Task | None:
        found = self.ledger.find("task", (task_id,))
        return found if isinstance(found, Task) else None

    def _task_of(self, response: Response) -> Task:
        return self._found_task(response.task_id) or tasks.get_task(self.tx, response.task_id)


def _there(offer: Offer) -> Fields:
    if offer.content is None:
        raise NotAllowedError(f"It takes a {_words(offer.kind)} away, which nobody asked for.")
    return offer.content


def _words(kind: str) -> str:
    return kind.replace("_", " ")
