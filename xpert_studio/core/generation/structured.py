"""One structured reply of a model: what it will cost, asked until it can be read, and cleaned."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeVar

from xpert_studio.core.errors import UnusableReplyError
from xpert_studio.core.generation.asking import ModelChoice, ask, connect
from xpert_studio.core.judge.image_rules import image_tokens, rule_of
from xpert_studio.core.judge.json_reply import candidates, complete_entries
from xpert_studio.core.judge.pricing import cost_of, price_of
from xpert_studio.core.judge.providers.base import ChatReply, ChatRequest, Finish
from xpert_studio.core.judge.token_counts import text_tokens
from xpert_studio.core.messages import Message
from xpert_studio.core.records import Usage

_ASKS: Final = 2
Read = TypeVar("Read")


@dataclass(frozen=True, slots=True)
class CallEstimate:
    """What one call is expected to take; ``cost`` None is unknown."""

    input_tokens: int
    output_tokens: int
    cost: float | None


def estimate_call(choice: ModelChoice, asked: ChatRequest, output_tokens: int) -> CallEstimate:
    """Estimated from the lengths of the texts, for one call; a second one may be needed."""
    texts = text_tokens(asked.system) + text_tokens(asked.prefix) + text_tokens(asked.suffix)
    rule = rule_of(choice.provider, choice.model)
    tokens = texts + image_tokens(rule, (image.data for image in asked.images))
    usage = Usage(input_tokens=tokens, cached_tokens=0, output_tokens=output_tokens)
    price = price_of(choice.provider, choice.model)
    return CallEstimate(tokens, output_tokens, cost_of(usage, price, calls=1))


@dataclass(frozen=True, slots=True)
class StructuredReply(Generic[Read]):
    """What was read of a model's reply.

    Attributes:
        usage: The tokens of all calls.
        cost: In the price list's currency; None is unknown.
    """

    read: Read
    usage: Usage
    cost: float | None


async def ask_and_read(
    choice: ModelChoice,
    asked: ChatRequest,
    read: Callable[[str], Read | None],
    unread: Callable[[Message], Message],
    remedy: str,
) -> StructuredReply[Read]:
    """Asks the model, a second time where the first answer cannot be used.

    Args:
        choice: The model.
        asked: The question.
        read: Gives what can be used of a reply, None where nothing can.
        unread: The message where no reply could be used, from the reason.
        remedy: What to do then.

    Raises:
        ProviderError: The call failed.
        JudgeError: There is no key.
        UnusableReplyError: No reply could be used.
    """
    provider = connect(choice)
    replies: list[ChatReply] = []
    bill = choice.new_bill()
    try:
        for _ in range(_ASKS):
            replies.append(await ask(provider, asked, bill, max_retries=choice.max_retries))
            found = read(replies[-1].text)
            if found is not None:
                return StructuredReply(
                    found, _summed([reply.usage for reply in replies]), bill.cost
                )
    finally:
        await provider.close()
    raise UnusableReplyError(unread(_why(replies[-1])), remedy=remedy)


def _why(reply: ChatReply) -> Message:
    words = {
        Finish.LENGTH: Message("it was cut off"),
        Finish.REFUSAL: Message("it was refused"),
        Finish.FILTERED: Message("it was filtered"),
    }
    return words.get(reply.finish, Message("it was not in the form that was asked for"))


def _summed(usages: Sequence[Usage]) -> Usage:
    """Tokens of several calls; unknown where one of them is."""

    def total(name: str) -> int | None:
        counts = [getattr(usage, name) for usage in usages]
        return None if any(count is None for count in counts) else sum(counts)

    return Usage(
        input_tokens=total("input_tokens"),
        cached_tokens=total("cached_tokens"),
        output_tokens=total("output_tokens"),
    )


def entries_of(reply: str, *names: str) -> list[Any]:
    """The list in a reply: under one of these names, by itself, or what is whole of a cut one."""
    for value in candidates(reply):
        if isinstance(value, dict):
            for name in names:
                if isinstance(value.get(name), list):
                    found: list[Any] = value[name]
                    return found
        if isinstance(value, list) and value and isinstance(value[0], dict):
            return value
    return complete_entries(reply)


def clean_text(value: Any) -> str:  # noqa: ANN401 - whatever a model wrote
    """A model's text with its lines, without what a person cannot see; empty for what is none."""
    if not isinstance(value, str):
        return ""
    shown = "".join(
        char if char == "\n" or unicodedata.category(char) not in {"Cc", "Cf", "Cs", "Co"} else " "
        for char in value
    )
    return "\n".join(" ".join(line.split()) for line in shown.splitlines()).strip()


def clean_line(value: Any) -> str:  # noqa: ANN401 - whatever a model wrote
    """A model's text in one line, likewise."""
    return " ".join(clean_text(value).split())
