"""What a person asks for when they have responses scored, from whichever side they ask.

To carry a run out again is the same request: what has a usable verdict is known and not asked
again. So is to ask a judge for what has changed since.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Annotated, Final

from pydantic import JsonValue, TypeAdapter, ValidationError

from xpert_studio.core.errors import ProjectBusyError, UsageError, first_fault
from xpert_studio.core.fields import Asks, Through
from xpert_studio.core.judge.asked_models import (
    JudgeNames,
    ModelParameters,
    judges_named,
    parameters_given,
)
from xpert_studio.core.judge.budget import Limits
from xpert_studio.core.judge.providers.registry import (
    LOCAL,
    entry_of,
    is_fitted,
    needs_address,
    parse_judge_name,
)
from xpert_studio.core.judge.redaction import redact, remember_address
from xpert_studio.core.judge.selection import Selection
from xpert_studio.core.messages import Message
from xpert_studio.core.records import (
    PANEL,
    Judge,
    JudgeMode,
    JudgeSettings,
    Run,
    RunState,
    RunTerms,
)
from xpert_studio.core.records.panels import PanelAsked, WithoutFamily
from xpert_studio.core.records.runs import (
    BaseUrl,
    Cluster,
    Concurrency,
    RequestsAMinute,
    Retries,
    Timeout,
    TokensAMinute,
)
from xpert_studio.core.store import ProjectFile, judges, runs
from xpert_studio.core.wording import mark


@dataclass(frozen=True, slots=True)
class ScoreRequest:
    """What a person asks for.

    Attributes:
        provider, model: As in ``openai:MODEL``; ``baseline`` needs no model.
        parameters: Sent to the model, part of what identifies the judge.
        api_key: Never stored.
        limits: The budget, of all judges together.
        batch: Whether its calls go into batches of its provider.
        wait: Whether a batch is waited for.
        others: More judges, each as ``provider:MODEL``, which are asked the same way.
        panel: The rule of the panel that all of them make; None for no panel.
        exclude_same_family: Of the panel.
    """

    provider: Annotated[str, Through(JudgeNames, judges_named)]
    model: str = ""
    mode: Annotated[JudgeMode, Asks("zero-shot or anchored.", title=mark("Mode"))] = (
        JudgeMode.ZERO_SHOT
    )
    parameters: Annotated[Mapping[str, JsonValue], Through(ModelParameters, parameters_given)] = (
        field(default_factory=dict)
    )
    settings: JudgeSettings = JudgeSettings()
    selection: Selection = field(default_factory=Selection)
    base_url: BaseUrl = None
    api_key: str | None = field(default=None, repr=False)
    concurrency: Concurrency = 16
    requests_per_minute: RequestsAMinute = None
    tokens_per_minute: TokensAMinute = None
    timeout: Timeout = 600.0
    max_retries: Retries = 5
    cluster: Cluster = None
    limits: Limits = field(default_factory=Limits)
    batch: Annotated[
        bool,
        Asks(
            "Post the calls in batches, at half the price, and return; answers come within a day.",
            title=mark("In batches, at half the price"),
        ),
    ] = False
    wait: Annotated[
        bool,
        Asks("With --batch: stay until all answers came.", title=mark("Stay until they came")),
    ] = False
    others: tuple[str, ...] = ()
    panel: PanelAsked = None
    exclude_same_family: WithoutFamily = False

    def each(self) -> tuple[ScoreRequest, ...]:
        """A request for each judge; an address is for those that have none, if there are any.

        Raises:
            UsageError: A name is none of a judge.
        """
        if self.provider not in LOCAL:
            entry_of(self.provider)
        named = dict.fromkeys([(self.provider, self.model), *map(parse_judge_name, self.others)])
        any_needs = any(needs_address(provider) for provider, _ in named)
        return tuple(
            replace(
                self,
                provider=provider,
                model=model,
                base_url=self.base_url if needs_address(provider) or not any_needs else None,
                api_key=self.api_key if provider == self.provider else None,
                others=(),
                panel=None,
                exclude_same_family=False,
            )
            for provider, model in named
        )

    def on(self, terms: RunTerms) -> ScoreRequest:
        """The same, carried out on these terms."""
        return replace(
            self,
            base_url=terms.base_url,
            concurrency=terms.concurrency,
            requests_per_minute=terms.requests_per_minute,
            tokens_per_minute=terms.tokens_per_minute,
            timeout=terms.timeout,
            max_retries=terms.max_retries,
            limits=Limits(money=terms.money, calls=terms.calls, tokens=terms.tokens),
            cluster=terms.cluster,
        )

    @property
    def terms(self) -> RunTerms:
        """What of it is kept with the run, besides its judge and selection."""
        return RunTerms(
            base_url=_without_secret(self.base_url),
            concurrency=self.concurrency,
            requests_per_minute=self.requests_per_minute,
            tokens_per_minute=self.tokens_per_minute,
            timeout=self.timeout,
            max_retries=self.max_retries,
            money=self.limits.money,
            calls=self.limits.calls,
            tokens=self.limits.tokens,
            cluster=_without_secret(self.cluster),
        )


def _without_secret(address: str | None) -> str | None:
    """An address; None where it holds a password or key."""
    remember_address(address)
    return address if address is None or redact(address) == address else None


_PLAIN: Final = TypeAdapter(ScoreRequest)


def request_to_json(request: ScoreRequest) -> dict[str, JsonValue]:
    """A request as plain data, without its key."""
    found: dict[str, JsonValue] = _PLAIN.dump_python(replace(request, api_key=None), mode="json")
    return found


def request_from_json(value: object) -> ScoreRequest:
    """The request that plain data stands for.

    Raises:
        UsageError: It is none; it names the place.
    """
    try:
        return _PLAIN.validate_python(value)
    except ValidationError as error:
        place, detail = first_fault(error)
        raise UsageError(
            Message("The request cannot be read: {place}: {msg}.", place=place, msg=detail["msg"])
        ) from error


def request_of(run: Run, judge: Judge) -> ScoreRequest:
    """The request that a run came of, as far as it was kept.

    Args:
        run: The run.
        judge: Its judge.

    Raises:
        UsageError: The judge worked elsewhere: it is unknown how to ask it.
    """
    if judge.provider == PANEL:
        raise UsageError(
            "A panel has no verdicts: its judges are asked.",
            remedy="Choose one of its judges.",
        )
    if judge.provider is None or judge.settings is None:
        raise UsageError(
            Message(
                "The judge {judge} worked elsewhere; how it was asked is not known.", judge=judge.id
            ),
            remedy="Compose a run of a judge of your own.",
        )
    return ScoreRequest(
        provider=judge.provider,
        model=judge.model or "",
        mode=judge.mode,
        # What the embedded judge was fitted to is found out anew.
        parameters={} if is_fitted(judge.provider) else dict(judge.parameters),
        settings=judge.settings,
        selection=Selection.of(run.selection),
        batch=run.state is RunState.POSTED,
    ).on(run.terms or RunTerms())


def check_together(request: ScoreRequest) -> None:
    """Refuses what makes no sense together.

    Raises:
        UsageError: It does not.
    """
    trials = request.settings.trials
    if trials % 2 == 0:
        raise UsageError(
            Message("With {trials} trials a checkpoint can end undecided.", trials=trials),
            remedy="Choose an odd number of trials.",
        )
    if request.wait and not request.batch:
        raise UsageError("--wait is for batches.", remedy="Add --batch.")
    if request.batch and request.selection.comparisons:
        raise UsageError("Comparisons cannot be posted in batches.", remedy="Leave out --batch.")
    if request.batch and request.cluster:
        raise UsageError(
            "Batches are posted by this computer, not by a cluster.",
            remedy="Leave out --batch or --cluster.",
        )
    if request.exclude_same_family and request.panel is None:
        raise UsageError(
            "--exclude-same-family is for panels.",
            remedy="Name the rule of the panel too: --panel majority.",
        )


def request_again(project: ProjectFile, run_id: str, *, now: datetime) -> ScoreRequest:
    """The request that a run came of.

    Raises:
        NotFoundError: There is no such run.
        ProjectBusyError: It is still going on.
        UsageError: Its judge worked elsewhere.
    """
    with project.reading() as tx:
        run = runs.get_run(tx, run_id)
        judge = judges.get_judge(tx, run.judge_id)
        if runs.is_alive(tx, run_id, now=now):
            raise ProjectBusyError(
                Message("The run {run_id} is still going on.", run_id=run_id),
                remedy="Wait for its end, or cancel it first.",
            )
    return request_of(run, judge)


def request_of_judge(project: ProjectFile, judge_id: str) -> ScoreRequest:
    """The request that asks a judge again for what its last run covered; all where it has none.

    Raises:
        NotFoundError: There is no such judge.
        UsageError: It worked elsewhere.
    """
    with project.reading() as tx:
        judge = judges.get_judge(tx, judge_id)
        own = [run for run in runs.all_runs(tx) if run.judge_id == judge_id]
    never = Run(id="none", judge_id=judge_id, started_at=datetime.fromtimestamp(0, UTC))
    return request_of(own[-1] if own else never, judge)
