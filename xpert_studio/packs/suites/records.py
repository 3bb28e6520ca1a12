"""Suites, and the results of their evaluations, as the project keeps them."""

from __future__ import annotations

from typing import Annotated, Any, Final

from pydantic import BaseModel, ConfigDict, Field

from xpert_studio.api import Message, mark
from xpert_studio.core.errors import UsageError
from xpert_studio.core.fields import Asks
from xpert_studio.core.names import Listed, Names
from xpert_studio.core.records import RULES, content_hash
from xpert_studio.core.records.base import Id, NonBlank, Sha256, Text, Timestamp
from xpert_studio.core.records.record_kinds import Hangs, RecordKind
from xpert_studio.core.wording import tn

PACK_ID: Final = "suites"
MOST_TRIALS: Final = 20


class SuiteStage(Listed):
    """How often a suite is meant to be run: at every change, before a release, now and then."""

    SMOKE = "smoke"
    CORE = "core"
    EXTENDED = "extended"


SUITE_STAGES: Final = Names(
    "SuiteStage",
    {
        SuiteStage.SMOKE: mark("Smoke"),
        SuiteStage.CORE: mark("Core"),
        SuiteStage.EXTENDED: mark("Extended"),
    },
)


class Capability(BaseModel):
    """What a group of tasks shows.

    Attributes:
        name: For people; unique in its suite.
        members: Ids of tasks, or ``tag:NAME``, ``domain:NAME`` and ``category:NAME``.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)
    name: Annotated[NonBlank, Asks(mark("Capability"), empty=mark("Capability"))]
    members: Annotated[
        tuple[NonBlank, ...],
        Field(min_length=1),
        Asks(mark("Its tasks"), empty=mark("tag:edits, domain:Law, or ids of tasks, with commas")),
    ]


def capability_typed(text: str) -> Capability:
    """A capability as it is typed: ``NAME=TASK,TASK``.

    Raises:
        UsageError: It names no tasks.
    """
    name, equals, members = text.partition("=")
    found = tuple(one.strip() for one in members.split(",") if one.strip())
    if not name.strip() or not equals or not found:
        raise UsageError(
            Message("--capability {typed!r} names no tasks.", typed=text),
            remedy='Write --capability "NAME=TASK,TASK", or tag:NAME in place of tasks.',
        )
    return Capability(name=name.strip(), members=found)


class Suite(BaseModel):
    """A named set of tasks, and how a response to them passes.

    Attributes:
        name: Its id.
        version: From 1; one up with every change of the definition.
        capabilities: The tasks.
        stage: See ``SuiteStage``.
        pass_at: The score, from 0 to 1, with which a response passes.
        needs_essentials: Whether every Essential checkpoint has to be met too.
        judges: As ``score --judge`` takes them; ``checks`` for programs alone.
        panel: The rule by which several judges are taken together; empty for one judge.
        trials: How many responses of a system to each task are evaluated.
        triggers: Patterns of the files whose change the suite is run for; all files where empty.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)
    name: Annotated[
        Id,
        Asks(
            "The suite’s name.",
            "smoke",
            title=mark("Name"),
            hint=mark("Letters, digits, '.', '_' and '-'; as commands write it."),
        ),
    ]
    version: Annotated[int, Field(ge=1)] = 1
    capabilities: Annotated[
        tuple[Capability, ...],
        Field(min_length=1),
        Asks(
            "A capability and its tasks, comma-separated: ids, tag:NAME, domain:NAME or "
            "category:NAME; repeatable.",
            name="capability",
            form="NAME=TASKS",
            adds=mark("Add a capability"),
            removes=mark("Remove this capability"),
            reads=capability_typed,
        ),
    ]
    stage: Annotated[
        SuiteStage,
        Asks(
            "smoke, core or extended.",
            title=mark("Stage"),
            hint=mark("Smoke: at every change. Core: before a release. Extended: now and then."),
        ),
    ] = SuiteStage.CORE
    pass_at: Annotated[
        float,
        Field(ge=0, le=1),
        Asks(
            "The score with which a response passes.",
            name="pass",
            title=mark("Passes with"),
            unit="%",
            hint=mark("Of the points of its rubric."),
        ),
    ] = 1.0
    needs_essentials: Annotated[
        bool,
        Asks(
            "Every Essential checkpoint has to be met too.",
            name="essentials",
            title=mark("Essentials"),
        ),
    ] = False
    judges: Annotated[
        tuple[NonBlank, ...],
        Field(min_length=1),
        Asks(
            "As of 'score'; checks by program alone if omitted. Repeatable.",
            name="judge",
            title=mark("Decided by"),
            hint=mark(
                "“checks” are checkpoints that a program decides; else a judge as PROVIDER:MODEL. "
                "Several with commas between them."
            ),
        ),
    ] = ("checks",)
    panel: Annotated[
        Text,
        Asks(
            "Take several judges together: mean, majority or unanimous.",
            choices=RULES,
            title=mark("Panel"),
            empty=mark("No panel"),
            hint=mark("The rule by which several judges are taken together."),
            is_advanced=True,
        ),
    ] = ""
    trials: Annotated[
        int,
        Field(ge=1, le=MOST_TRIALS),
        Asks(
            "Responses to each task.",
            title=mark("Trials"),
            hint=mark("Responses of a system to each task; several say how steady it is."),
        ),
    ] = 1
    triggers: Annotated[
        tuple[NonBlank, ...],
        Asks(
            "A pattern of files whose change runs the suite; repeatable.",
            name="trigger",
            title=mark("Triggers"),
            hint=mark(
                "Patterns of files, one a line: a CI runs the suite where a changed file matches."
            ),
            is_advanced=True,
        ),
    ] = ()

    @property
    def definition(self) -> dict[str, Any]:
        """What decides which tasks are evaluated and what passes."""
        return self.model_dump(mode="json", exclude={"name", "version", "stage", "triggers"})

    @property
    def hash(self) -> str:
        """The content hash of the definition: evaluations of another one are not comparable."""
        return content_hash(self.definition)


