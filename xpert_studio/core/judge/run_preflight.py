"""A request on its way to a run: what it would take, and what keeps it from being started.

The same for a window that asks with every keystroke and for the person who asks once.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from xpert_studio.core.errors import NotAllowedError, UsageError, XpertError
from xpert_studio.core.judge import code_consent
from xpert_studio.core.judge.estimating import PromptPreview, preview_prompt
from xpert_studio.core.judge.key_check import need_no_keys
from xpert_studio.core.judge.keys import find_key
from xpert_studio.core.judge.local_backend import Fitted
from xpert_studio.core.judge.material import Material, read_material
from xpert_studio.core.judge.prepared import Prepared
from xpert_studio.core.judge.pricing import load_prices
from xpert_studio.core.judge.providers.factory import check_base_url
from xpert_studio.core.judge.providers.registry import LOCAL, PROVIDERS, entry_of, is_fitted
from xpert_studio.core.judge.request import ScoreRequest, check_together
from xpert_studio.core.judge.scoring import fitted_judge, gold_needed, prepare
from xpert_studio.core.judge.work import JudgeCall
from xpert_studio.core.messages import Message
from xpert_studio.core.store import ProjectFile, log, runs, settings
from xpert_studio.core.workflow.blinding import Blinding
from xpert_studio.core.workflow.panels import need_several


@dataclass(frozen=True, slots=True)
class Composed:
    """What a request comes to.

    Attributes:
        prepared: Its plan; None where there is a problem with it.
        problem: Why it cannot be planned.
        lacks_key: The provider wants a key, and there is none.
        going: The run of the same judge that is going on, or empty.
        asks_consent: The project whose code would be run if a person allowed it, which was not
            done yet; empty for none.
        others: What it comes to for each of its other judges.
    """

    request: ScoreRequest
    prepared: Prepared | None
    problem: XpertError | None
    lacks_key: bool
    going: str
    asks_consent: str = ""
    others: tuple[Composed, ...] = ()

    @property
    def judges(self) -> tuple[Composed, ...]:
        """What it comes to for each judge, this one first."""
        return self, *self.others

    @property
    def may_start(self) -> bool:
        """Whether nothing keeps it from being started."""
        return all(
            judge.prepared and not judge.lacks_key and not judge.going for judge in self.judges
        )

    @property
    def asks(self) -> tuple[JudgeCall, ...]:
        """What would be asked, one by one."""
        return self.prepared.plan.asks if self.prepared else ()

    def preview(self, place: int) -> PromptPreview:
        """The prompt of one ask."""
        if self.prepared is None:
            raise IndexError(place)
        return preview_prompt(self.prepared.plan, self.asks[place])


class Composing:
    """Plans request after request on a project, and reads it anew only when it has changed.

    Used by one thread at a time.
    """

    def __init__(self, project: ProjectFile) -> None:
        self._project = project
        self._read: tuple[tuple[object, ...], Material] | None = None
        self._fitted: dict[tuple[object, ...], Fitted] = {}

    def compose(self, request: ScoreRequest, *, now: datetime) -> Composed:
        """Plans a request; what is wrong is reported, not raised. May wait for a keyring."""
        try:
            each = request.each()
            if request.panel is not None:
                need_several([f"{one.provider}:{one.model}" for one in each])
        except XpertError as error:
            return Composed(request, None, error, lacks_key=False, going="")
        first, *others = (self._compose(one, now=now) for one in each)
        return replace(first, request=request, others=tuple(others))

    def _compose(self, request: ScoreRequest, *, now: datetime) -> Composed:
        lacks_key = False
        try:
            check_request(request)
            lacks_key = _lacks_key(request)
            material = self._material(request)
            prepared = prepare(
                self._project,
                request,
                material=material,
                embedded=self._embedded(request, material),
            )
        except XpertError as error:
            return Composed(request, None, error, lacks_key, "")
        judge_id = prepared.plan.judge.id
        with self._project.reading() as tx:
            going = [item.run for item in runs.standings(tx, now=now) if item.is_alive]
            project_id = settings.project_id(tx)
        same = next((run.id for run in going if run.judge_id == judge_id), "")
        is_asked = prepared.runs_code and not code_consent.is_allowed(project_id)
        return Composed(request, prepared, None, lacks_key, same, project_id if is_asked else "")

    def forget(self) -> None:
        """Lets go of what was read."""
        self._read = None
        self._fitted.clear()

    def _embedded(self, request: ScoreRequest, material: Material) -> Fitted | None:
        """The embedded judge is the same whatever it is to judge; so is a judge of a pack."""
        if not is_fitted(request.provider):
            return None
        asked = request.settings
        of = (self._pulse(), request.provider, request.mode, asked.anchor_seed, asked.members)
        if of not in self._fitted:
            self._fitted = {key: kept for key, kept in self._fitted.items() if key[0] == of[0]}
            self._fitted[of] = fitted_judge(material, request)
        return self._fitted[of]

    def _pulse(self) -> int:
        with self._project.reading() as tx:
            return log.newest(tx)

    def _material(self, request: ScoreRequest) -> Material:
        gold = gold_needed(request)
        members = request.settings.members
        of = (self._pulse(), request.selection, gold, members)
        if self._read is None or self._read[0] != of:
            self._read = None  # not two of them at once: they may be large
            self._read = (
                of,
                read_material(self._project, request.selection, gold=gold, members=members),
            )
        return self._read[1]


def check_request(request: ScoreRequest) -> None:
    """Refuses what no provider could be asked with.

    Raises:
        UsageError: Provider, model, address or settings make no sense.
    """
    if request.provider in LOCAL:
        return
    entry = entry_of(request.provider)
    if not request.model.strip():
        raise UsageError("Which model is to judge?", remedy="Name it as its provider writes it.")
    need_no_keys(request.model)
    if entry.needs_address and not request.base_url:
        raise UsageError(
            "Where does the server listen?",
            remedy="Give its address, such as http://localhost:8000/v1.",
        )
    if request.base_url:
        check_base_url(request.base_url)
    check_together(request)


def known_models(provider: str) -> tuple[str, ...]:
    """The models of a provider that the price list names: suggestions, no limits.

    Raises:
        XpertError: The person's own price list is broken.
    """
    return tuple(price.model for price in load_prices().models if price.provider == provider)


PENDING_EXAMPLES: Final = Message(
    "The worked examples of this prompt show judgments on a response that is to be judged blind."
)
HIDDEN_EXAMPLES: Final = Message(
    "The worked examples of this prompt show judgments of experts, which leads and senior experts "
    "alone may see."
)


def hidden_examples(ask: JudgeCall, blinding: Blinding) -> Message | None:
    """Why a person may not see the worked examples of an ask; None where they may.

    Args:
        ask: The ask.
        blinding: What is kept from the person.
    """
    if any(anchor.response_id in blinding.pending for anchor in ask.anchors):
        return PENDING_EXAMPLES
    is_hidden = ask.task.id in blinding.withheld or not blinding.sees_judgments
    return HIDDEN_EXAMPLES if ask.anchors and is_hidden else None


def need_unnamed(prepared: Prepared, blinding: Blinding) -> None:
    """A plan may be shown: it does not tell which system gave a response that is judged blind.

    Counts and texts of a selection by system can be compared with what is shown under labels.

    Raises:
        NotAllowedError: It covers such a response, and was made for some systems or responses.
    """
    selection = prepared.request.selection
    is_by_system = selection.models or selection.response_ids
    if is_by_system and any(ask.task.id in blinding.tasks for ask in prepared.plan.asks):
        raise NotAllowedError(
            "A plan for some systems or responses would show which system gave a response that is "
            "to be judged blind.",
            remedy="Select tasks instead, or say who you are with --as YOUR-ID.",
        )


def _lacks_key(request: ScoreRequest) -> bool:
    entry = PROVIDERS.get(request.provider)
    needs_key = entry is not None and entry.needs_key and not (request.api_key or request.cluster)
    return needs_key and find_key(request.provider, required=False) is None
