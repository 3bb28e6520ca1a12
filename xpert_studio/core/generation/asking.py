"""What models are shown of a task, and asking one until an answer comes or the retries end.

And whether a model answers at all: one tiny real request, timed.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from typing import Annotated, Any, Final

from xpert_studio.core.errors import UsageError
from xpert_studio.core.fields import Asks
from xpert_studio.core.judge.asked_models import ModelTerms, SystemTerms
from xpert_studio.core.judge.attached import (
    BytesOf,
    Shown,
    prompt_with_documents,
    read_attachments,
    unseen_names,
)
from xpert_studio.core.judge.key_check import need_no_keys
from xpert_studio.core.judge.pricing import Bill, price_of
from xpert_studio.core.judge.prompt import language_of, load_templates, prompt_versions
from xpert_studio.core.judge.providers.base import (
    TRANSIENT,
    ChatReply,
    ChatRequest,
    Provider,
    ProviderError,
    ProviderOptions,
)
from xpert_studio.core.judge.providers.factory import make_provider, usable_options
from xpert_studio.core.judge.providers.registry import LOCAL, PROVIDERS, parse_judge_name
from xpert_studio.core.messages import Message
from xpert_studio.core.records import System, Task, content_hash
from xpert_studio.core.wording import mark

_PROMPT_DIGITS: Final = 8
_PASSED_ON: Final = ("max_output_tokens", "reasoning_effort", "thinking_tokens", "temperature")


@dataclass(frozen=True, slots=True)
class ModelChoice(SystemTerms):
    """Which model to ask, and how.

    Attributes:
        provider: Its id in the registry of providers.
        model: The model's name.
        api_key: None to look it up.
    """

    provider: Annotated[str, Asks("Who is asked.", title=mark("Provider"))]
    model: Annotated[
        str,
        Asks(
            "The model’s name, as the provider writes it.",
            title=mark("Model"),
            empty=mark("The model's name, as the provider writes it"),
        ),
    ]
    api_key: str | None = field(default=None, repr=False)

    @classmethod
    def named(cls, name: str, terms: ModelTerms) -> ModelChoice:
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
        need_no_keys(model)
        return cls(provider, model, **asdict(terms))

    @property
    def name(self) -> str:
        """``PROVIDER:MODEL``."""
        return f"{self.provider}:{self.model}"

    @property
    def parameters(self) -> dict[str, Any]:
        """What is passed on to the model."""
        found = {name: getattr(self, name) for name in _PASSED_ON}
        found["search"] = self.search or None
        return {name: value for name, value in found.items() if value is not None}

    @property
    def system_name(self) -> str:
        """What a system is called that answers with these settings: the model, and all that is set.

        Two that are set otherwise are never called the same: of a system prompt the name has the
        beginning of its hash.
        """
        prompt = content_hash(self.system_prompt)[:_PROMPT_DIGITS] if self.system_prompt else None
        said = {
            "": self.reasoning_effort or None,
            "thinking-": self.thinking_tokens,
            "temperature-": None if self.temperature is None else _shortest(self.temperature),
            "output-": self.max_output_tokens,
            "prompt-": prompt,
        }
        named = [f"{word}{value}" for word, value in said.items() if value is not None]
        return "-".join([self.model, *named]) + (" with search" if self.search else "")

    def system(self, name: str = "") -> System:
        """The system that the model is with these settings.

        Args:
            name: What it is called; ``system_name`` where empty.
        """
        price = price_of(self.provider, self.model)
        return System(
            name=name or self.system_name,
            provider=self.provider,
            model=self.model,
            reasoning_effort=self.reasoning_effort,
            thinking_tokens=self.thinking_tokens,
            temperature=self.temperature,
            max_output_tokens=self.max_output_tokens,
            search=bool(self.search),
            system_prompt=self.system_prompt or None,
            input_price=price.input if price else None,
            output_price=price.output if price else None,
        )

    def new_bill(self) -> Bill:
        """Counts what calls of the model cost, from nothing."""
        return Bill(price_of(self.provider, self.model))


def _shortest(value: float) -> str:
    """A number without its decimal point where it is whole; no two are written the same."""
    return str(float(value)).removesuffix(".0")


def connect(choice: ModelChoice, *, connections: int = 4) -> Provider:
    """The provider of a model, ready to be asked.

    Raises:
        JudgeError: A key is missing.
        UsageError: There is no such provider.
    """
    options = _options(choice, connections)
    return make_provider(choice.provider, options, searches=bool(choice.search))


async def need_model(choice: ModelChoice) -> None:
    """Refuses a model that could not be asked, before the first of many calls.

    Raises:
        JudgeError: A key is missing, or the cluster cannot be used.
        UsageError: There is no such provider.
    """
    await asyncio.to_thread(usable_options, choice.provider, _options(choice, connections=1))


def _options(choice: ModelChoice, connections: int) -> ProviderOptions:
    return ProviderOptions(
        model=choice.model,
        base_url=choice.base_url,
        api_key=choice.api_key,
        timeout=choice.timeout,
        max_connections=connections,
        cluster=choice.cluster,
    )


async def ask(
    provider: Provider, request: ChatRequest, bill: Bill, *, max_retries: int
) -> ChatReply:
    """One reply; what fails in passing is tried again, waiting as long as the provider asks.

    Args:
        provider: Sends the requests.
        request: The question.
        bill: Counts what every attempt costs.
        max_retries: Tries after a failed one.

    Raises:
        ProviderError: Trying again is no use, or was not allowed any more.
    """
    tried = 0
    while True:
        tried += 1
        try:
            return await bill.ask(provider, request)
        except ProviderError as error:
            if error.failure not in TRANSIENT or tried > max_retries:
                raise
            await asyncio.sleep(error.wait(tried))


@dataclass(frozen=True, slots=True)
class Brief:
    """A task as a model gets it.

    Attributes:
        text: The prompt, with the text of attached documents.
        files: The attachments as they are shown.
    """

    text: str
    files: tuple[Shown, ...]

    @property
    def unseen(self) -> tuple[Shown, ...]:
        """The attachments that are not shown in full."""
        return tuple(file for file in self.files if file.unseen)


def brief_of(task: Task, bytes_of: BytesOf) -> Brief:
    """What a model is shown of a task."""
    files = read_attachments(task.attachments, bytes_of)
    words = load_templates(prompt_versions()[-1], language_of(task)).words
    return Brief(prompt_with_documents(task.full_prompt, files, words), files)


def unseen_notices(tasks: Iterable[Task], bytes_of: BytesOf) -> tuple[str, ...]:
    """Which attachments a model is not shown in full, and why: to be said before it is asked."""
    briefs = ((task.name, brief_of(task, bytes_of)) for task in tasks)
    unseen = unseen_names((name, file) for name, brief in briefs for file in brief.unseen)
    return tuple(
        Message(
            "Attachments that the model is not shown in full ({gap}): {names}.",
            gap=gap,
            names=names,
        )
        for gap, names in unseen.items()
    )


TIMEOUT: Final = 30.0
"""Seconds after which a model that was asked one word counts as silent."""

MOST_TOKENS: Final = 64
"""Enough for one word, and for a model that thinks before it; an answer cut short is one too."""

_REQUEST: Final = ChatRequest(
    system="You check that a connection works.",
    prefix="",
    suffix="Answer with the one word: ready",
    schema_name="ready",
    parameters={"max_output_tokens": MOST_TOKENS},
)


@dataclass(frozen=True, slots=True)
class AnsweredTask:
    """A model has answered.

    Attributes:
        model: What it calls itself; what it was called, where it says nothing.
        seconds: From the question to the answer.
        tokens: Input and output together; None where the provider counts none.
    """

    model: str
    seconds: float
    tokens: int | None


async def try_connection(choice: ModelChoice) -> AnsweredTask:
    """Asks a model for one word, once.

    Args:
        choice: Which model; its key is looked up where it has none.

    Raises:
        JudgeError: A key is missing.
        UsageError: There is no such provider, or its address is none.
        ProviderError: The provider cannot be reached, or will not answer.
    """
    provider = connect(choice, connections=1)
    try:
        began = time.monotonic()
        reply = await provider.ask(_REQUEST)
        seconds = time.monotonic() - began
    finally:
        await provider.close()
    counted = (reply.usage.input_tokens, reply.usage.output_tokens)
    known = [tokens for tokens in counted if tokens is not None]
    return AnsweredTask(reply.model or choice.model, seconds, sum(known) if known else None)
