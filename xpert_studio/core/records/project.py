"""The project itself: its name, vocabulary, policies and grading policy."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import Annotated, ClassVar, Final

from pydantic import Field

from xpert_studio.core.names import Listed, Names
from xpert_studio.core.records.base import Extra, Id, NonBlank, Record, Text, Timestamp
from xpert_studio.core.records.planning import Category, Goal
from xpert_studio.core.records.recipes import Recipe
from xpert_studio.core.records.rubrics import DEFAULT_WEIGHTS, PolicyWeight, Tier
from xpert_studio.core.wording import mark

FEWEST_TASKS: Final = 5
"""A group on fewer tasks than this is marked as small, unless the project says otherwise."""


class Visibility(StrEnum):
    """Who a bundle is for."""

    PRIVATE = "private"
    PUBLIC = "public"


class Taxonomy(Record):
    """The words a project sorts by.

    Attributes:
        descriptions: What the project itself says of its dimensions, by name. Dumped only where
            there are any, so that other taxonomies are written as before there were descriptions.
        categories: Under domains, with their names in Chinese; others that tasks hold stay as they
            are. Dumped as descriptions are, and so are goals.
        goals: What is wanted of domains and categories.
    """

    domains: tuple[Text, ...] = ()
    dimensions: tuple[Text, ...] = ()
    tiers: tuple[Text, ...] = tuple(tier.value for tier in Tier)
    descriptions: dict[Text, Text] = Field(default_factory=dict, exclude_if=lambda held: not held)
    categories: tuple[Category, ...] = Field(default=(), exclude_if=lambda held: not held)
    goals: tuple[Goal, ...] = Field(default=(), exclude_if=lambda held: not held)


class GradingPolicy(Record):
    """How to treat what a rubric leaves open: the same words for experts and judge."""

    HASHED: ClassVar[tuple[str, ...]] = ("text",)

    version: Annotated[int, Field(ge=1)] = 1
    text: Text = ""


class Mode(Listed):
    """Who decides on whose work.

    ``TEAM``: nobody on their own. ``SOLO``: everybody on their own too, which is marked on what
    they decided on; for one person alone, and for practice.
    """

    TEAM = "team"
    SOLO = "solo"


MODES: Final = Names("Mode", {Mode.TEAM: mark("team"), Mode.SOLO: mark("solo")})


class AbstentionRule(Listed):
    """Whether raters may say that they cannot assess a checkpoint, or that it does not apply.

    ``NONE``: they may not. Else what becomes of the score of a response: ``LEFT_OUT``: such a
    checkpoint is left out of it; ``NOT_MET``: it counts as not met, or as the lowest value;
    ``INCOMPLETE``: the response has none.
    """

    NONE = "none"
    LEFT_OUT = "left_out"
    NOT_MET = "not_met"
    INCOMPLETE = "incomplete"


ABSTENTION_RULES: Final = Names(
    "AbstentionRule",
    {
        AbstentionRule.NONE: mark("not allowed"),
        AbstentionRule.LEFT_OUT: mark("left out of the score"),
        AbstentionRule.NOT_MET: mark("counted as not met"),
        AbstentionRule.INCOMPLETE: mark("no score"),
    },
)


class Policies(Record):
    """The rules of a project, with XpertBench's values as defaults.

    Attributes:
        mode: Who decides on whose work.
        fewest_tasks: Figures of a group (a domain, a tier ...) on fewer tasks are marked.
        minimum_tasks: Groups on fewer tasks have no figure on leaderboards.
        default_weights: The weight of a new checkpoint, by tier.
        compared_with: Experts compare each response with so many others; 0: with all.
        abstentions: Whether raters may abstain from a checkpoint, and what becomes of the score.
    """

    mode: Mode = Mode.TEAM
    max_tasks_per_expert: Annotated[int, Field(ge=1)] = 3
    min_checkpoints: Annotated[int, Field(ge=1)] = 15
    max_checkpoints: Annotated[int, Field(ge=1)] = 40
    triagers_needed: Annotated[int, Field(ge=1)] = Field(
        default=1, exclude_if=lambda held: held == 1
    )
    reviewers_needed: Annotated[int, Field(ge=1)] = 1
    spot_check_share: Annotated[float, Field(ge=0, le=1)] = 0.3
    qualification_required: bool = False
    fewest_tasks: Annotated[int, Field(ge=1)] = FEWEST_TASKS
    minimum_tasks: Annotated[int, Field(ge=1)] = 1
    default_weights: dict[Tier, PolicyWeight] = Field(default_factory=lambda: dict(DEFAULT_WEIGHTS))
    compared_with: Annotated[int, Field(ge=0)] = 0
    abstentions: AbstentionRule = AbstentionRule.NONE

    @property
    def is_solo(self) -> bool:
        """Whether people decide on their own work too."""
        return self.mode is Mode.SOLO

    @property
    def may_abstain(self) -> bool:
        """Whether raters may abstain from a checkpoint."""
        return self.abstentions is not AbstentionRule.NONE

    def recommends(self, checkpoints: int) -> bool:
        """Whether a rubric may have this many checkpoints without a reason."""
        return self.min_checkpoints <= checkpoints <= self.max_checkpoints


EVERY_BOARD: Final = ""
EXPERTS_BOARD: Final = "experts"
EXPERTS_NAMES: Final = Names("experts", {EXPERTS_BOARD: mark("experts")})
RECIPE_BOARD: Final = "recipe:"
"""What a leaderboard is called that is not a judge's; the name of a recipe follows the last."""


