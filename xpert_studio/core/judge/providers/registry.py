"""The providers of language models: one entry each, from which every list of providers is made.

Adding a provider takes a module with a function ``connect``, an entry here or in a pack, its models
in ``prices.json`` and its package among the dependencies; of one that speaks OpenAI's protocol, an
entry with its address. This module imports nothing heavy, since
help texts and windows need it before any provider is asked; ``making`` imports the module of the
one that is asked, and with it the SDK.

The embedded judge, checks and judges of packs are no providers: they ask no model.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

from xpert_studio.core.errors import UsageError
from xpert_studio.core.messages import Message
from xpert_studio.core.packs import Registry, listed_with_packs, reserve
from xpert_studio.core.records import CHECKS, Judge
from xpert_studio.core.used_packs import pack_missed

OPENAI_CHAT: Final = "xpert_studio.core.judge.providers.openai_chat"
"""Speaks OpenAI's protocol for chats, as many servers do."""
EMBEDDED: Final = ("baseline", "baseline, no LLM")
"""Provider and model of the judge that needs neither key nor network."""


class _Local(Mapping[str, str]):
    """The core's, and those that packs bring as ``judges``; their names alone are read."""

    @cached_property
    def _known(self) -> dict[str, str]:
        own = dict([EMBEDDED, (CHECKS, CHECKS)])
        taken = own.keys() | provider_names()
        return own | {name: name for name in listed_with_packs("judges") if name not in taken}

    def __getitem__(self, name: str) -> str:
        return self._known[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._known)

    def __len__(self) -> int:
        return len(self._known)


LOCAL: Final[Mapping[str, str]] = _Local()
"""Providers that ask no model, with what stands for one: they need no key and cost nothing."""


def is_fitted(provider: str | None) -> bool:
    """Whether it is a judge that asks no model, made ready for a project: the built-in one too."""
    return provider in LOCAL and provider != CHECKS


@dataclass(frozen=True, slots=True)
class ProviderEntry:
    """What the program knows of a provider.

    Attributes:
        id: As in ``openai:MODEL``; part of judges' ids, so it never changes.
        title: Its name in sentences and lists.
        module: The name of the module whose ``connect(entry, options)`` makes a ``Provider``.
        key_variable: The environment variable of its key.
        example: A model, for help texts.
        models: A regular expression that the names of its models match from their beginning;
            empty where it serves any model.
        prices: Where it publishes its prices.
        address: Its own, of one that speaks another's protocol: in most cases OpenAI's.
        environment: How other environment variables that its SDK reads begin.
        key_prefixes: How its keys begin; this part of a key is public.
        needs_key: Whether it refuses calls without a key.
        needs_address: Whether it has no fixed address.
        caches_prefix: Whether a prefix that calls share is cheaper once a first call has sent it.
        may_lack_vision: Whether a model that refuses images is asked without them.
        parameters: The parameters that it takes, each with its names in the wire format, the
            first that a server accepts to be used.
        searching: The module that is asked in place of ``module`` where a model is to search the
            web; empty where that is the same.
    """

    id: str
    title: str
    module: str
    key_variable: str
    example: str
    models: str = ""
    prices: str = ""
    address: str = ""
    environment: tuple[str, ...] = ()
    key_prefixes: tuple[str, ...] = ()
    needs_key: bool = True
    needs_address: bool = False
    caches_prefix: bool = True
    may_lack_vision: bool = False
    parameters: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    searching: str = ""


_CHAT: Final = {
    "temperature": ("temperature",),
    "top_p": ("top_p",),
    "seed": ("seed",),
    "reasoning_effort": ("reasoning_effort",),
}

_ENTRIES: Final = (
    ProviderEntry(
        id="openai",
        title="OpenAI",
        module=OPENAI_CHAT,
        key_variable="OPENAI_API_KEY",
        example="gpt-5-mini",
        models=r"gpt-|chatgpt-|o\d",
        prices="https://openai.com/api/pricing",
        environment=("OPENAI_",),
        key_prefixes=("sk-", "sk-proj-", "sk-svcacct-", "sk-admin-"),
        parameters={
            **_CHAT,
            "max_output_tokens": ("max_completion_tokens", "max_tokens"),
            "search": ("web_search",),
        },
        searching="xpert_studio.core.judge.providers.openai_responses",
    ),
    ProviderEntry(
        id="anthropic",
        title="Anthropic",
        module="xpert_studio.core.judge.providers.anthropic_messages",
        key_variable="ANTHROPIC_API_KEY",
        example="claude-sonnet-5-5",
        models="claude-",
        prices="https://claude.com/pricing",
        environment=("ANTHROPIC_",),
        key_prefixes=("sk-ant-", "sk-ant-api03-", "sk-ant-admin01-", "sk-ant-oat01-"),
        parameters={
            "temperature": ("temperature",),
            "top_p": ("top_p",),
            "max_output_tokens": ("max_tokens",),
            "reasoning_effort": ("effort",),
            "thinking_tokens": ("thinking",),
            "search": ("web_search",),
        },
    ),
    ProviderEntry(
        id="gemini",
        title="Google Gemini",
        module="xpert_studio.core.judge.providers.gemini",
        key_variable="GEMINI_API_KEY",
        example="gemini-3.8-flash",
        models="gemini-|gemma-",
        prices="https://ai.google.dev/gemini-api/docs/pricing",
        environment=("GEMINI_", "GOOGLE_"),
        key_prefixes=("AIza", "AIzaSy", "AQ."),
        parameters={
            "temperature": ("temperature",),
            "top_p": ("topP",),
            "seed": ("seed",),
            "max_output_tokens": ("maxOutputTokens",),
            "reasoning_effort": ("thinkingLevel", "thinkingBudget"),
            "thinking_tokens": ("thinkingTokens",),
            "search": ("googleSearch",),
        },
    ),
    ProviderEntry(
        id="compatible",
        title="OpenAI-compatible server",
        module=OPENAI_CHAT,
        key_variable="XPERT_STUDIO_COMPATIBLE_KEY",
        example="qwen3:8b",
        environment=("XPERT_STUDIO_",),
        needs_key=False,
        needs_address=True,
        caches_prefix=False,
        may_lack_vision=True,
        parameters={
            **_CHAT,
            "max_output_tokens": ("max_tokens", "max_completion_tokens"),
            "search": ("web_search_options",),
        },
    ),
)

