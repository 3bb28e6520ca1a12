"""Gemini's batches: calls within the request, posted under a display name, answered in place."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Sequence
from datetime import datetime
from functools import partial
from typing import Any, Final

import httpx2
from google import genai
from google.genai import errors, types

from xpert_studio.core.judge.providers.base import ProviderOptions
from xpert_studio.core.judge.providers.gemini import handed_over, open_client
from xpert_studio.core.judge.providers.payload import objects, text_at
from xpert_studio.packs.batches.lines import BEGINNING, moment_in
from xpert_studio.packs.batches.service import (
    MOST_READ,
    PAGE,
    BatchLine,
    BatchService,
    Body,
    CallAnswer,
    Seen,
)

_ENDED: Final = frozenset({"SUCCEEDED", "FAILED", "CANCELLED", "EXPIRED", "PARTIALLY_SUCCEEDED"})
_STATUS: Final = {1: 0, 3: 400, 4: 0, 5: 404, 7: 403, 8: 429, 9: 400, 16: 401, 14: 503}
"""Of HTTP, by the codes of gRPC; of calls that were cancelled or not come to, 0."""


def connect(options: ProviderOptions) -> BatchService:
    """The batches of an account."""
    client, close = open_client(options, most=MOST_READ)
    return _Batches(client, close, options.model, BatchLine("gemini", errors.APIError))


class _Batches:
    def __init__(
        self,
        client: genai.Client,
        close: Callable[[], Awaitable[None]],
        model: str,
        line: BatchLine,
    ) -> None:
        self._batches, self._close = client.aio.batches, close
        self._model, self._line = model, line

    async def upload(self, name: str, requests: Sequence[tuple[str, Body]]) -> Body:
        inlined = [{"request": body, "metadata": {"key": code}} for code, body in requests]
        return {
            "batch": {
                "displayName": name,
                "inputConfig": {"requests": {"requests": inlined}},
            }
        }

    async def post(self, name: str, uploaded: Body) -> Seen:
        config = types.CreateBatchJobConfig(
            display_name=name, http_options=types.HttpOptions(extra_body=uploaded)
        )
        source = [types.InlinedRequest(contents="overwritten by the body")]
        return self._seen(
            await self._line.json(
                lambda: handed_over(
                    self._batches.create(model=self._model, src=source, config=config)
                )
            )
        )

    async def listed(self, since: datetime) -> list[Seen]:
        found: list[Seen] = []
        token: str | None = None
        while True:
            config = types.ListBatchJobsConfig(page_size=PAGE, page_token=token)
            page = await self._line.json(partial(self._page, config))
            batches = page.get("operations")
            found += [self._seen(batch) for batch in batches] if isinstance(batches, list) else []
            before, token = token, text_at(page, "nextPageToken") or None
            if token in {None, before}:
                return [one for one in found if one.created_at >= since]

    async def _page(self, config: types.ListBatchJobsConfig) -> httpx2.Response:
        return await handed_over(self._batches.list(config=config))

    async def look(self, batch_id: str) -> Seen:
        return self._seen(
            await self._line.json(lambda: handed_over(self._batches.get(name=batch_id)))
        )

    async def answers(self, seen: Seen) -> Iterator[CallAnswer]:
        return map(_answer, seen.place)

    async def cancel(self, batch_id: str) -> None:
        await self._line.json(lambda: handed_over(self._batches.cancel(name=batch_id)))

    async def close(self) -> None:
        await self._close()

    def _seen(self, operation: object) -> Seen:
        if not isinstance(operation, dict) or not text_at(operation, "name"):
            raise self._line.garbled("no batch")
        about = operation.get("metadata")
        about = about if isinstance(about, dict) else {}
        state = text_at(about, "state").rpartition("STATE_")[2]
        found: Any = about.get("output") or operation.get("response")
        for _ in range(2):
            found = found.get("inlinedResponses") if isinstance(found, dict) else found
        answers = objects(found)
        failed = text_at(operation.get("error"), "message") or "failed"
        return Seen(
            text_at(operation, "name"),
            moment_in(about.get("createTime")) or BEGINNING,
            text_at(about, "displayName"),
            None,
            state in _ENDED,
            None,
            None,
            failed if state == "FAILED" else "",
            answers,
        )


def _answer(one: Body) -> CallAnswer:
    code = text_at(one.get("metadata"), "key")
    error = one.get("error")
    if not isinstance(error, dict):
        return CallAnswer(code, 200, one.get("response"))
    return CallAnswer(code, _STATUS.get(error.get("code"), 500), {"error": error})  # type: ignore[arg-type]
