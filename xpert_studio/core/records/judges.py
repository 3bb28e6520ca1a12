"""Judges: a model with everything that decides how it is asked."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Final

from pydantic import Field, JsonValue

from xpert_studio.core.names import Listed, Names
from xpert_studio.core.records.base import Extra, Id, NonBlank, Record, Sha256, Text
from xpert_studio.core.wording import mark


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
