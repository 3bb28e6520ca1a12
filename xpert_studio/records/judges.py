"""Judges: a model with everything that decides how it is asked."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Any, ClassVar

from pydantic import Field, JsonValue

from xpert_studio.records.base import Extra, Id, NonBlank, Record, Sha256, Text


class JudgeMode(StrEnum):
    """Whether the judge is shown a worked example."""

    ZERO_SHOT = "zero_shot"
    ANCHORED = "anchored"


class JudgeSettings(Record):
    """How the studio asks: part of what identifies a judge.

    ``chunk_size`` is the number of checkpoints a call: 0 is the whole rubric.
    ``anchors`` is how many worked examples are shown; ``anchor_seed`` draws them from any gold
    sheets, where None takes those on the baseline's responses.
    ``fuzzy_threshold`` is the share (0 to 100) of a quote that must be found in the response.
    """

    prompt_version: Text = "v1"
    prompt_language: Text = "auto"
    chunk_size: Annotated[int, Field(ge=0, le=1000)] = 0
    trials: Annotated[int, Field(ge=1, le=100)] = 1
    anchors: Annotated[int, Field(ge=0, le=8)] = 0
    anchor_seed: int | None = None
    show_weights: bool = False
    max_asks: Annotated[int, Field(ge=1, le=10)] = 3
    fuzzy_threshold: Annotated[int, Field(ge=50, le=100)] = 90


class Judge(Record):
    """A judge as it was configured.

    Attributes:
        parameters: What is sent to the model besides the prompt (temperature, token limit, base
            URL), or what the embedded judge was fitted to.
        anchors: Ids of the responses whose gold sheets it has been shown, in any run: they never
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
            fields["settings"] = self.settings.model_dump()
        return fields
