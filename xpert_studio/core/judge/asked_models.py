"""How a person names models that are asked, on which terms, and with which parameters."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Final, TypedDict

from xpert_studio.core.errors import UsageError
from xpert_studio.core.fields import Asks, fields_of
from xpert_studio.core.judge.providers.registry import (
    EMBEDDED,
    LOCAL,
    PROVIDERS,
    choices,
    parse_judge_name,
)
from xpert_studio.core.messages import Message
from xpert_studio.core.records import CHECKS
from xpert_studio.core.records.runs import BaseUrl, Cluster, Retries, Timeout
from xpert_studio.core.records.systems import (
    Effort,
    Search,
    SystemPrompt,
    Temperature,
    ThinkingTokens,
)
from xpert_studio.core.wording import mark


class JudgeNames(TypedDict, total=False):
    """The judges that are asked, the same way."""

    judge: Annotated[
        Sequence[str], Asks(f"{choices()}; baseline if omitted. May be repeated.", "baseline")
    ]
    checks: Annotated[
        bool, Asks("Only what programs decide: no judge, no key, no cost.", sets=True)
    ]


def judges_named(answers: Mapping[str, Any]) -> dict[str, Any]:
    """Provider, model and the other judges, as a request takes them.

    Raises:
        UsageError: A model is missing.
    """
    first, *others = [CHECKS] if "checks" in answers else answers.get("judge", [EMBEDDED[0]])
    provider, model = _typed(first)
    for name in others:
        _typed(name)
    return {"provider": provider, "model": model, "others": tuple(others)}


def _typed(name: str) -> tuple[str, str]:
    """Provider and model; an unknown provider is refused later.

    Once the project is open it is known which pack brought it.
    """
    provider, model = (part.strip() for part in (*name.split(":", 1), "")[:2])
    is_known = provider.lower() in LOCAL or provider.lower() in PROVIDERS
    return parse_judge_name(name) if is_known else (provider.lower(), model)


MaxOutput = Annotated[
    int,
    Asks(
        "Tokens a reply may have.",
        within=(1, None),
        title=mark("Output tokens"),
        empty=mark("the model’s"),
        is_advanced=True,
    ),
]


class ModelParameters(TypedDict, total=False):
    """What is sent to a model besides the prompt; what is left out is as the model has it."""

    temperature: Annotated[
        float,
        Asks(
            "How much replies vary, from 0 to 2; the model's own if omitted.",
            within=(0, 2),
            title=mark("Temperature"),
            empty=mark("the model’s"),
            is_advanced=True,
        ),
    ]
    max_output_tokens: MaxOutput
    reasoning_effort: Annotated[
        str,
        Asks(
            "For reasoning models: minimal, low, medium or high.",
            title=mark("Reasoning effort"),
            empty=mark("the model’s"),
            is_advanced=True,
        ),
    ]
    seed: Annotated[
        int,
        Asks(
            "Passed to models that take one.",
            title=mark("Seed"),
            empty=mark("none"),
            is_advanced=True,
        ),
    ]
    parameter: Annotated[
        Sequence[str],
        Asks("Any other parameter of the model; repeatable.", "top_p=0.9", form="NAME=VALUE"),
    ]


OTHERS: Final = "parameter"
"""The field for the parameters that have none of their own."""
NAMED_PARAMETERS: Final = {
    item.name: item.option for item in fields_of(ModelParameters) if item.name != OTHERS
}
"""Options of the other parameters."""


def parameters_given(answers: Mapping[str, Any]) -> dict[str, Any]:
    """The parameters of the model, as a request takes them.

    Raises:
        UsageError: One is not ``NAME=VALUE``.
    """
    named = {name: value for name, value in answers.items() if name != OTHERS}
    found: dict[str, Any] = {}
    for item in answers.get(OTHERS, ()):
        name, equals, value = item.partition("=")
        if not name.isidentifier() or not equals:
            raise UsageError(
                Message("--parameter {item} is not of the form NAME=VALUE.", item=item),
                remedy="Write one such as --parameter top_p=0.9.",
            )
        try:
            found[name] = json.loads(value)
        except ValueError:
            found[name] = value
    return {"parameters": named | found}


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelTerms:
    """How a model is reached that writes for people: drafts, responses, a second look."""

    base_url: BaseUrl = None
    timeout: Timeout = 600.0
    max_retries: Retries = 3
    max_output_tokens: MaxOutput | None = None
    cluster: Cluster = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SystemTerms(ModelTerms):
    """How a model is asked that is a system of a project: its settings are kept with its name."""

    reasoning_effort: Effort | None = None
    thinking_tokens: ThinkingTokens | None = None
    temperature: Temperature | None = None
    system_prompt: SystemPrompt | None = None
    search: Search | None = None


MODEL_NAME: Final = f"PROVIDER:MODEL ({', '.join(PROVIDERS)}), as in openai:gpt-5-mini"
"""How such a model is named."""
