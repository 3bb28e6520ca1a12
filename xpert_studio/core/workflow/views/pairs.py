"""What an expert sees of pairs to compare."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from xpert_studio.core.records import (
    Attachment,
    Comparison,
    Person,
    Policies,
    RaterKind,
    Response,
    Task,
    compared_hash,
    grouped,
)
from xpert_studio.core.store import Transaction, comparisons, responses, settings, tasks
from xpert_studio.core.workflow import rights
from xpert_studio.core.workflow.blinding import all_labels, blind_labels, unnamed_files
from xpert_studio.core.workflow.command_context import CommandContext
from xpert_studio.core.workflow.comparing import Preference, need_comparable
from xpert_studio.core.workflow.pair_order import Pair, first_shown, pairs_to_compare
from xpert_studio.core.workflow.sampling import lot


@dataclass(frozen=True, slots=True)
class SeenResponse:
    """A response as who compares sees it: nothing of its system."""

    response_id: str
    label: str
    text: str
    attachments: tuple[Attachment, ...]


@dataclass(frozen=True, slots=True)
class PairView:
    """A pair as an expert sees it.

    Attributes:
        shown: Both responses, the one to be read first in front.
        said: What the expert said of them as they are, in that order; None where nothing.
        rationale: Why, as far as they wrote it.
        grading_policy: The project's.
        was_edited: They compared it before one was edited.
        compared_hash: Of what is shown.
    """

    task: Task
    shown: tuple[SeenResponse, SeenResponse]
    said: Preference | None
    rationale: str
    grading_policy: str
    was_edited: bool
    compared_hash: str


@dataclass(frozen=True, slots=True)
class PairOutline:
    """A pair in the order in which an expert is shown them, and whether they have compared it."""

    pair: Pair
    labels: tuple[str, str]
    is_done: bool


@dataclass(frozen=True, slots=True)
class ToCompare:
    """A task with the pairs of an expert."""

    task: Task
    pairs: tuple[PairOutline, ...]

    @property
    def done(self) -> int:
        """How many are compared."""
        return sum(item.is_done for item in self.pairs)


def tasks_to_compare(ctx: CommandContext, task_id: str | None = None) -> tuple[ToCompare, ...]:
    """The tasks whose responses a person may compare, with their pairs as drawn for them.

    Raises:
        XpertError: The task is named, and the person may not compare its responses.
    """
    with ctx.reading() as (tx, person):
        policies = settings.project_info(tx).policies
        if task_id is not None:
            known = [tasks.get_task(tx, task_id)]
            need_comparable(person, known[0], policies)
        else:
            known = [
                task
                for task in tasks.outlines(tx)
                if not rights.refusal(
                    lambda task=task: need_comparable(person, task, policies)  # type: ignore[misc]
                )
            ]
        return tuple(_to_compare(tx, person, policies, known))


def _to_compare(
    tx: Transaction, person: Person, policies: Policies, known: Sequence[Task]
) -> Iterator[ToCompare]:
    labels = all_labels(tx, {task.id for task in known})
    said = comparisons.current(tx, rater=RaterKind.EXPERT, also_excluded=True)
    own = {item.pair for item in said if item.rater_id == person.id}
    given = grouped((item.task_id, item.id) for item in responses.outlines(tx))
    for task in known:
        pairs = pairs_to_compare(given.get(task.id, []), policies.compared_with)
        drawn = sorted(pairs, key=lambda pair: lot(0, "\n".join((person.id, *pair))))
        if drawn:
            outlines = (
                PairOutline(pair, (labels[pair[0]], labels[pair[1]]), pair in own) for pair in drawn
            )
            yield ToCompare(task, tuple(outlines))


def pair_view(ctx: CommandContext, pair: Pair) -> PairView:
    """What a person sees of a pair of responses.

    Raises:
        NotAllowedError: They may not compare them.
        NotFoundError: One is gone.
    """
    with ctx.reading() as (tx, person):
        one, other = (responses.get_response(tx, id_) for id_ in sorted(pair))
        task = tasks.get_task(tx, one.task_id)
        info = settings.project_info(tx)
        need_comparable(person, task, info.policies)
        first = first_shown(person.id, one, other)
        labels = blind_labels(tx, task.id)
        own = [
            item
            for item in comparisons.read_all(tx, task_id=task.id, rater=RaterKind.EXPERT)
            if item.comparison.rater_id == person.id
            and item.comparison.pair == (one.id, other.id)
            and not item.comparison.checkpoint_id
        ]
        now = next((item.comparison for item in own if item.is_current), None)
        shown = (one, other) if first is one else (other, one)
        return PairView(
            task=task,
            shown=(_seen(shown[0], labels), _seen(shown[1], labels)),
            said=None if now is None else _said(now, first.id),
            rationale=(now and now.rationale) or "",
            grading_policy=info.grading_policy.text,
            was_edited=now is None and bool(own),
            compared_hash=compared_hash(task, one, other),
        )


def _seen(response: Response, labels: Mapping[str, str]) -> SeenResponse:
    files = unnamed_files(response.attachments)
    return SeenResponse(response.id, labels[response.id], response.text, files)


def _said(item: Comparison, first_id: str) -> Preference:
    if not item.value:
        return Preference.TIE
    return Preference.FIRST if item.better == first_id else Preference.SECOND
