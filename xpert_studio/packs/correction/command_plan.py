"""What to label next for a figure: a sample with known probabilities, and what is expected of it.

The unit is a task: of a difference both systems' responses to the same tasks are asked for, as what
is hard or easy about a task then cancels.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Final

import numpy as np

from xpert_studio.api.commands import Asks, Message, Step, UsageError, labelled, t
from xpert_studio.api.records import CommandContext, Written, put_records, tn
from xpert_studio.api.sections import Estimate, View
from xpert_studio.core.instruments.columns import asked_of
from xpert_studio.core.records.columns import BoolArray, IntArray
from xpert_studio.core.wording import number
from xpert_studio.core.workflow.unblinding import need_results
from xpert_studio.packs.correction.asked import records_of, seconds_a_judgment
from xpert_studio.packs.correction.budget import Moments, moments_of
from xpert_studio.packs.correction.chosen import Way, inclusions
from xpert_studio.packs.correction.figures import FigureKind, WantedFigures, wanted_figure
from xpert_studio.packs.correction.inclusion import sampled, together
from xpert_studio.packs.correction.records import INCLUSION, PACK_ID, Inclusion
from xpert_studio.packs.correction.section_model import LabelState, judge_of, label_state


@dataclass(frozen=True, slots=True)
class Budget:
    """How much may be asked of experts; one of the three is given.

    Raises:
        UsageError: Several are, or the minutes have no end.
    """

    responses: Annotated[int | None, Asks("Ask for about so many responses.", within=(1, None))] = (
        None
    )
    judgments: Annotated[int | None, Asks("Ask for about so many judgments.", within=(1, None))] = (
        None
    )
    minutes: Annotated[
        float | None,
        Asks("Ask for so many minutes of experts, by the times of forms.", within=(0.1, None)),
    ] = None

    def __post_init__(self) -> None:
        """Checks it."""
        if sum(one is not None for one in (self.responses, self.judgments, self.minutes)) > 1:
            raise UsageError(
                "It is said in several ways how much may be judged.",
                remedy="Use one of --responses, --judgments and --minutes.",
            )
        if self.minutes is not None and not math.isfinite(self.minutes):
            raise UsageError(
                "That is no number of minutes.", remedy="Give a number, such as --minutes 60."
            )


@dataclass(frozen=True, slots=True)
class Expected:
    """What a number of labels is expected to do.

    Attributes:
        half: Half of the 95 % interval; None where it cannot be told.
        minutes: Of experts; None where no time is measured.
    """

    responses: int
    judgments: int
    labelled: int
    half: float | None
    minutes: float | None


@dataclass(frozen=True, slots=True)
class LabelPlan:
    """A plan.

    Attributes:
        figure: For which figure.
        judge_id: Whose scores are corrected.
        responses: Ids of the responses to judge.
        now: How wide the interval is with today's labels.
        steps: What is expected of parts of the plan, the whole one last.
        is_assumed: Whether too little is labelled to measure how experts and judge go together.
        forms: On how many forms times were measured.
        inclusions: The records to keep, by response.
        seed: Of the sample.
    """

    figure: WantedFigures
    judge_id: str
    responses: tuple[str, ...]
    now: Expected
    steps: tuple[Expected, ...]
    is_assumed: bool
    forms: int
    inclusions: Mapping[str, Inclusion]
    seed: int

    @property
    def whole(self) -> Expected:
        """What is expected of all of it."""
        return self.steps[-1]


def plan_labels(view: View, typed: str, budget: Budget, seed: int) -> LabelPlan:
    """Plans labels for a figure; nothing is written.

    Args:
        view: Of the project, by the judge whose scores are to be corrected.
        typed: The figure, as ``figures`` reads it.
        budget: How much may be asked for.
        seed: Of the sample.

    Raises:
        UsageError: No judge has scored, everything is labelled, nothing is asked for, or minutes
            are given where no time was measured.
        NotFoundError: There is no such system.
    """
    judge = judge_of(view)
    if judge is None or judge.findings is None:
        raise UsageError(
            "No judge has scored anything yet.", remedy="Score first: 'xpert-studio score'."
        )
    state = label_state(view, judge.findings)
    figure = wanted_figure(typed, _scored_systems(state))
    units = _Units.of(state, figure)
    with view.project.reading() as tx:
        pace, forms = seconds_a_judgment(tx)
        earlier = {name: one.figure for name, one in inclusions(tx).items()}
    count = _count(budget, units, pace)
    names = [str(task) for task in units.open]
    chance = count / len(names)
    chosen = sampled(
        seed,
        dict.fromkeys(names, chance),
        {name: str(units.cluster[task]) for name, task in zip(names, units.open, strict=True)},
        units.scores(state),
    )
    tasks = frozenset(int(name) for name in chosen)
    found = units.to_judge(state, tasks)
    expect = _Expectation(state, figure, units, pace)
    parts = sorted({max(1, round(count * share)) for share in _SHARES} - {count})
    return LabelPlan(
        figure,
        judge.id,
        tuple(state.catalog.responses[place] for place in found),
        expect.of(0),
        (*map(expect.of, parts), expect.of(count, found)),
        expect.is_assumed,
        forms,
        units.inclusions(state, tasks, chance, seed, figure.typed, earlier),
        seed,
    )


_SHARES: Final = (0.25, 0.5, 0.75, 1.0)


def _scored_systems(state: LabelState) -> tuple[str, ...]:
    present = np.unique(state.catalog.response_system[state.is_scored])
    return tuple(state.catalog.systems[code] for code in present)


def _count(budget: Budget, units: _Units, pace: float | None) -> int:
    """How many tasks the budget is enough for."""
    if budget.responses is not None:
        count = budget.responses / units.responses_each
    elif budget.judgments is not None:
        count = budget.judgments / units.judgments_each
    elif budget.minutes is None:
        raise UsageError(
            "It is not said how much may be judged.",
            remedy="Say it with --responses, --judgments or --minutes.",
        )
    elif pace is None:
        raise UsageError(
            "No form has been timed yet, so minutes cannot be turned into judgments.",
            remedy="Use --judgments or --responses.",
        )
    else:
        count = budget.minutes * 60 / (pace * units.judgments_each)
    if count < 1 - _ROUNDING:
        raise UsageError(
            Message(
                "That is less than one task: {responses} responses, {judgments} judgments.",
                responses=number(round(units.responses_each, 1)),
                judgments=number(round(units.judgments_each)),
            ),
            remedy="Allow more.",
        )
    return min(int(count + _ROUNDING), len(units.open))


_ROUNDING: Final = 1e-9


@dataclass(frozen=True, slots=True)
class _Units:
    """The tasks that may be sampled.

    Attributes:
        inside: By response, whether it belongs to the figure and is scored.
        probability, before: By response, of earlier samples: the probability, and whether it is in
            one. A label that was not sampled counts as certain: it is in for whatever reason, and
            the sample speaks for the rest.
        open: Tasks with a response that is in no sample yet.
        cluster: By task.
        points: By task, checkpoints that experts decide.
        responses_each, judgments_each: To judge, of a task on average.
    """

    inside: BoolArray
    probability: np.ndarray
    before: BoolArray
    open: tuple[int, ...]
    cluster: IntArray
    responses_each: float
    judgments_each: float
    points: IntArray

    @classmethod
    def of(cls, state: LabelState, figure: WantedFigures) -> _Units:
        catalog = state.catalog
        codes = [catalog.systems.index(name) for name in (figure.systems or catalog.systems)]
        inside = state.is_scored & np.isin(catalog.response_system, codes)
        probability, before = _before(state)
        rest = inside & ~before
        to_judge = rest & ~state.is_labelled
        tasks = np.unique(catalog.response_task[rest])
        if not tasks.size or not to_judge.any():
            raise UsageError(
                "Everything that this figure rests on is labelled, or asked for already.",
                remedy="'xpert-studio labels list' says what is still to be judged.",
            )
        points = catalog.checkpoint_task[~asked_of(catalog).by_program]
        size = np.bincount(points, minlength=len(catalog.tasks))
        judgments = size[catalog.response_task[to_judge]].sum() / tasks.size
        return cls(
            inside,
            probability,
            before,
            tuple(tasks.tolist()),
            catalog.task_cluster,
            float(to_judge.sum() / tasks.size),
            max(float(judgments), 1.0),
            size.astype(np.int32),
        )

    def scores(self, state: LabelState) -> dict[str, float]:
        """By cluster, what the judge gives the responses of the figure on average."""
        places = np.flatnonzero(self.inside)
        cluster = state.catalog.response_cluster[places]
        total = np.bincount(cluster, state.judge_score[places])
        count = np.bincount(cluster)
        return {str(one): float(total[one] / count[one]) for one in np.unique(cluster)}

    def to_judge(self, state: LabelState, tasks: frozenset[int]) -> list[int]:
        """Places of the responses of the figure to these tasks that are not labelled."""
        wanted = self.inside & np.isin(state.catalog.response_task, list(tasks))
        return np.flatnonzero(wanted & ~state.is_labelled & ~self.before).tolist()

    def inclusions(
        self,
        state: LabelState,
        tasks: frozenset[int],
        chance: float,
        seed: int,
        figure: str,
        earlier: Mapping[str, str],
    ) -> dict[str, Inclusion]:
        """The records of all responses of the figure: with which probability each is in.

        What was in before keeps the figure it was planned for, which no label has that came
        otherwise.
        """
        drawn = np.isin(state.catalog.response_task, list(tasks))
        names = state.catalog.responses
        return {
            names[place]: Inclusion(
                plan=f"{figure} {seed}",
                seed=seed,
                probability=together(float(self.probability[place]), chance),
                sampled=bool(self.before[place] or drawn[place]),
                figure=earlier.get(names[place], "") if self.before[place] else figure,
            )
            for place in np.flatnonzero(self.inside).tolist()
        }


def _before(state: LabelState) -> tuple[np.ndarray, BoolArray]:
    """Of all responses, the probability to be in a sample already, and whether they are."""
    catalog = state.catalog
    probability = np.zeros(len(catalog.responses))
    before = np.zeros(len(catalog.responses), np.bool_)
    for code, system in enumerate(catalog.systems):
        own = state.is_scored & (catalog.response_system == code)
        chosen = state.chosen[system]
        sample = next((one for one in state.samples if one.name == chosen.source), None)
        if chosen.way in {Way.SAMPLED, Way.UNFINISHED} and sample is not None:
            probability[own], before[own] = sample.probability[own], sample.sampled[own]
        else:
            probability[own], before[own] = state.is_labelled[own], state.is_labelled[own]
    return probability, before


class _Expectation:
    """How wide the interval of a figure is expected to be."""

    def __init__(
        self, state: LabelState, figure: WantedFigures, units: _Units, pace: float | None
    ) -> None:
        self._units, self._pace, self._state = units, pace, state
        codes = [state.catalog.systems.index(name) for name in figure.systems]
        self._moments = moments_of(state.totals, codes) if codes else None
        self._kappa = _kappa(state) if figure.kind is FigureKind.KAPPA else None
        waiting = np.unique(state.catalog.task_cluster[list(units.open)])
        self._clusters_each = len(waiting) / len(units.open)

    @property
    def is_assumed(self) -> bool:
        return self._moments is not None and self._moments.is_assumed

    def of(self, tasks: int, places: Sequence[int] | None = None) -> Expected:
        """With labels on so many more tasks; of the whole plan, on these responses."""
        units = self._units
        count, judgments = round(tasks * units.responses_each), round(tasks * units.judgments_each)
        if places is not None:
            count = len(places)
            judgments = int(units.points[self._state.catalog.response_task[list(places)]].sum())
        minutes = None if self._pace is None else judgments * self._pace / 60
        labelled, half = self._half(tasks * self._clusters_each)
        return Expected(count, judgments, labelled, half, minutes)

    def _half(self, more: float) -> tuple[int, float | None]:
        if self._moments is not None:
            n = min(round(self._moments.labelled + more), self._moments.clusters)
            return n, self._moments.half_width(n)
        return _kappa_half(self._kappa, more)


def _kappa(state: LabelState) -> Estimate | None:
    found = state.judge.alignment
    return found.figures.get("kappa_within") if found is not None else None


def _kappa_half(found: Estimate | None, more: float) -> tuple[int, float | None]:
    """κ within: its interval shrinks with the root of the clusters behind it."""
    if found is None or found.interval is None:
        return round(more), None
    n = found.tasks
    scaled = Moments(1.0, 0.0, 0.0, n, max(n, round(n + more)))
    now, then = scaled.half_width(n), scaled.half_width(round(n + more))
    half = (found.interval[1] - found.interval[0]) / 2
    return round(n + more), half * then / now if now and then else None


def figure_words(figure: WantedFigures) -> str:
    """The figure in words."""
    match figure.kind:
        case FigureKind.SCORE:
            return t("the score of {system}", system=figure.systems[0])
        case FigureKind.DIFFERENCE:
            return t(
                "the difference of {first} and {second}",
                first=figure.systems[0],
                second=figure.systems[1],
            )
        case FigureKind.KAPPA:
            return t("κ within checkpoints")


def half_words(plan: LabelPlan, half: float | None) -> str:
    """Half of an interval in words."""
    if half is None:
        return t("unknown")
    if plan.figure.kind is FigureKind.KAPPA:
        return f"±{half:.2f}"
    return t("±{points:.1f} points", points=100 * half)


def plan_sentence(plan: LabelPlan) -> str:
    """What the plan is expected to do, in a sentence."""
    whole = plan.whole
    return t(
        "{judgments} on {responses} are expected to narrow {figure} from {now} to {then}.",
        judgments=tn("{n} judgment", "{n} judgments", whole.judgments),
        responses=tn("{n} response", "{n} responses", len(plan.responses)),
        figure=figure_words(plan.figure),
        now=half_words(plan, plan.now.half),
        then=half_words(plan, whole.half),
    )


def keep_plan(ctx: CommandContext, plan: LabelPlan) -> None:
    """Keeps a plan: experts are asked for its responses first, and its probabilities are known.

    Raises:
        NotAllowedError: The person is no lead.
    """
    with ctx.project.reading() as tx:
        known = records_of(tx)
    records = [
        Written(value, id=known.get(response_id, ""), response_id=response_id)
        for response_id, value in plan.inclusions.items()
    ]
    put_records(
        ctx, PACK_ID, INCLUSION.id, records, reason=labelled(t("Labels planned"), plan.figure.typed)
    )


def _run(ctx: CommandContext, arguments: Sequence[str]) -> str:
    """The step of the window: figure, number of responses, judge."""
    typed, count, judge_id = arguments
    with ctx.project.reading() as tx:
        need_results(tx, ctx.person_id)
        seed = 1 + len(records_of(tx))  # another with each plan
    view = View.on(ctx.project, ctx.person_id).by(judge_id)
    plan = plan_labels(view, typed, Budget(responses=int(count)), seed)
    keep_plan(ctx, plan)
    return plan_sentence(plan)


PLAN_LABELS: Final = Step("plan_labels", _run)
