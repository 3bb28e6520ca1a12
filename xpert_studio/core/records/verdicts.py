"""Verdicts: a judge's ratings, and the calls they came of."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Final

from pydantic import Field, JsonValue, model_validator

from xpert_studio.core.names import Listed, Names
from xpert_studio.core.records.base import Extra, Id, NonBlank, Record, Sha256, Text, Timestamp
from xpert_studio.core.records.ratings import ABSTENTIONS, Rating, RatingState
from xpert_studio.core.records.responses import Count
from xpert_studio.core.wording import mark

# Judges: a model with everything that decides how it is asked.


class JudgeMode(Listed):
    """Whether the judge is shown a worked example."""

    ZERO_SHOT = "zero_shot"
    ANCHORED = "anchored"


JUDGE_MODES: Final = Names(
    "JudgeMode", {JudgeMode.ZERO_SHOT: mark("zero-shot"), JudgeMode.ANCHORED: mark("anchored")}
)


class JudgeSettings(Record):
    """How the studio asks: part of what identifies a judge.

    Attributes:
        prompt_version: Version of the judge's prompt.
        prompt_language: Language of the prompt: ``auto`` (the task's), ``en`` or ``zh``.
        chunk_size: Checkpoints a call; 0 is the whole rubric.
        trials: How often each verdict is requested.
        anchors: How many worked examples are shown; 0 is a zero-shot judge.
        anchor_seed: Samples examples from any gold forms; None takes the baseline's responses.
        show_weights: Whether the judge is shown tiers and weights.
        show_reference: Whether it is shown the task's reference answer.
        show_checks: Whether it is shown what programs decided of the response.
        max_asks: At most so many calls for a reply that is incomplete.
        fuzzy_threshold: Share of a quote, in per cent, that must be found in the response.
    """

    PUBLIC: ClassVar[tuple[str, ...]] = (
        "prompt_version",
        "prompt_language",
        "chunk_size",
        "trials",
        "anchors",
        "anchor_seed",
        "show_weights",
        "show_reference",
        "show_checks",
        "max_asks",
        "fuzzy_threshold",
    )

    prompt_version: Text = "v1"
    prompt_language: Text = "auto"
    chunk_size: Annotated[int, Field(ge=0, le=1000)] = 0
    trials: Annotated[int, Field(ge=1, le=100)] = 1
    anchors: Annotated[int, Field(ge=0, le=8)] = 0
    anchor_seed: int | None = None
    show_weights: bool = False
    show_reference: bool = False
    show_checks: bool = False
    max_asks: Annotated[int, Field(ge=1, le=10)] = 3
    fuzzy_threshold: Annotated[int, Field(ge=50, le=100)] = 90

    @property
    def unused(self) -> set[str]:
        """Settings of later versions that are as by default: no part of a judge's hash."""
        return {name for name in ("show_reference", "show_checks") if not getattr(self, name)}


class Judge(Record):
    """A judge as it was configured.

    Attributes:
        parameters: What is sent to the model besides the prompt (temperature, token limit, base
            URL), or what the embedded judge was fitted to.
        anchors: Ids of the responses whose gold forms it has been shown, in any run: they never
            count as evidence of its alignment. Not part of its hash: which anchors went into a
            verdict is part of that verdict's own key.
        prompt_hash: Hash of the prompt templates.
        settings: How the studio asked; None for judges that worked elsewhere.
    """

    HASHED: ClassVar[tuple[str, ...]] = (
        "provider",
        "model",
        "parameters",
        "mode",
        "prompt_hash",
    )
    PUBLIC: ClassVar[tuple[str, ...]] = (
        "id",
        "provider",
        "model",
        "parameters",
        "mode",
        "anchors",
        "prompt_hash",
        "settings",
    )

    id: Id
    provider: NonBlank | None = None
    model: NonBlank | None = None
    parameters: dict[str, JsonValue] = Field(default_factory=dict)
    mode: JudgeMode = JudgeMode.ZERO_SHOT
    anchors: tuple[Id, ...] = ()
    prompt_hash: Sha256 | None = None
    settings: JudgeSettings | None = None
    extra: Extra = Field(default_factory=dict)

    @property
    def family(self) -> str:
        """What it has in common with its earlier and later selves: provider, model and mode.

        The id changes with every setting, and the embedded judge's with every fit.
        """
        return (
            self.id
            if self.provider is None or self.model is None
            else f"{self.provider}:{self.model}:{self.mode.value}"
        )

    def meaning(self) -> dict[str, Any]:
        """Model, parameters, prompt, mode and settings."""
        fields = super().meaning()
        if self.settings is not None:
            fields["settings"] = self.settings.model_dump(exclude=self.settings.unused)
        return fields


CHECKS: Final = "checks"
"""Provider, model and id of the judge whose verdicts a program decides; it asks no model."""

ATTACHMENTS_NOT_SEEN: Final = "attachments_not_seen"
"""Flag of a verdict whose judge was not shown all that experts see: no evidence of alignment."""


class Usage(Record):
    """Tokens a call took. None is unknown, which is not zero.

    ``input_tokens`` counts all input: read from a cache (``cached_tokens``), written to one
    (``cache_write_tokens``), or neither. ``output_tokens`` counts all output, reasoning included.
    """

    PUBLIC: ClassVar[tuple[str, ...]] = (
        "input_tokens",
        "cached_tokens",
        "cache_write_tokens",
        "output_tokens",
        "reasoning_tokens",
    )

    input_tokens: Count | None = None
    cached_tokens: Count | None = None
    cache_write_tokens: Count | None = None
    output_tokens: Count | None = None
    reasoning_tokens: Count | None = None
    extra: Extra = Field(default_factory=dict)


_STATES: Final = frozenset({RatingState.OK, RatingState.INVALID, RatingState.ERROR, *ABSTENTIONS})


class Verdict(Rating):
    """A judge's rating of one checkpoint of one response.

    Attributes:
        key: Hash of everything the verdict depends on; None for verdicts made elsewhere.
        flags: What a reader should know (``quotes_not_found``, ``contradicts_rationale`` ...).
        probability: Of the value, 0 to 1, where the judge gives one.
    """

    PUBLIC: ClassVar[tuple[str, ...]] = (
        *Rating.PUBLIC,
        "judge_id",
        "trial",
        "usage",
        "key",
        "flags",
        "probability",
    )

    judge_id: Id
    trial: Annotated[int, Field(ge=1, le=1000)] = 1
    usage: Usage | None = None
    key: Sha256 | None = None
    flags: tuple[Text, ...] = ()
    probability: Annotated[float, Field(ge=0, le=1)] | None = None

    @model_validator(mode="after")
    def _value_iff_ok(self) -> Verdict:
        if self.state not in _STATES:
            raise ValueError("state must be ok, cannot_assess, not_applicable, invalid or error")
        if (self.value is None) is (self.state is RatingState.OK):
            raise ValueError(
                "met must be true or false when state is ok, and null when it is anything else"
            )
        return self


class Call(Record):
    """One exchange with a provider.

    Attributes:
        asked: The checkpoints the judge was asked to decide.
        prefix_hash: Hash of the part of the prompt that all candidates of the task share.
        suffix: The rest of the prompt: the candidate between its markers, and what was asked.
        against_id: Where two responses were compared, the one shown second; ``asked`` is empty.
        reply: The raw text that came back, or None where the call failed.
        cost: In the currency of the price list; None is unknown.
        seconds: From sending to the reply, retries included.
    """

    id: Id
    run_id: Id
    judge_id: Id
    response_id: Id
    asked: tuple[Id, ...]
    trial: int = 1
    state: RatingState
    problem: Text | None = None
    prefix_hash: Sha256 | None = None
    suffix: Text | None = None
    reply: Text | None = None
    finish: Text | None = None
    model: Text | None = None
    request_id: Text | None = None
    attempts: int = 1
    usage: Usage = Usage()
    cost: float | None = None
    unknown_ids: int = 0
    started_at: Timestamp
    seconds: float
    against_id: Id | None = None
