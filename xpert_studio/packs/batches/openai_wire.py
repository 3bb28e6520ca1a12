"""OpenAI's batches: a file of lines, posted under a name in its metadata, answered by files."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import chain
from typing import Final

import httpx2
import openai
from pydantic_core import to_json

from xpert_studio.core.judge.providers.base import ProviderOptions
from xpert_studio.core.judge.providers.openai_chat import open_client
from xpert_studio.core.judge.providers.payload import count, text_at, total
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

_PATH: Final = "/v1/chat/completions"
_NAME: Final = "xpert_studio_part"
_ENDED: Final = frozenset({"failed", "completed", "expired", "cancelled"})
_KEPT: Final = 3 * 24 * 3600
"""Seconds for which the provider keeps the file of calls."""


def connect(options: ProviderOptions) -> BatchService:
    """The batches of an account."""
    return _Batches(open_client(options, most=MOST_READ), BatchLine("openai", openai.OpenAIError))


class _Batches(BatchesAtPath):
    path = "/batches"
    after = "after"
    _client: openai.AsyncOpenAI

    async def upload(self, name: str, requests: Sequence[tuple[str, Body]]) -> str:
        lines = (
            to_json({"custom_id": code, "method": "POST", "url": _PATH, "body": body})
            for code, body in requests
        )
        data = b"\n".join(lines)

        async def send() -> httpx2.Response:
            made = await self._client.files.with_raw_response.create(
                file=(f"{name}.jsonl", data, "application/jsonl"),
                purpose="batch",
                expires_after={"anchor": "created_at", "seconds": _KEPT},
            )
            return made.http_response

        return text_at(await self._line.json(send), "id")

    async def post(self, name: str, uploaded: str) -> Seen:
        body = {
            "completion_window": "24h",
            "endpoint": _PATH,
            "input_file_id": uploaded,
            "metadata": {_NAME: name},
        }
        return self._seen(
            await self._line.json(
                lambda: self._client.post(self.path, body=body, cast_to=httpx2.Response)
            )
        )

    async def answers(self, seen: Seen) -> Iterator[CallAnswer]:
        files = [await self._line.raw(partial(self._content, id_)) for id_ in seen.place]
        return chain.from_iterable(read_lines(data, _answer) for data in files)

    async def _content(self, id_: str) -> httpx2.Response:
        return await self._client.get(f"/files/{id_}/content", cast_to=httpx2.Response)

    def _seen(self, batch: object) -> Seen:
        if not isinstance(batch, dict) or not text_at(batch, "id"):
            raise self._line.garbled("no batch")
        counts = batch.get("request_counts")
        counts = counts if isinstance(counts, dict) else {}
        status = text_at(batch, "status")
        errors = batch.get("errors")
        data = errors.get("data") if isinstance(errors, dict) else None
        said = [text_at(one, "message") for one in data] if isinstance(data, list) else []
        return Seen(
            text_at(batch, "id"),
            moment_in(batch.get("created_at")) or BEGINNING,
            text_at(batch.get("metadata"), _NAME),
            count(counts, "total"),
            status in _ENDED,
            total(count(counts, "completed"), count(counts, "failed")),
            moment_in(batch.get("expires_at")),
            "; ".join(filter(None, said)) or status if status == "failed" else "",
            [
                id_
                for name in ("output_file_id", "error_file_id")
                if (id_ := text_at(batch, name)).replace("-", "").replace("_", "").isalnum()
            ],
        )


def _answer(line: Body) -> CallAnswer:
    response, code = line.get("response"), code_in(line)
    if isinstance(response, dict):
        return CallAnswer(code, count(response, "status_code") or 200, response.get("body"))
    is_left = text_at(line.get("error"), "code") in {"batch_expired", "batch_cancelled"}
    return CallAnswer(code, 0 if is_left else 500, {"error": line.get("error")})
