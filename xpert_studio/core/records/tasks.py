"""Tasks: what a system is asked to do, as an expert wrote it, and the stages they go through.

Who may move a task is decided by the workflow; that it can never jump from a brief straight to
judging is decided here.
"""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Final, TypedDict

from pydantic import Field, model_validator

from xpert_studio.core.fields import Asks, asks_of
from xpert_studio.core.names import Listed, Names
from xpert_studio.core.records.base import Extra, Id, NonBlank, Record, Sha256, Text
from xpert_studio.core.records.hashing import content_hash
from xpert_studio.core.wording import mark


class Stage(Listed):
    """Where a task stands in the pipeline."""

    BRIEF = "brief"
    SUBMITTED = "submitted"
    RETURNED = "returned"
    RUBRIC = "rubric"
    REVIEW = "review"
    APPROVED = "approved"
    SPOT_CHECK = "spot_check"
    READY = "ready"
    DISCARDED = "discarded"


STAGES: Final = Names(
    "Stage",
    {
        Stage.BRIEF: mark("Brief"),
        Stage.SUBMITTED: mark("Submitted"),
        Stage.RETURNED: mark("Returned"),
        Stage.RUBRIC: mark("Rubric"),
        Stage.REVIEW: mark("In review"),
        Stage.APPROVED: mark("Approved"),
        Stage.SPOT_CHECK: mark("Spot check"),
        Stage.READY: mark("Ready"),
        Stage.DISCARDED: mark("Discarded"),
    },
)

BEING_WRITTEN: Final = frozenset({Stage.BRIEF, Stage.RETURNED})
"""Stages in which a brief may still be incomplete."""

MOVES: Final[dict[Stage, frozenset[Stage]]] = {
    Stage.BRIEF: frozenset({Stage.SUBMITTED, Stage.DISCARDED}),
    Stage.SUBMITTED: frozenset({Stage.RUBRIC, Stage.RETURNED, Stage.DISCARDED}),
    Stage.RETURNED: frozenset({Stage.SUBMITTED, Stage.DISCARDED}),
    Stage.RUBRIC: frozenset({Stage.REVIEW, Stage.DISCARDED}),
    Stage.REVIEW: frozenset({Stage.RUBRIC, Stage.APPROVED, Stage.READY, Stage.DISCARDED}),
    Stage.APPROVED: frozenset({Stage.SPOT_CHECK, Stage.READY, Stage.RUBRIC, Stage.DISCARDED}),
    Stage.SPOT_CHECK: frozenset({Stage.READY, Stage.RUBRIC, Stage.DISCARDED}),
    Stage.READY: frozenset({Stage.RUBRIC, Stage.DISCARDED}),
    Stage.DISCARDED: frozenset(),
}


def may_move(start: Stage, end: Stage) -> bool:
    """Whether a task may go from ``start`` to ``end`` in one step."""
    return end in MOVES[start]


PROMPT_PARTS: Final = ("context", "materials", "deliverables")
NEEDED: Final = ("title", "domain", "language", "difficulty", "reference_answer")
"""What a brief has to have before it is handed in, beside a prompt or its parts."""


class Difficulty(Listed):
    """How hard the author holds the task to be."""

    BASIC = "basic"
    MEDIUM = "medium"
    HARD = "hard"


DIFFICULTIES: Final = Names(
    "Difficulty",
    {
        Difficulty.BASIC: mark("Basic"),
        Difficulty.MEDIUM: mark("Medium"),
        Difficulty.HARD: mark("Hard"),
    },
    also={
        Difficulty.BASIC: ("easy", "simple", "简单", "容易", "初级"),
        Difficulty.MEDIUM: ("moderate", "intermediate", "normal", "进阶", "一般", "中级"),
        Difficulty.HARD: ("difficult", "challenging", "难", "高难", "高级"),
    },
)


class Checklist(Record):
    """What an author is asked about a task before it is handed in (XpertBench, section 3).

    Attributes:
        professional: It is work of the profession, not an exam question.
        typical: It is a typical case, not a freak one.
        clear_success: What counts as success is clear.
        hard_for_models: Models of today are expected to struggle.
        pass_rate: The share of models expected to do well, 0 to 1.
        reason: Why it is a task for this project all the same, where an answer is no.
    """

    PUBLIC: ClassVar[tuple[str, ...]] = (
        "professional",
        "typical",
        "clear_success",
        "hard_for_models",
        "pass_rate",
    )
    PRIVATE: ClassVar[tuple[str, ...]] = ("reason",)

    professional: bool
    typical: bool
    clear_success: bool
    hard_for_models: bool
    pass_rate: Annotated[float, Field(ge=0, le=1)] | None = None
    reason: Text | None = None

    @property
    def all_yes(self) -> bool:
        """Whether every question is answered with yes."""
        return self.professional and self.typical and self.clear_success and self.hard_for_models


