"""A run of a suite: responses that are missing, checks and verdicts, and a dated evaluation."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from xpert_studio.api.carriers import Price, ScoreRequest, price_of
from xpert_studio.api.commands import (
    CommandContext,
    Message,
    NotFoundError,
    UsageError,
    acting_lead,
    explained,
)
from xpert_studio.api.records import Checkpoint, Written, put_records
from xpert_studio.core.errors import XpertError
from xpert_studio.core.instruments import is_by_program
from xpert_studio.core.judge.budget import Limits
from xpert_studio.core.judge.pricing import price_of_system
from xpert_studio.core.judge.providers.registry import parse_judge_name
from xpert_studio.core.judge.selection import Selection
from xpert_studio.core.records import CHECKS, RULES, RunState, content_hash
from xpert_studio.core.store import tasks
from xpert_studio.packs.recipes.taken import read_usage
from xpert_studio.packs.suites.definition import SuiteTask, tasks_of
from xpert_studio.packs.suites.evaluations import Evaluation
from xpert_studio.packs.suites.generating import (
    MadeResponses,
    ResponseTerms,
    generate_missing,
    response_system,
)
from xpert_studio.packs.suites.judge_part import ask_frozen
from xpert_studio.packs.suites.local import HowRun
from xpert_studio.packs.suites.records import PACK_ID, RESULT, Result, Suite
from xpert_studio.report.analysis import analyse
from xpert_studio.report.results.results import Rater, Results
from xpert_studio.report.results.scope import read_facets
from xpert_studio.report.whole_runs import JudgeEnd, PreparedJudges, prepare_all

CarryOut = Callable[[PreparedJudges], Sequence[JudgeEnd]]
"""Carries out the runs of judges; see ``report.whole_runs.carry_out_all``."""


@dataclass(frozen=True, slots=True)
class SuiteRun:
    """What is run.

    Attributes:
        suite: The suite.
        system: What is evaluated.
        branch, revision: Of it; may be empty. Responses of each revision are kept beside the
            earlier ones; without a revision the system's responses are those that are there.
        how: How its responses are had; None where they are all there.
        judge_url: The address of the judges' server; empty for the provider's own.
        terms: Of the responses; their limit in money is for the judges too.
        frozen: Of how many gold forms the frozen set is that the judge is asked again about with
            the evaluation, where it is frozen now; 0 for not asking.
    """

    suite: Suite
    system: str
    branch: str = ""
    revision: str = ""
    how: HowRun | None = None
    judge_url: str = ""
    terms: ResponseTerms = field(default_factory=ResponseTerms)
    frozen: int = 0


@dataclass(frozen=True, slots=True)
class RunEnd:
    """How a run of a suite ended.

    Attributes:
        made: How the responses were had.
        ends: How each judge ended.
        stopped: Whether a person stopped it while responses were made.
        evaluation: What was recorded; None where a judge did not come to an end.
        expected: Results that a whole evaluation has.
        frozen: What is to be said of the frozen set: how many were asked, or why none were.
    """

    made: MadeResponses
    ends: tuple[JudgeEnd, ...]
    evaluation: Evaluation | None
    expected: int
    stopped: bool = False
    frozen: str = ""

    @property
    def is_whole(self) -> bool:
        """Whether every response is there and decided in full."""
        known = self.evaluation.results if self.evaluation else ()
        return len(known) == self.expected and all(one.passed is not None for one in known)

    @property
    def spent(self) -> float:
        """US dollars for responses and judges, as far as they are known."""
        ended = (end.ended for end in self.ends)
        return self.made.spent + sum(one.run.known_cost for one in ended if one is not None)

    @property
    def is_interrupted(self) -> bool:
        """Whether a person stopped it."""
        ended = (end.ended for end in self.ends)
        broken = any(one is not None and one.run.state is RunState.INTERRUPTED for one in ended)
        return self.stopped or broken


def run_suite(
    ctx: CommandContext,
    asked: SuiteRun,
    carry_out: CarryOut,
    on_made: Callable[[MadeResponses], None] = lambda _: None,
) -> RunEnd:
    """Runs a suite on a system and records the evaluation.

    What is there already is neither generated nor judged again: the same command after one that
    broke off resumes it.

    Args:
        ctx: A lead.
        asked: What is run.
        carry_out: Carries out the judges' runs.
        on_made: Gets how the responses were had, before they are judged.

    Raises:
        NotAllowedError: The person is no lead.
        NotFoundError: The suite has no tasks, or no response could be had.
        UsageError: It is not known how to run the system.
        JudgeError: A key is missing, or a judge cannot be set up.
        BudgetError: A budget was given for a judge whose price is unknown.
    """
    with ctx.project.reading() as tx:
        acting_lead(tx, ctx.person_id)
        found = tasks_of(tx, asked.suite)
        _need_decidable(asked.suite, [tasks.rubric_of(tx, name) for name in found])
    trials = range(1, asked.suite.trials + 1)
    names = {response_system(asked.system, asked.revision, trial): trial for trial in trials}
    made = MadeResponses()
    for name, trial in names.items():
        own = [one.task for one in found.values()]
        made = made.plus(generate_missing(ctx, own, asked.how, name, trial, asked.terms))
    on_made(made)
    expected = len(found) * asked.suite.trials
    if asked.terms.stopping.is_asked:
        return RunEnd(made, (), None, expected, stopped=True)
    if not made.there + made.new:
        said = "; ".join(list(dict.fromkeys(problem for _, problem in made.problems))[:3])
        raise NotFoundError(
            Message("{system} has no responses: {said}.", system=asked.system, said=said),
            remedy="Correct how the system is run, and run the suite again.",
        )
    request = _request(asked, tuple(names), tuple(found), made)
    prepared = prepare_all(ctx.project, request, clock=ctx.clock)
    ends = tuple(carry_out(prepared))
    finished = {RunState.DONE, RunState.PARTLY}
    states = [end.ended.run.state if end.ended else None for end in ends]
    if len(ends) < len(prepared.members) or not finished.issuperset(states):
        return RunEnd(made, ends, None, expected)
    judge_id = prepared.panel.id if prepared.panel else prepared.members[0].plan.judge.id
    results = _results(ctx, asked, found, names, judge_id)
    keep = [Written(value, response_id=response) for response, value in results.items()]
    put_records(ctx, PACK_ID, RESULT.id, keep)
    evaluation = Evaluation(tuple(results.values()), tuple(results))
    return RunEnd(made, ends, evaluation, expected, frozen=_ask_frozen(ctx, asked, made))


def _ask_frozen(ctx: CommandContext, asked: SuiteRun, made_responses: MadeResponses) -> str:
    """Asks the judge again about the frozen set; says how many, or why none were."""
    if not asked.frozen:
        return ""
    try:
        return ask_frozen(ctx, asked.suite, _request(asked, (), (), made_responses), asked.frozen)
    except XpertError as error:  # the evaluation stands without it
        return explained(error)


def run_suites(
    ctx: CommandContext,
    asked: SuiteRun,
    wanted: Sequence[Suite],
    carry_out: CarryOut,
    on_end: Callable[[RunEnd], None] = lambda _: None,
    on_suite: Callable[[Suite], None] = lambda _: None,
    on_made: Callable[[MadeResponses], None] = lambda _: None,
) -> list[RunEnd]:
    """Runs suites one after the other, until the money is spent or a person stops them.

    Args:
        ctx: A lead.
        asked: What is run; its suite is not used.
        wanted: The suites.
        carry_out: See ``run_suite``, whose errors are raised.
        on_end: Gets how each suite ended.
        on_suite: Gets each suite before it is run.
        on_made: See ``run_suite``.
    """
    ends: list[RunEnd] = []
    for suite in wanted:
        on_suite(suite)
        end = run_suite(ctx, replace(asked, suite=suite), carry_out, on_made)
        ends.append(end)
        on_end(end)
        if end.is_interrupted:
            break
        if asked.terms.money is not None:
            left = max(0.0, asked.terms.money - end.spent)
            asked = replace(asked, terms=replace(asked.terms, money=left))
    return ends


def _need_decidable(suite: Suite, rubrics: Sequence[Sequence[Checkpoint]]) -> None:
    """Programs alone decide something in a suite that has no other judge.

    Raises:
        UsageError: They do not.
    """
    if suite.judges == (CHECKS,) and not any(
        is_by_program(point) for rubric in rubrics for point in rubric
    ):
        raise UsageError(
            Message("No checkpoint of the suite {name} is decided by program.", name=suite.name),
            remedy="Define the suite with --judge, or add checks to the rubrics.",
        )


def _request(
    asked: SuiteRun,
    models: tuple[str, ...],
    task_ids: tuple[str, ...],
    made_responses: MadeResponses,
) -> ScoreRequest:
    """The judges' request, with what is left of the money."""
    provider, model = parse_judge_name(asked.suite.judges[0])
    money = asked.terms.money
    return ScoreRequest(
        provider=provider,
        model=model,
        selection=Selection(models=models, task_ids=task_ids),
        others=asked.suite.judges[1:],
        panel=RULES.find(asked.suite.panel) if asked.suite.panel else None,
        base_url=asked.judge_url or None,
        concurrency=asked.terms.concurrency,
        timeout=asked.terms.timeout,
        max_retries=asked.terms.max_retries,
        limits=Limits(money=None if money is None else max(0.0, money - made_responses.spent)),
    )