PROVIDERS: Final[Registry[ProviderEntry]] = Registry("providers", _ENTRIES)
"""All providers by id, in the order in which lists show them."""
for _kind in ("judges", "drafters"):
    reserve(_kind, [CHECKS, *(one.id for one in _ENTRIES)])


def provider_names() -> frozenset[str]:
    """What no judge or drafter without a model can be called; imports no pack's entry."""
    return frozenset(one.id for one in _ENTRIES) | listed_with_packs("providers").keys()


_OPEN: Final = {
    "DeepSeek": "deepseek",
    "Doubao": "doubao|seed-",
    "ERNIE": "ernie",
    "GLM": "glm|chatglm",
    "Grok": "grok",
    "Hunyuan": "hunyuan",
    "Kimi": "kimi|moonshot",
    "Llama": "llama|codellama|meta-llama",
    "MiniMax": "minimax|abab",
    "Mistral": "mistral|mixtral|ministral|magistral|codestral",
    "Phi": r"phi-?\d",
    "Qwen": "qwen|qwq",
}
"""Families of models that several servers offer, each with how the names of its models begin."""


def family_of(model: str | None, provider: str | None = None) -> str | None:
    """The family of a model, such as ``OpenAI``; None where it is not known.

    Args:
        model: Its name, perhaps after that of an organisation and a slash.
        provider: Of a judge: a provider that serves its own models alone says the family.
    """
    entry = PROVIDERS.get(provider or "")
    if entry is not None and entry.models:
        return entry.title
    name = _plain_name(model)
    named = {entry.title: entry.models for entry in PROVIDERS.values() if entry.models}
    return next((title for title, start in (named | _OPEN).items() if re.match(start, name)), None)


def _plain_name(model: str | None) -> str:
    return re.sub(r"[\s_]+", "-", (model or "").strip().lower().rpartition("/")[2])


def shared_family(judge: Judge, system: str) -> str | None:
    """The family that a judge and a system share; None where they do not, or it is not known.

    A model is of one family with itself, also where it is not known which.
    """
    own, other = family_of(judge.model, judge.provider), family_of(system)
    if judge.model and _plain_name(judge.model) == _plain_name(system):
        return own or other or system
    return own if own == other else None


def entry_of(provider: str) -> ProviderEntry:
    """A provider's entry.

    Raises:
        UsageError: There is no such provider.
    """
    if provider not in PROVIDERS:
        raise _unknown(provider)
    return PROVIDERS[provider]


def needs_address(provider: str | None) -> bool:
    """Whether a provider has no fixed address; the embedded judge and unknown ones do not."""
    return provider is not None and provider in PROVIDERS and PROVIDERS[provider].needs_address


def key_prefixes() -> tuple[str, ...]:
    """How keys of the providers begin."""
    return tuple(start for entry in PROVIDERS.values() for start in entry.key_prefixes)


def choices() -> str:
    """The judges as they are named on a command line."""
    named = [
        f"{entry.id}:MODEL{' with --base-url' if entry.needs_address else ''}"
        for entry in PROVIDERS.values()
    ]
    return f"{', '.join([*_fitted(), *named[:-1]])}, or {named[-1]}"


def _fitted() -> list[str]:
    return [name for name in LOCAL if is_fitted(name)]


def parse_judge_name(name: str) -> tuple[str, str]:
    """Provider and model of a judge's name: ``openai:gpt-5-mini``, or ``baseline``.

    The model is everything after the first colon: Ollama's names have colons of their own.

    Raises:
        UsageError: It names no judge.
    """
    provider, colon, model = name.strip().partition(":")
    provider, model = provider.strip().lower(), model.strip()
    if provider in LOCAL and model in {"", LOCAL[provider]}:
        return provider, LOCAL[provider]
    entry_of(provider)
    if not colon or not model:
        raise UsageError(
            Message("Which model of {provider}?", provider=provider),
            remedy=Message("Name it: {provider}:MODEL.", provider=provider),
        )
    return provider, model


def _unknown(provider: str) -> UsageError:
    said = (
        Message("There is no provider {provider!r}.", provider=provider)
        if provider
        else Message("No judge was named.")
    )
    if pack := pack_missed("providers", provider):
        needed = Message("It needs the pack {pack}, which is not installed.", pack=pack)
        return UsageError(said, remedy=needed)
    for entry in PROVIDERS.values():
        if entry.models and re.match(entry.models, provider):
            return UsageError(
                said, remedy=Message("Name the provider too: {entry}:MODEL.", entry=entry.id)
            )
    return UsageError(
        said,
        remedy=Message(
            "A judge is one of: {known}, or {embedded}.",
            known=", ".join(f"{name}:MODEL" for name in PROVIDERS),
            embedded=", ".join(_fitted()),
        ),
    )
