"""Judges: a model with everything that decides how it is asked."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Final, Literal

from pydantic import Field, JsonValue

from xpert_studio.core.fields import Asks
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


PROMPT_LANGUAGES: Final[Names[str]] = Names(
    "prompt language",
    {"auto": mark("the task’s"), "en": mark("English"), "zh": mark("Chinese")},
    also={"zh": ("zh-CN",)},
)


Shows = Literal["all", "source", "pictures"]
"""What of a response a judge is shown."""

SHOWS: Final[Names[str]] = Names(
    "what a judge is shown",
    {
        "all": mark("text and files"),
        "source": mark("only text and source"),
        "pictures": mark("only pictures"),
    },
)
PAGES: Final = 10
"""Pictures of an attached document that a judge is shown, where nothing else was asked for."""


class JudgeSettings(Record):
    """How the studio asks: part of what identifies a judge."""

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
        "tag_failures",
        "shows",
        "dimensions",
        "pages",
        "regions",
        "members",
        "max_asks",
        "fuzzy_threshold",
    )

    prompt_version: Annotated[Text, Asks("Version of the judge's prompt.", name="prompt")] = "v1"
    prompt_language: Annotated[
        Text,
        Asks(
            "auto (the task's), en or zh.",
            choices=PROMPT_LANGUAGES,
            title=mark("Prompt in"),
            is_advanced=True,
        ),
    ] = "auto"
    chunk_size: Annotated[
        int,
        Field(ge=0, le=1000),
        Asks(
            "Checkpoints a call; 0 is the whole rubric.",
            name="chunk",
            title=mark("Checkpoints a call"),
            hint=mark("The whole rubric at once is cheapest; fewer are judged more carefully."),
            is_advanced=True,
        ),
    ] = 0
    trials: Annotated[
        int,
        Field(ge=1, le=100),
        Asks(
            "Ask everything so often.",
            within=(1, 99),
            title=mark("Trials"),
            hint=mark("Everything is asked so often; an odd number, so that none ends undecided."),
        ),
    ] = 1
    anchors: Annotated[
        int,
        Field(ge=0, le=8),
        Asks(
            "Worked examples to show.",
            within=(1, 8),
            preset=1,
            title=mark("Anchors a task"),
            hint=mark("How many worked examples are shown."),
        ),
    ] = 0
    anchor_seed: Annotated[
        int | None,
        Asks(
            "Sample anchors from any gold forms instead of the baseline's.",
            title=mark("Random anchors"),
            hint=mark("A seed samples them from all gold forms instead."),
            empty=mark("the baseline’s"),
            is_advanced=True,
        ),
    ] = None
    show_weights: Annotated[
        bool,
        Asks(
            "Show tiers and weights to the judge.",
            title=mark("Weights"),
            hint=mark("By default the judge sees ids and texts only."),
            is_advanced=True,
        ),
    ] = False
    show_reference: Annotated[
        bool,
        Asks(
            "Show the reference answer to the judge.",
            title=mark("Reference"),
            hint=mark("Off in the published method."),
            is_advanced=True,
        ),
    ] = False
    show_checks: Annotated[
        bool,
        Asks("Show results of checks to the judge.", title=mark("Checks"), is_advanced=True),
    ] = False
    tag_failures: Annotated[
        bool,
        Asks(
            "Have the judge name the types of failures of what is not met, or not in full.",
            title=mark("Failure types"),
            hint=mark("Its types are measured against those that experts named."),
            is_advanced=True,
        ),
    ] = False
    shows: Annotated[
        Shows,
        Asks(
            "Of a response: text and files, only source, or only pictures.",
            choices=SHOWS,
            title=mark("Shown of responses"),
            hint=mark("For two tracks: one judge of the source, one of the pictures."),
            is_advanced=True,
        ),
    ] = "all"
    dimensions: Annotated[
        tuple[NonBlank, ...],
        Field(strict=False),  # also a list, as a request holds it that is plain data
        Asks(
            "Only checkpoints of these dimensions; comma-separated.",
            is_list=True,
            title=mark("Dimensions"),
            empty=mark("all"),
            is_advanced=True,
        ),
    ] = ()
    pages: Annotated[
        int,
        Field(ge=0, le=1000),
        Asks(
            "Pictures of an attached document that a judge is shown beside its text, at most; 0 "
            "for judges that take no images.",
            within=(0, 1000),
            title=mark("Pages as pictures"),
            hint=mark("Charts, scans and drawings reach the judge on them. Each costs tokens."),
            is_advanced=True,
        ),
    ] = PAGES
    regions: Annotated[
        bool,
        Asks(
            "Ask the judge where in pictures its evidence is.",
            title=mark("Regions"),
            hint=mark("Where a response has pictures, the judge marks what decides in them."),
            is_advanced=True,
        ),
    ] = False
    members: Annotated[
        tuple[NonBlank, ...],
        Field(strict=False),
        Asks(
            "The judges by whose verdicts a judge of judges decides, in this order; "
            "comma-separated. They judge before it.",
            is_list=True,
            title=mark("Judges it decides by"),
            empty=mark("none"),
            hint=mark("For a judge that decides by the verdicts of others."),
        ),
    ] = ()
    max_asks: Annotated[
        int,
        Field(ge=1, le=10),
        Asks(
            "Retries for incomplete replies.",
            title=mark("Asks"),
            is_advanced=True,
        ),
    ] = 3
    fuzzy_threshold: Annotated[
        int,
        Field(ge=50, le=100),
        Asks(
            "Share of a quote that must be found, in per cent.",
            title=mark("Quotes"),
            unit="%",
            hint=mark(
                "A quote counts as found when this share of it appears in one continuous passage."
            ),
            is_advanced=True,
        ),
    ] = 90

    @property
    def pages_of_responses(self) -> int:
        """Pictures of an attached document of a response that the judge is shown, at most."""
        return 0 if self.shows == "source" else self.pages

    @property
    def unused(self) -> set[str]:
        """Settings of later versions that are as by default: no part of a judge's hash."""
        later = (
            "show_reference",
            "show_checks",
            "tag_failures",
            "shows",
            "dimensions",
            "pages",
            "regions",
            "members",
        )
        return {
            name for name in later if getattr(self, name) == type(self).model_fields[name].default
        }


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