class Result(BaseModel):
    """What one response scored in an evaluation; those of one ``evaluation`` make it up.

    It hangs on the response, so that it is kept from those who must not see judgments of it.

    Attributes:
        evaluation: The id that all results of one evaluation share.
        at: When it was made.
        suite, suite_version, suite_hash: The suite as it was then.
        system, branch, revision: What was evaluated; branch and revision may be empty.
        trial: From 1.
        task: The id of the task.
        title: Of the task.
        cluster: The task's family, else its id: the unit of intervals and tests.
        capabilities: Of the suite, those that the task shows.
        task_hash: Of what the system was shown.
        rubric_hash: Of the checkpoints with their weights.
        judge, judge_hash: Who decided.
        score: 0 to 1; None where a checkpoint is not decided.
        passed: By the suite's rule; None where there is no score.
        seconds, tokens, cost: Of the response; None for what is not known. Cost in US dollars.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)
    evaluation: Id
    at: Timestamp
    suite: Id
    suite_version: Annotated[int, Field(ge=1)]
    suite_hash: Sha256
    system: NonBlank
    branch: Text = ""
    revision: Text = ""
    trial: Annotated[int, Field(ge=1, le=MOST_TRIALS)] = 1
    task: Id
    title: Text = ""
    cluster: NonBlank
    capabilities: tuple[NonBlank, ...]
    task_hash: Sha256
    rubric_hash: Sha256
    judge: NonBlank
    judge_hash: Sha256
    score: Annotated[float, Field(ge=0, le=1)] | None = None
    passed: bool | None = None
    seconds: Annotated[float, Field(ge=0)] | None = None
    tokens: Annotated[float, Field(ge=0)] | None = None
    cost: Annotated[float, Field(ge=0)] | None = None


SUITE: Final = RecordKind(
    counted=lambda n: tn("{n} suite of tasks", "{n} suites of tasks", n),
    id="suite",
    title=mark("Suite"),
    model=Suite,
)
RESULT: Final = RecordKind(
    counted=lambda n: tn("{n} result of an evaluation", "{n} results of an evaluation", n),
    id="result",
    title=mark("Result of an evaluation"),
    model=Result,
    hangs_on=Hangs.RESPONSE,
)