class BriefFields(TypedDict, total=False):
    """What an author may write in a brief; fields that are left out stay as they are.

    A field that is added here and to ``Task`` is an option of the commands that write briefs and is
    shown by ``task show``, stands in the window's brief, is named in the history, and is searched
    where it is a text. The index of the search counts the texts: a new one comes after the others.
    """

    title: Annotated[str | None, Asks("Its title.", '"A lease"', is_text=True, title=mark("Title"))]
    domain: Annotated[
        str | None, Asks("One of the project's domains.", "Law", title=mark("Domain"))
    ]
    category: Annotated[
        str | None, Asks("Its category; any words.", "Contracts", title=mark("Category"))
    ]
    language: Annotated[
        str | None, Asks("BCP 47, such as en or zh-CN.", "en", title=mark("Language"))
    ]
    difficulty: Annotated[
        Difficulty | None, Asks("How hard it is.", "medium", title=mark("Difficulty"))
    ]
    prompt: Annotated[
        str | None,
        Asks(
            "The whole prompt in one piece, in place of the three parts.",
            "@prompt.txt",
            is_text=True,
            title=mark("Prompt"),
            empty=mark("The whole prompt, as a system gets it."),
        ),
    ]
    context: Annotated[
        str | None,
        Asks(
            "The work context.",
            "@context.txt",
            is_text=True,
            title=mark("Work context"),
            empty=mark("Role, client, situation."),
        ),
    ]
    materials: Annotated[
        str | None,
        Asks(
            "The background materials.",
            "@m.txt",
            is_text=True,
            title=mark("Background materials"),
            empty=mark("Facts, documents and figures needed."),
        ),
    ]
    deliverables: Annotated[
        str | None,
        Asks(
            "The required deliverables.",
            "-",
            is_text=True,
            title=mark("Required deliverables"),
            empty=mark("Deliverables and their format."),
        ),
    ]
    reference_answer: Annotated[
        str | None,
        Asks(
            "The reference answer.",
            "@answer.txt",
            "reference",
            is_text=True,
            title=mark("Reference answer"),
            empty=mark("An ideal answer. Hidden from the systems; the judge may see it."),
        ),
    ]
    system_prompt: Annotated[
        str | None,
        Asks(
            "Text for the model before the prompt.",
            "@system.txt",
            is_text=True,
            title=mark("System prompt"),
            empty=mark("Text for the model before the prompt."),
        ),
    ]
    family: Annotated[
        str | None,
        Asks(
            "The scenario that it shares with tasks of other levels.",
            "triage",
            title=mark("Family"),
            empty=mark("The scenario it shares with tasks of other levels"),
            is_advanced=True,
        ),
    ]
    checklist: Annotated[
        Checklist | None,
        Asks(
            "Four answers y or n: work of the profession? typical case? clear criteria of success? "
            "hard for today's models? Then, if you like, the expected pass rate, and why it is a "
            "task for this project where an answer is no: ynyy,0.3,REASON",
            "ynyy,0.3",
            title=mark("Checklist"),
        ),
    ]
    tags: Annotated[
        tuple[str, ...],
        Asks(
            "Any words to find it by; may be repeated or comma-separated.",
            "urgent,lease",
            is_list=True,
            needs_name=False,
            title=mark("Tags"),
            empty=mark("Separated by commas"),
        ),
    ]


BRIEF_TEXTS: Final = tuple(name for name, asks in asks_of(BriefFields).items() if asks.is_text)
"""The fields of a brief that are texts of any length."""


class Attachment(Record):
    """A file that belongs to a task or response; its bytes are stored by ``sha256``."""

    PUBLIC: ClassVar[tuple[str, ...]] = ("path", "media_type", "sha256", "caption")

    path: Text
    media_type: Text
    sha256: Sha256
    caption: Text | None = None
    extra: Extra = Field(default_factory=dict)

    @property
    def is_image(self) -> bool:
        """Whether it is an image, by its media type."""
        return self.media_type.startswith("image/")

    def meaning(self) -> dict[str, Any]:
        """Media type, content and caption; the file's name means nothing."""
        shown = {"media_type": self.media_type, "sha256": self.sha256, "caption": self.caption}
        return {key: value for key, value in shown.items() if value}


