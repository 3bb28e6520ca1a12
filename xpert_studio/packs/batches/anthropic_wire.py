"""Anthropic's message batches, which have no names: ids of calls stand in their answers alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import anthropic
import httpx2
from pydantic_core import to_json

from xpert_studio.core.judge.providers.anthropic_messages import open_client
from xpert_studio.core.judge.providers.base import ProviderOptions
from xpert_studio.core.judge.providers.payload import count, text_at
from xpert_studio.packs.batches.lines import BEGINNING, code_in, moment_in, read_lines
from xpert_studio.packs.batches.service import (
    MOST_READ,
    BatchesAtPath,
    BatchLine,
    BatchService,
    Body,
    CallAnswer,
    Seen,
)

_STATUS: Final = {
    "invalid_request_error": 400,
    "authentication_error": 401,
    "billing_error": 402,
    "permission_error": 403,
    "not_found_error": 404,
    "request_too_large": 413,
    "rate_limit_error": 429,
    "timeout_error": 504,
    "overloaded_error": 529,
}


def connect(options: ProviderOptions) -> BatchService:
    """The batches of an account."""
    return _Batches(
        open_client(options, most=MOST_READ), BatchLine("anthropic", anthropic.AnthropicError)
    )


class _Batches(BatchesAtPath):
    path = "/v1/messages/batches"
    after = "after_id"

    async def upload(self, name: str, requests: Sequence[tuple[str, Body]]) -> bytes:  # noqa: ARG002 - there are no names
        return to_json({"requests": [{"custom_id": c, "params": body} for c, body in requests]})

    async def post(self, name: str, uploaded: bytes) -> Seen:  # noqa: ARG002 - there are no names
        return self._seen(
            await self._line.json(
                lambda: self._client.post(self.path, content=uploaded, cast_to=httpx2.Response)
            )
        )

    async def answers(self, seen: Seen) -> Iterator[CallAnswer]:
        # The address in ``results_url`` is not asked: the key goes to no place that a reply names.
        path = f"{self.path}/{seen.id}/results"
        data = await self._line.raw(lambda: self._client.get(path, cast_to=httpx2.Response))
        return read_lines(data, _answer)

    def _seen(self, batch: object) -> Seen:
        if not isinstance(batch, dict) or not text_at(batch, "id"):
            raise self._line.garbled("no batch")
        found = batch.get("request_counts")
        counts = found if isinstance(found, dict) else {}
        numbers = {name: count(counts, name) or 0 for name in counts}
        return Seen(
            text_at(batch, "id"),
            moment_in(batch.get("created_at")) or BEGINNING,
            None,
            sum(numbers.values()),
            text_at(batch, "processing_status") == "ended",
            numbers.get("succeeded", 0) + numbers.get("errored", 0),
            moment_in(batch.get("expires_at")),
        )


def _answer(line: Body) -> CallAnswer:
    code, result = code_in(line), line.get("result")
    result = result if isinstance(result, dict) else {}
    match text_at(result, "type"):
        case "succeeded":
            return CallAnswer(code, 200, result.get("message"))
        case "errored":
            error = result.get("error")
            inner = error.get("error") if isinstance(error, dict) else None
            return CallAnswer(code, _STATUS.get(text_at(inner, "type"), 500), error)
        case "canceled" | "expired":
            return CallAnswer(code, 0, None)
    return CallAnswer(code, 200, None)
