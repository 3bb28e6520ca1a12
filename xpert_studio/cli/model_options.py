"""Options of commands that ask a model."""

from __future__ import annotations

from typing import Annotated

import typer

from xpert_studio.errors import UsageError
from xpert_studio.generation.asking import ModelChoice
from xpert_studio.judge.providers.registry import LOCAL, PROVIDERS, parse_judge_name
from xpert_studio.messages import Message

MODEL_NAME = f"PROVIDER:MODEL ({', '.join(PROVIDERS)}), as in openai:gpt-5-mini"
BaseUrl = Annotated[str | None, typer.Option("--base-url", help="Of an OpenAI-compatible server.")]
Timeout = Annotated[float, typer.Option(min=0.1, help="Seconds a call may take.")]
Retries = Annotated[int, typer.Option(min=0, max=20, help="Tries after a failed one; 0 is none.")]
MaxOutput = Annotated[
    int | None, typer.Option("--max-output-tokens", min=1, help="Tokens a reply may have.")
]


def model_choice(
    name: str, *, base_url: str | None, timeout: float, retries: int, max_output: int | None
) -> ModelChoice:
    """A model by its name, ``PROVIDER:MODEL``.

    Raises:
        UsageError: It names none, or the judge that is no language model.
    """
    provider, model = parse_judge_name(name)
    if provider in LOCAL:
        known = ", ".join(f"{name}:MODEL" for name in PROVIDERS)
        raise UsageError(
            Message("{name} is no language model.", name=name),
            remedy=Message("Name one: {known}.", known=known),
        )
    return ModelChoice(
        provider=provider,
        model=model,
        base_url=base_url,
        timeout=timeout,
        max_retries=retries,
        max_output_tokens=max_output,
    )