class Triage(Record):
    """What was found when the brief was decided on, by the criteria of XpertBench.

    Attributes:
        challenging: It is hard for models of today.
        typical: It is typical of the profession, and frequent.
        definable: Success can be defined.
        objective: It is decided by facts, not by preference.
        examined: Prompt and reference answer were read.
        reason: Why it was accepted all the same, where an answer is no.
        by: Who found it; None in tasks of earlier versions.
        others: What others found before, where a project asks several people.
    """

    PUBLIC: ClassVar[tuple[str, ...]] = (
        "challenging",
        "typical",
        "definable",
        "objective",
        "examined",
    )
    PRIVATE: ClassVar[tuple[str, ...]] = ("reason", "by", "others")

    challenging: bool
    typical: bool
    definable: bool
    objective: bool
    examined: bool
    reason: Text | None = None
    by: Id | None = Field(default=None, exclude_if=lambda held: held is None)
    others: tuple[Triage, ...] = Field(default=(), exclude_if=lambda held: not held)

    @property
    def everybody(self) -> tuple[Triage, ...]:
        """What each person found, the first first."""
        return (*self.others, self.model_copy(update={"others": ()}))


class Task(Record):
    """A task: a prompt, whole or in its three parts, and what belongs to it.

    Attributes:
        system_prompt: Text for the model before the prompt.
        family: The scenario that it belongs to with tasks of other levels of difficulty.
        self_accepted: Whether a person who wrote on it accepted its brief or its rubric.

    ``BLIND`` is what an assignment holds for a person who judges: fields that it does not name are
    withheld.
    """

    HASHED: ClassVar[tuple[str, ...]] = (
        "title",
        "domain",
        "category",
        "language",
        "difficulty",
        "prompt",
        "context",
        "materials",
        "deliverables",
        "reference_answer",
        "system_prompt",
        "family",
    )
    PUBLIC: ClassVar[tuple[str, ...]] = (
        "id",
        "prompt",
        "context",
        "materials",
        "deliverables",
        "title",
        "domain",
        "category",
        "language",
        "difficulty",
        "reference_answer",
        "system_prompt",
        "family",
        "attachments",
        "stage",
        "checklist",
        "tags",
        "self_accepted",
        "triage",
    )
    PEOPLE: ClassVar[tuple[str, ...]] = ("author_id", "earlier_authors")
    BLIND: ClassVar[tuple[str, ...]] = (
        "id", "prompt", "context", "materials", "deliverables", "title", "domain", "category",
        "language", "difficulty", "system_prompt", "family", "attachments", "stage",
        "self_accepted",
    )  # fmt: skip

    id: Id
    prompt: NonBlank | None = None
    context: Text | None = None
    materials: Text | None = None
    deliverables: Text | None = None
    title: Text | None = None
    domain: Text | None = None
    category: Text | None = None
    language: Text | None = None
    difficulty: Difficulty | None = None
    reference_answer: Text | None = None
    system_prompt: NonBlank | None = None
    family: NonBlank | None = None
    attachments: tuple[Attachment, ...] = ()
    author_id: Id | None = None
    stage: Stage | None = None
    checklist: Checklist | None = None
    tags: tuple[Text, ...] = ()
    earlier_authors: tuple[Id, ...] = ()
    self_accepted: bool = False
    triage: Triage | None = None
    extra: Extra = Field(default_factory=dict)

    @model_validator(mode="after")
    def _has_prompt(self) -> Task:
        may_be_empty = BEING_WRITTEN | {Stage.DISCARDED}  # also a brief that was never finished
        if not self.full_prompt.strip() and self.stage not in may_be_empty:
            raise ValueError("no prompt: give prompt, or context, materials, deliverables")
        return self

    @property
    def full_prompt(self) -> str:
        """The prompt as a model gets it: as written, or the parts with a blank line between."""
        if self.prompt is not None:
            return self.prompt
        parts = (getattr(self, name) for name in PROMPT_PARTS)
        return "\n\n".join(part.strip() for part in parts if part and part.strip())

    @property
    def standing(self) -> Stage:
        """The stage; a task that came from outside without one is ready to be judged."""
        return self.stage or Stage.READY

    @property
    def writers(self) -> frozenset[str]:
        """Everybody who ever wrote on the task."""
        now = {self.author_id} if self.author_id is not None else set()
        return frozenset({*self.earlier_authors, *now})

    @property
    def first_author(self) -> str | None:
        """Who began the task, and in whose number of tasks it counts."""
        return self.earlier_authors[0] if self.earlier_authors else self.author_id

    @property
    def name(self) -> str:
        """The title, or the id where there is none."""
        return self.title or self.id

    def meaning(self) -> dict[str, Any]:
        """The brief with its attachments; not who wrote it, nor where it stands."""
        fields = super().meaning()
        if self.attachments:
            fields["attachments"] = [item.meaning() for item in self.attachments]
        return fields

    @property
    def prompt_hash(self) -> str:
        """Hash of what a model is shown of the task: its prompts and attachments."""
        shown = [item.meaning() for item in self.attachments]
        return content_hash(
            {"system": self.system_prompt, "prompt": self.full_prompt, "attachments": shown}
        )
