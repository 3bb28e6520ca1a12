"""Systems: the models whose responses are judged, with the settings they answered under."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Any, ClassVar, Final

from pydantic import AfterValidator, Field

from xpert_studio.core.fields import Asks
from xpert_studio.core.messages import Message
from xpert_studio.core.names import Names
from xpert_studio.core.records.base import Extra, NonBlank, Record, Text
from xpert_studio.core.wording import mark


def _is_day(text: str) -> str:
    try:
        date.fromisoformat(text)
    except ValueError as error:
        raise ValueError(Message("is no day as 2026-11-30")) from error
    return text


Day = Annotated[Text, AfterValidator(_is_day)]
"""A day, ``YYYY-MM-DD``."""
ShortText = Annotated[Text, Field(max_length=400)]
_MOST_TOKENS: Final = 999_999
Amount = Annotated[float, Field(ge=0, allow_inf_nan=False)]

Effort = Annotated[
    ShortText,
    Asks(
        "How much a reasoning model thinks, as its provider names it: none, minimal, low, medium, "
        "high, xhigh or max.",
        "high",
        title=mark("Reasoning effort"),
        empty=mark("the model’s"),
    ),
]
ThinkingTokens = Annotated[
    int,
    Field(ge=0, le=_MOST_TOKENS),
    Asks(
        "Tokens that a model may think with, where its provider takes a number; 0 for none.",
        "16000",
        within=(0, _MOST_TOKENS),
        title=mark("Thinking tokens"),
        empty=mark("the model’s"),
    ),
]
Temperature = Annotated[
    float,
    Field(ge=0, le=2),
    Asks(
        "How much replies vary, from 0 to 2.",
        "0",
        within=(0, 2),
        title=mark("Temperature"),
        empty=mark("the model’s"),
    ),
]
OutputTokens = Annotated[
    int,
    Field(ge=1, le=_MOST_TOKENS),
    Asks(
        "Tokens a reply may have.",
        "8000",
        within=(1, _MOST_TOKENS),
        title=mark("Output tokens"),
        empty=mark("the model’s"),
    ),
]
SystemPrompt = Annotated[
    Text,
    Asks(
        "Instructions before those of the task.",
        '"Answer as a lawyer would."',
        is_text=True,
        title=mark("System prompt"),
    ),
]
Search = Annotated[
    bool,
    Asks(
        "Whether the model may search the web with its provider's tool.",
        name="search/no_search",
        title=mark("Web search"),
    ),
]


class System(Record):
    """A system as far as it is known: a name alone is one of which nothing else is known.

    Every name that a response carries is a system; a record is kept only of those of which more
    is known. None is unknown or, of a setting, as the model has it. Systems are in no public
    bundle, where the names on responses stand for them.

    Attributes:
        name: As on its responses.
        provider: As in ``openai:MODEL``.
        model: What the provider was asked for.
        version: What the provider calls the model that answered, with its date where it gives one.
        date: When it answered, or was released.
        reasoning_effort, thinking_tokens, temperature, max_output_tokens: As they were sent.
        search: Whether the provider's web search was offered to it.
        system_prompt: Sent before that of the task.
        tools: Others that it has, by name.
        input_price, output_price: US dollars for a million tokens.
        note: What else is to be known.
    """

    HASHED: ClassVar[tuple[str, ...]] = (
        "provider",
        "model",
        "version",
        "reasoning_effort",
        "thinking_tokens",
        "temperature",
        "max_output_tokens",
        "search",
        "system_prompt",
        "tools",
    )
    PRIVATE: ClassVar[tuple[str, ...]] = (
        "name", "provider", "model", "version", "date", "reasoning_effort", "thinking_tokens",
        "temperature", "max_output_tokens", "search", "system_prompt", "tools", "input_price",
        "output_price", "note", "extra",
    )  # fmt: skip

    name: NonBlank
    provider: ShortText | None = None
    model: ShortText | None = None
    version: ShortText | None = None
    date: Day | None = None
    reasoning_effort: Effort | None = None
    thinking_tokens: ThinkingTokens | None = None
    temperature: Temperature | None = None
    max_output_tokens: OutputTokens | None = None
    search: Search | None = None
    system_prompt: SystemPrompt | None = None
    tools: tuple[ShortText, ...] = ()
    input_price: Amount | None = None
    output_price: Amount | None = None
    note: Text | None = None
    extra: Extra = Field(default_factory=dict)

    @property
    def settings(self) -> dict[str, Any]:
        """What of its settings is known, by field, in the order of ``SETTINGS``."""
        held = {name: getattr(self, name) for name in SETTINGS}
        return {name: value for name, value in held.items() if value not in (None, ())}

    @property
    def is_described(self) -> bool:
        """Whether more is known than the name."""
        return self != System(name=self.name)

    def differs(self, other: System) -> dict[str, tuple[Any, Any]]:
        """The settings in which two systems differ, with the value of each; None is unknown."""
        own, others = self.settings, other.settings
        found = {name: (own.get(name), others.get(name)) for name in SETTINGS}
        return {
            name: (one, two)
            for name, (one, two) in found.items()
            # A model that is not offered a search has none.
            if one != two and not (name == "search" and not one and not two)
        }


SETTINGS: Final = (
    "reasoning_effort",
    "thinking_tokens",
    "temperature",
    "max_output_tokens",
    "search",
    "system_prompt",
    "tools",
)
"""Fields of a system that a person sets for a model."""

SYSTEM_FIELDS: Final = Names(
    "system",
    {
        "name": mark("Name"),
        "provider": mark("Provider"),
        "model": mark("Model"),
        "version": mark("Version"),
        "date": mark("Date"),
        "reasoning_effort": mark("Reasoning effort"),
        "thinking_tokens": mark("Thinking tokens"),
        "temperature": mark("Temperature"),
        "max_output_tokens": mark("Output tokens"),
        "search": mark("Web search"),
        "system_prompt": mark("System prompt"),
        "tools": mark("Tools"),
        "input_price": mark("Price of input"),
        "output_price": mark("Price of output"),
        "note": mark("Note"),
    },
)
