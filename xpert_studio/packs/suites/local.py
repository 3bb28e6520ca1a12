"""How systems are run and where regressions are reported: settings of this computer only.

A project may come from others; what it says is never run. The settings are a JSON file a project in
the person's configuration folder.
"""

from __future__ import annotations

import shlex
from typing import Annotated, Any, Final

from pydantic import BaseModel, ConfigDict, Field

from xpert_studio.api.changes import Asks, mark
from xpert_studio.core.judge.local_settings import LocalSettings as Kept
from xpert_studio.core.records.base import NonBlank, Text
from xpert_studio.core.records.systems import (
    Effort,
    OutputTokens,
    Search,
    System,
    SystemPrompt,
    Temperature,
    ThinkingTokens,
)
from xpert_studio.core.wording import translated
from xpert_studio.core.workflow.systems import settings_said

MODEL_SETTINGS: Final = (
    "reasoning_effort",
    "thinking_tokens",
    "temperature",
    "max_output_tokens",
    "system_prompt",
    "search",
)
"""What is set of a model that answers, beside its name and address."""


class HowRun(BaseModel):
    """How the responses of a system are had; one of the first three.

    Attributes:
        model: ``PROVIDER:MODEL``.
        command: Words of a command that reads the prompt and writes the response.
        folder: Where files ``TASK.txt`` or ``TASK.md`` are.
        base_url: Of the model's server.
        reasoning_effort, thinking_tokens, temperature, max_output_tokens, system_prompt, search:
            What the model is set to; as it has them where None.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)
    model: Annotated[Text, Asks("Have this model answer, as PROVIDER:MODEL.")] = ""
    command: Annotated[
        tuple[NonBlank, ...],
        Asks(
            "Have a command answer: prompt on its input, response on its output.",
            "python agent.py",
            is_command=True,
            title=mark("Command"),
            hint=mark("It is kept on this computer only, never in the project."),
        ),
    ] = ()
    folder: Annotated[Text, Asks("Read responses from TASK.txt or TASK.md there.", name="from")] = (
        ""
    )
    base_url: Annotated[
        Text,
        Asks(
            "Of an OpenAI-compatible server.",
            "http://localhost:8000/v1",
            title=mark("Address"),
            hint=mark("Only for a server of your own."),
        ),
    ] = ""

    reasoning_effort: Effort | None = None
    thinking_tokens: ThinkingTokens | None = None
    temperature: Temperature | None = None
    max_output_tokens: OutputTokens | None = None
    system_prompt: SystemPrompt | None = None
    search: Search | None = None

    @property
    def settings(self) -> dict[str, Any]:
        """What is set of the model, by name."""
        held = {name: getattr(self, name) for name in MODEL_SETTINGS}
        return {name: value for name, value in held.items() if value not in (None, "")}

    @property
    def ways(self) -> int:
        """How many ways are named."""
        return sum(map(bool, (self.model, self.command, self.folder)))


def way_words(how: HowRun) -> str:
    """How a system is run, in a line."""
    if not how.model:
        return shlex.join(how.command) or how.folder
    system = System.model_validate({"name": how.model, **how.settings})
    return " ".join(filter(None, (how.model, how.base_url, translated(settings_said(system)))))


class LocalSettings(Kept):
    """Of one project.

    Attributes:
        systems: By name.
        judge_url: The address of the judges' server; empty for the provider's own.
        hook: Words of a command that reads a regression as JSON on standard input.
        webhook: An address that the same JSON is posted to, or ``$NAME`` for the environment
            variable that holds it, where the address is a secret.
    """

    folder = "suites"
    set_by = "suite local"
    systems: dict[str, HowRun] = Field(default_factory=dict)
    judge_url: Annotated[
        Text,
        Asks(
            "Of the judges’ server; empty for none.",
            "http://localhost:8000/v1",
            title=mark("Judges’ server"),
            hint=mark("Only for a server of your own."),
            is_advanced=True,
        ),
    ] = ""
    hook: Annotated[
        tuple[NonBlank, ...],
        Asks(
            "A command that reads regressions as JSON; empty for none.",
            "python tell.py",
            is_command=True,
            title=mark("Command"),
            hint=mark("After a run with a significant regression it reads the regression as JSON."),
        ),
    ] = ()
    webhook: Annotated[
        str,
        Field(pattern=r"^(https?://\S+|\$\w+)?$"),
        Asks(
            "An address that regressions are posted to, or $NAME of the variable that holds "
            "it; empty for none.",
            title=mark("Address"),
            empty=mark("https://… or $NAME"),
            hint=mark(
                "The same JSON is posted to it. Where it is a secret, write $NAME and keep it in "
                "that environment variable."
            ),
        ),
    ] = ""
