"""The chat providers there are. Adding one is a module and a line here.

The embedded baseline is no chat provider: it is a judge of its own.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from xpert_studio.errors import UsageError
from xpert_studio.judge.keys import find_key, remember_keys
from xpert_studio.judge.providers.base import Provider, ProviderOptions

EMBEDDED: Final = ("baseline", "baseline, no LLM")
"""Provider and model of the judge that needs neither key nor network."""


def _openai(options: ProviderOptions) -> Provider:
    from xpert_studio.judge.providers.openai_chat import openai_provider

    return openai_provider(options)


def _anthropic(options: ProviderOptions) -> Provider:
    from xpert_studio.judge.providers.anthropic_messages import anthropic_provider

    return anthropic_provider(options)


def _compatible(options: ProviderOptions) -> Provider:
    from xpert_studio.judge.providers.openai_chat import compatible_provider

    return compatible_provider(options)


PROVIDERS: Final[dict[str, Callable[[ProviderOptions], Provider]]] = {
    "openai": _openai,
    "anthropic": _anthropic,
    "compatible": _compatible,
}
"""What makes each provider; the SDKs are imported only then."""


def make_provider(name: str, options: ProviderOptions) -> Provider:
    """A provider, with its key looked up where the options have none.

    Raises:
        UsageError: There is no such provider, or it cannot be reached like this.
        JudgeError: The provider needs a key, and there is none.
    """
    factory = PROVIDERS.get(name)
    if factory is None:
        raise _unknown(name)
    remember_keys()  # a server may know another provider's key, too
    if options.api_key is None:
        options = replace(options, api_key=find_key(name, required=name != "compatible"))
    return factory(options)


def parse_judge_name(name: str) -> tuple[str, str]:
    """Provider and model of a judge's name: ``openai:gpt-5-mini``, or ``baseline``.

    The model is everything after the first colon: Ollama's names have colons of their own.

    Raises:
        UsageError: It names no judge.
    """
    provider, colon, model = name.strip().partition(":")
    provider, model = provider.strip().lower(), model.strip()
    if provider == EMBEDDED[0] and model in {"", EMBEDDED[1]}:
        return EMBEDDED
    if provider not in PROVIDERS:
        raise _unknown(provider)
    if not colon or not model:
        raise UsageError(
            f"Which model of {provider} is to judge?", remedy=f"Name it: {provider}:MODEL."
        )
    return provider, model


def _unknown(provider: str) -> UsageError:
    known = ", ".join(f"{name}:MODEL" for name in PROVIDERS)
    said = f"There is no provider {provider!r}." if provider else "No judge was named."
    return UsageError(said, remedy=f"A judge is one of: {known}, or {EMBEDDED[0]}.")