class ExcludedSystem(Record):
    """A system that is left out of a leaderboard, or of every one, and why.

    Attributes:
        board: The id of its judge or panel, ``EXPERTS_BOARD``, ``RECIPE_BOARD`` with the name of
            a recipe, or ``EVERY_BOARD``.
    """

    system: NonBlank
    reason: NonBlank
    board: Text = EVERY_BOARD


def excluded_on(items: Iterable[ExcludedSystem], board: str) -> dict[str, str]:
    """The systems that are left out of a board, and why."""
    return {item.system: item.reason for item in items if item.board in {EVERY_BOARD, board}}


class ExcludedExpert(Record):
    """An expert whose judgments count in no figure, are no gold and anchor nothing, and why.

    Attributes:
        judgments, gold_forms: What of theirs no longer counts since.
        certificates: Certificates of judges made before, where there was gold of theirs: those of
            tasks with it are stale.
    """

    expert: Id
    reason: NonBlank
    by: Id
    at: Timestamp
    judgments: Annotated[int, Field(ge=0)] = 0
    gold_forms: Annotated[int, Field(ge=0)] = 0
    certificates: Annotated[int, Field(ge=0)] = 0


POLICY_NAMES: Final = Names(
    "policy",
    {
        "mode": mark("Mode of work"),
        "max_tasks_per_expert": mark("Tasks an author, at most"),
        "min_checkpoints": mark("Checkpoints of a rubric, at least"),
        "max_checkpoints": mark("Checkpoints of a rubric, at most"),
        "triagers_needed": mark("People who accept a brief"),
        "reviewers_needed": mark("Reviewers needed"),
        "spot_check_share": mark("Share spot-checked"),
        "qualification_required": mark("Qualification required"),
        "fewest_tasks": mark("Groups on fewer tasks are marked"),
        "minimum_tasks": mark("Groups on fewer tasks have no figure"),
        "default_weights": mark("Default weights"),
        "compared_with": mark("Responses to compare each one with"),
        "abstentions": mark("Abstentions"),
    },
)
INFO_NAMES: Final = Names(
    "project",
    {
        "name": mark("Name"),
        "licence": mark("Licence"),
        "citation": mark("How to cite it"),
        "canary": mark("Canary"),
    },
)


class ProjectInfo(Record):
    """What a project says about itself.

    Attributes:
        recipe: By which boards are shown too; None for the weighted score alone.
        excluded_systems: In the order in which they were excluded.
        excluded_experts: The same of experts.
        licence: Under what its bundles go out, best as an SPDX name.
        citation: How to cite it, where the lead has said so.
        canary: Stands in every bundle, so that training data that holds it can be found.
    """

    name: NonBlank
    created_at: Timestamp
    licence: Text | None = None
    citation: Text | None = None
    canary: Text | None = None
    taxonomy: Taxonomy = Taxonomy()
    policies: Policies = Policies()
    grading_policy: GradingPolicy = GradingPolicy()
    excluded_systems: tuple[ExcludedSystem, ...] = ()
    excluded_experts: tuple[ExcludedExpert, ...] = Field(
        default=(), exclude_if=lambda held: not held
    )
    recipe: Recipe | None = None
    extra: Extra = Field(default_factory=dict)