def _results(
    ctx: CommandContext,
    asked: SuiteRun,
    found: Mapping[str, SuiteTask],
    names: Mapping[str, int],
    judge_id: str,
) -> dict[str, Result]:
    """The result of each response, by its id."""
    suite, evaluation, at = asked.suite, ctx.new_id(), ctx.clock()
    results = Results(
        analyse(ctx.project, task_ids=found, with_comparisons=False), read_facets(ctx.project)
    )
    rater = _rater(results, judge_id)
    catalog, scores = results.catalog, results.scores(rater.id)
    usage = read_usage(ctx.project, catalog, lambda _: _price(asked))
    with ctx.project.reading() as tx:
        rubrics = tasks.rubrics(tx)
    judge = rater.findings.judge if rater.findings else None
    judge_hash = judge.content_hash if judge else content_hash(rater.id)
    cluster = {  # a family is called as no task can be
        name: f"family {one.task.family}" if one.task.family else name
        for name, one in found.items()
    }
    made: dict[str, Result] = {}
    for place, response in enumerate(catalog.responses):
        system = catalog.systems[catalog.response_system[place]]
        if system not in names:
            continue
        own = found[catalog.tasks[catalog.response_task[place]]]
        score = float(scores.score[place]) if scores.coverage[place] >= 1 else np.nan
        made[response] = Result(
            evaluation=evaluation,
            at=at,
            suite=suite.name,
            suite_version=suite.version,
            suite_hash=suite.hash,
            system=asked.system,
            branch=asked.branch,
            revision=asked.revision,
            trial=names[system],
            task=own.task.id,
            title=own.task.name,
            cluster=cluster[own.task.id],
            capabilities=own.capabilities,
            task_hash=own.task.prompt_hash,
            rubric_hash=content_hash(
                [one.meaning() | {"id": one.id} for one in rubrics.get(own.task.id, ())]
            ),
            judge=rater.id,
            judge_hash=judge_hash,
            score=_known(score),
            passed=_passes(suite, score, int(scores.essentials[place])),
            seconds=_known(usage.seconds[place]),
            tokens=_known(usage.tokens[place]),
            cost=_known(usage.cost[place]),
        )
    return made


def _price(asked: SuiteRun) -> Price | None:
    """Of the model that answers, or of the one that the system is called by."""
    if asked.how is not None and asked.how.model:
        return price_of(*parse_judge_name(asked.how.model))
    return price_of_system(asked.system)


def _rater(results: Results, judge_id: str) -> Rater:
    """The judge or panel; programs where they decided all there was to decide."""
    known = {rater.id: rater for rater in results.raters}
    return known[judge_id] if judge_id in known else results.rater(CHECKS)


def _known(value: float) -> float | None:
    return float(value) if np.isfinite(value) else None


def _passes(suite: Suite, score: float, essentials: int) -> bool | None:
    """Whether a response passes by the suite's rule; None where it is not known."""
    if not np.isfinite(score):
        return None
    if suite.needs_essentials and essentials == 0:
        return False
    return score >= suite.pass_at - 1e-9
