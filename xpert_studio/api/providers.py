"""Providers of language models."""

from xpert_studio.core.judge.providers.registry import OPENAI_CHAT, ProviderEntry

__all__ = ["OPENAI_CHAT", "ProviderEntry"]
