"""A packet on its way in: what would become of it, what was decided, and what is still asked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from xpert_studio.records import Change, Stage
from xpert_studio.workflow import Desk
from xpert_studio.workflow.merging.kinds import KINDS, Way
from xpert_studio.workflow.merging.three_way import Choice, FieldDiff
from xpert_studio.workflow.merging.weighing import Fate, Item, Key
from xpert_studio.workflow.packets import PacketContent, Plan, plan_packet, take_packet
from xpert_studio.workflow.views import RecordNames, name_records

LISTED = 500
"""So many records of one fate are listed."""

At = tuple[str, Key, str]
"""A decision: kind and key of a record, and which of its decisions."""


@dataclass(frozen=True, slots=True)
class Question:
    """One thing that a person decides: a field, or fields that mean something together only.

    Attributes:
        item: The record.
        group: The decision's name.
        fields: The fields that differ.
    """

    item: Item
    group: str
    fields: tuple[FieldDiff, ...]

    @property
    def at(self) -> At:
        """What identifies it."""
        return self.item.kind, self.item.key, self.group

    @property
    def choice(self) -> Choice | None:
        """What was decided."""
        return self.fields[0].choice

    def decided(self, choice: Choice | None) -> Question:
        """The same question with another decision."""
        if choice == self.choice:
            return self
        return replace(self, fields=tuple(replace(one, choice=choice) for one in self.fields))

    @property
    def takes_text(self) -> bool:
        """Whether another text may be written in place of both."""
        (first, *more) = self.fields
        is_text = KINDS[self.item.kind].way_of(first.name) is Way.TEXT
        return is_text and not more and _text_of(first.mine) is not None

    @property
    def text(self) -> str:
        """The text one would begin with: what was written instead, or one's own."""
        choice = self.choice
        if choice is not None and choice.value is not None:
            return choice.value
        return _text_of(self.fields[0].mine) or ""


@dataclass(frozen=True, slots=True)
class Prospect:
    """What taking a packet in would do, as far as was decided; counted off the window's thread.

    Attributes:
        plan: What becomes of every record.
        names: What the records that can be looked at are called.
        questions: What is asked, decided or not.
        open: What nobody has decided yet.
        counts: How many records there are of each fate.
        listed: The first of them.
        changes: How many records will be others.
    """

    plan: Plan
    names: RecordNames
    questions: tuple[Question, ...]
    open: tuple[Question, ...]
    counts: Mapping[Fate, int]
    listed: Mapping[Fate, tuple[Item, ...]]
    changes: int

    @property
    def listed_questions(self) -> tuple[Question, ...]:
        """Those that are listed: of very many, the first that nobody has decided."""
        if len(self.questions) <= LISTED:
            return self.questions
        decided = tuple(item for item in self.questions if item.choice is not None)
        return (*self.open, *decided)[:LISTED]

    def open_like(self, question: Question) -> tuple[Question, ...]:
        """What nobody has decided yet on the same task; nothing where it belongs to none."""
        task_id = self.names.task_of(question.item)
        if not task_id:
            return ()
        return tuple(one for one in self.open if self.names.task_of(one.item) == task_id)

    def decided(self, choices: Mapping[At, Choice]) -> Prospect:
        """The same with what was decided since, until it is known what comes of that."""
        questions = tuple(item.decided(choices.get(item.at)) for item in self.questions)
        still = tuple(item for item in questions if item.choice is None)
        return replace(self, questions=questions, open=still)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of taking a packet in.

    Attributes:
        change: Empty where nothing had to be changed.
        changes: How many records are others now.
        refused: How many were refused.
        approved: Tasks whose rubrics are approved now, by this packet alone or with others.
    """

    change: Change
    changes: int
    refused: int
    approved: tuple[str, ...]


@dataclass
class Merging:
    """One packet and the decisions on it; kept while the window is open.

    Attributes:
        content: The packet.
        choices: What was decided.
    """

    content: PacketContent
    choices: dict[At, Choice] = field(default_factory=dict)

    def decide(self, questions: Iterable[Question], choice: Choice | None) -> None:
        """Decides the same on each; None leaves it open again."""
        for question in questions:
            if choice is None:
                self.choices.pop(question.at, None)
            else:
                self.choices[question.at] = choice

    def copy(self) -> Merging:
        """As it stands now, for another thread."""
        return replace(self, choices=dict(self.choices))

    def look(self, desk: Desk) -> Prospect:
        """What taking it in would do; takes a while, so not on the window's thread."""
        return prospect_of(desk, plan_packet(desk, self.content, self.choices))

    def take(self, desk: Desk) -> Outcome:
        """Takes it in as far as was decided; one step.

        Raises:
            PacketRefusedError, NotAllowedError, UsageError: See ``take_packet``.
        """
        taken = take_packet(desk, self.content, self.choices)
        changed = [item for item in taken.plan.items if item.changes]
        approved = [item.key[0] for item in changed if item.kind == "task" and _is_approved(item)]
        refused = len(taken.plan.of(Fate.REFUSED))
        return Outcome(taken.change, len(changed), refused, (*approved, *taken.approved))


def prospect_of(desk: Desk, plan: Plan) -> Prospect:
    """A plan with the names of its records and what it asks."""
    by_fate = {fate: plan.of(fate) for fate in Fate}
    listed = {fate: items[:LISTED] for fate, items in by_fate.items()}
    shown = [item for items in listed.values() for item in items]
    names = name_records(desk, {id(item): item for item in (*shown, *plan.conflicts)}.values())
    questions = _questions(plan, names)
    return Prospect(
        plan=plan,
        names=names,
        questions=questions,
        open=tuple(item for item in questions if item.choice is None),
        counts={fate: len(items) for fate, items in by_fate.items()},
        listed=listed,
        changes=sum(item.changes for item in plan.items),
    )


def _is_approved(item: Item) -> bool:
    sides = (item.mine or {}).get("stage"), (item.result or {}).get("stage")
    return sides[1] == Stage.APPROVED and sides[0] != Stage.APPROVED


def _questions(plan: Plan, names: RecordNames) -> tuple[Question, ...]:
    """Everything that is asked, task by task, in the order of a rubric's kinds."""
    found = []
    for item in plan.conflicts:
        groups: dict[str, list[FieldDiff]] = {}
        for diff in item.conflicts:
            groups.setdefault(diff.group, []).append(diff)
        found += [Question(item, group, tuple(fields)) for group, fields in groups.items()]
    place = {kind: number for number, kind in enumerate(KINDS)}
    found.sort(key=lambda one: (names.task_of(one.item), place[one.item.kind], one.item.key))
    return tuple(found)


def _text_of(value: object) -> str | None:
    if isinstance(value, dict):
        value = value.get("text")
    return value if isinstance(value, str) else None
