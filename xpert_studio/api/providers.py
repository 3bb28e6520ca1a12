"""Providers of language models.

- A ``ProviderEntry`` names the module that asks it: ``OPENAI_CHAT`` for one that speaks OpenAI's
  protocol at its address.
"""

from xpert_studio.core.judge.providers.registry import OPENAI_CHAT, ProviderEntry

__all__ = ["OPENAI_CHAT", "ProviderEntry"]
