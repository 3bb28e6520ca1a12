"""Providers of a protocol of their own: what the module of a ``ProviderEntry`` is made of.

- The module has ``connect(entry, options)``; it gives what ``http_provider`` makes of the path,
  of a function that writes the body of a ``ChatRequest`` and of one that reads a ``ChatReply``.
  ``ProviderOptions`` are how to reach the provider.
- Bodies: ``shown_prefix`` and ``shown_suffix`` are the parts of a question, texts and ``Image``,
  as ``Accepted`` says that the server takes them; ``base64_of`` an image. ``ReplyFormat`` are the
  ways to ask for the shape of a reply: its schema, any JSON object, or words alone.
- Replies: ``Finish`` says why a model stopped, ``Usage`` how many tokens it took; ``count`` and
  ``text_at`` read numbers and texts of JSON, unknown where there are none.
- Without HTTP: a ``Provider``, whose ``ask`` raises a ``ProviderError`` of a ``Failure``.
"""

from xpert_studio.core.judge.providers.accepted import Accepted, ReplyFormat
from xpert_studio.core.judge.providers.base import (
    ChatReply,
    ChatRequest,
    Failure,
    Finish,
    Image,
    Provider,
    ProviderError,
    ProviderOptions,
)
from xpert_studio.core.judge.providers.http_provider import http_provider
from xpert_studio.core.judge.providers.payload import base64_of, count, text_at
from xpert_studio.core.judge.providers.sdk_provider import shown_prefix, shown_suffix
from xpert_studio.core.records import Usage

__all__ = [
    "Accepted",
    "ChatReply",
    "ChatRequest",
    "Failure",
    "Finish",
    "Image",
    "Provider",
    "ProviderError",
    "ProviderOptions",
    "ReplyFormat",
    "Usage",
    "base64_of",
    "count",
    "http_provider",
    "shown_prefix",
    "shown_suffix",
    "text_at",
]
