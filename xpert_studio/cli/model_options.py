"""Options of commands that ask a model."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Final

import typer

from xpert_studio.core.errors import UsageError
from xpert_studio.core.judge.providers.registry import LOCAL, PROVIDERS, parse_judge_name
from xpert_studio.core.messages import Message
from xpert_studio.core.names import Names
from xpert_studio.core.wording import mark
from xpert_studio.core.workflow.new_project import POLICY_LANGUAGES

if TYPE_CHECKING:
    from xpert_studio.core.generation.asking import ModelChoice

MODEL_NAME = f"PROVIDER:MODEL ({', '.join(PROVIDERS)}), as in openai:gpt-5-mini"
BaseUrl = Annotated[str | None, typer.Option("--base-url", help="Of an OpenAI-compatible server.")]
Timeout = Annotated[float, typer.Option(min=0.1, help="Seconds a call may take.")]
Retries = Annotated[int, typer.Option(min=0, max=20, help="Tries after a failed one; 0 is none.")]
MaxOutput = Annotated[
    int | None, typer.Option("--max-output-tokens", min=1, help="Tokens a reply may have.")
]
Concurrency = Annotated[int, typer.Option(min=1, max=1024, help="Calls at once, at most.")]
Budget = Annotated[
    float | None, typer.Option(min=0, help="Stop before spending more than this (USD).")
]
MaxCalls = Annotated[int | None, typer.Option(min=0, help="Stop before more calls.")]
MaxTokens = Annotated[int | None, typer.Option(min=0, help="Stop before more tokens.")]
PROMPT_LANGUAGES: Final[Names[str]] = Names(
    "prompt language", {"auto": mark("the task’s"), **POLICY_LANGUAGES}, also={"zh": ("zh-CN",)}
)
PromptLanguage = Annotated[str, typer.Option(help="auto (the task's), en or zh.")]
Temperature = Annotated[float | None, typer.Option(min=0, max=2)]
OnlyTasks = Annotated[
    list[str] | None,
    typer.Option(help="Only these tasks; comma-separated, or @FILE with one a line."),
]
OnlySystems = Annotated[
    list[str] | None,
    typer.Option("--systems", help="Only these systems; may be repeated or comma-separated."),
]
OnlyDomains = Annotated[
    list[str] | None, typer.Option("--domains", help="Only tasks of these domains.")
]
OnlySubset = Annotated[str | None, typer.Option("--subset", help="Only tasks of this subset.")]
OnlyResponses = Annotated[
    list[str] | None, typer.Option("--responses", help="Only these responses, by their ids.")
]
Rpm = Annotated[float | None, typer.Option(min=0.1, help="Requests a minute, at most.")]
Tpm = Annotated[float | None, typer.Option(min=1, help="Tokens a minute, at most.")]
ReasoningEffort = Annotated[
    str | None, typer.Option(help="For reasoning models: minimal, low, medium or high.")
]
Seed = Annotated[int | None, typer.Option(help="Passed to models that take one.")]
MoreParameters = Annotated[
    list[str] | None,
    typer.Option(metavar="NAME=VALUE", help="Any other parameter of the model; repeatable."),
]
DryRun = Annotated[bool, typer.Option("--dry-run", help="Say what it would take; send nothing.")]
ShowPrompt = Annotated[
    bool, typer.Option("--show-prompt", help="Print the first prompt; send nothing.")
]


def model_choice(
    name: str, *, base_url: str | None, timeout: float, retries: int, max_output: int | None
) -> ModelChoice:
    """A model by its name, ``PROVIDER:MODEL``.

    Raises:
        UsageError: It names none, or the judge that is no language model.
    """
    from xpert_studio.core.generation.asking import ModelChoice
    from xpert_studio.core.judge.key_check import need_no_keys

    provider, model = parse_judge_name(name)
    if provider in LOCAL:
        known = ", ".join(f"{name}:MODEL" for name in PROVIDERS)
        raise UsageError(
            Message("{name} is no language model.", name=name),
            remedy=Message("Name one: {known}.", known=known),
        )
    need_no_keys(model)
    return ModelChoice(
        provider=provider,
        model=model,
        base_url=base_url,
        timeout=timeout,
        max_retries=retries,
        max_output_tokens=max_output,
    )
