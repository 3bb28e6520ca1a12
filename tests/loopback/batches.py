"""The batches of OpenAI, Anthropic and Gemini on the loopback address, with a bill.

A batch that is posted is worked on when a test says so (``work``), call by call, in an order and
with endings that the test chooses. What is answered is billed, whether it is fetched or not.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from email.parser import BytesParser
from typing import Any

from tests.loopback import behaviours, wire
from tests.loopback.behaviours import RESET_BEFORE_STATUS, Behaviour
from tests.loopback.recorded import Recorded
from tests.loopback.server import LoopbackServer

START = datetime(2026, 3, 1, 12, tzinfo=UTC)
_PATHS = {
    "openai": "/v1/chat/completions",
    "anthropic": "/v1/messages",
    "gemini": "/v1beta/models/{model}:generateContent",
}
ANSWERED, ERRORED, EXPIRED, MISSING = "answered", "errored", "expired", "missing"
GARBLED, REFUSED = "garbled", "refused"


@dataclass
class Batch:
    """A batch as its provider keeps it.

    Attributes:
        calls: The bodies by the ids of calls, in the order of the post.
        results: What came of each, in the order of the results.
    """

    id: str
    provider: str
    name: str
    created_at: datetime
    calls: list[tuple[str, dict[str, Any]]]
    model: str = ""
    endpoint: str = ""
    input_file: str = ""
    state: str = "in_progress"
    results: list[tuple[str, str, Any]] = field(default_factory=list)
    extra: list[bytes] = field(default_factory=list)
    problem: str = ""

    @property
    def has_ended(self) -> bool:
        return self.state != "in_progress"

    def count(self, *endings: str) -> int:
        return sum(ending in endings for _, ending, _ in self.results)


class BatchServer(LoopbackServer):
    """A provider with batches.

    Attributes:
        batches: All that were posted.
        bill: The usage of every call that was answered, with its id, in the order of answering.
        posted: How often each id was posted.
        clock: The provider's.
        arrives_late: Whether a post is cut off, and makes its batch only with ``arrive``.
    """

    def __init__(self, provider: str, **more: Any) -> None:
        super().__init__(**more)
        self.provider = provider
        self.batches: list[Batch] = []
        self.bill: list[tuple[str, dict[str, Any]]] = []
        self.posted: Counter[str] = Counter()
        self.files: dict[str, bytes] = {}
        self.clock = START
        self.late: list[Batch] = []
        self.arrives_late = False
        self.fails: list[Behaviour] = []

    def work(
        self,
        batch: Batch,
        ending_of: Callable[[int, str], str] = lambda _n, _code: ANSWERED,
        order: Callable[[list[Any]], list[Any]] = list,
    ) -> None:
        """Ends a batch: each call as the test says, results in its order."""
        found = [
            (code, ending, self._came(batch, code, body, ending))
            for n, (code, body) in enumerate(batch.calls)
            for ending in [ending_of(n, code)]
        ]
        batch.results = order(found)
        batch.state = "ended"

    def fail(self, batch: Batch, why: str) -> None:
        """Ends a batch without any work."""
        batch.state, batch.problem = "failed", why

    def arrive(self) -> None:
        """Has posts that were on their way arrive."""
        self.batches += self.late
        self.late.clear()

    def _came(self, batch: Batch, code: str, body: dict[str, Any], ending: str) -> Any:
        if ending != ANSWERED:
            return None
        path = _PATHS[self.provider].format(model=batch.model)
        is_plain = self.provider != "gemini"  # whose SDK sends single calls so
        plain = json.dumps(body, ensure_ascii=not is_plain, separators=(",", ":"))
        request = Recorded("POST", path, {}, plain.encode())
        behaviour, text = self._decide(request)
        cached = request.shared in self._seen
        self._seen.add(request.shared)
        reply = json.loads(wire.reply_body(request, behaviour, text, cached))
        self.bill.append((code, reply))
        return reply

    def _handle(self, request: Recorded) -> tuple[Behaviour, bytes]:
        path = request.path.partition("?")[0]
        if not re.search(r"batches|batchGenerateContent|/files", path):
            return super()._handle(request)
        if self._record:
            self.requests.append(request)
        if self.fails:
            behaviour = self.fails.pop(0)
            return behaviour, wire.error_body(request, behaviour)
        found = getattr(self, f"_{self.provider}")(request, path)
        if found is None:
            unknown = behaviours.error(404, f"Unknown path {request.path}")
            return unknown, wire.error_body(request, unknown)
        if self.arrives_late and self.late and request.method == "POST":
            return RESET_BEFORE_STATUS, b""
        return Behaviour(), found if isinstance(found, bytes) else json.dumps(found).encode()

    def _add(self, name: str, calls: list[tuple[str, dict[str, Any]]], **more: Any) -> Batch:
        number = len(self.batches) + len(self.late) + 1
        id_ = f"batches/b{number}" if self.provider == "gemini" else f"batch_{number}"
        batch = Batch(id_, self.provider, name, self.clock, calls, **more)
        self.posted.update(code for code, _ in calls)
        (self.late if self.arrives_late else self.batches).append(batch)
        return batch

    def _by_id(self, id_: str) -> Batch | None:
        return next((one for one in self.batches if one.id == id_), None)

    def _openai(self, request: Recorded, path: str) -> Any:
        if path == "/v1/files":
            return self._upload(request)
        if found := re.fullmatch(r"/v1/files/([\w-]+)/content", path):
            return self._openai_results(found[1])
        if path == "/v1/batches" and request.method == "POST":
            asked = request.json
            lines = [json.loads(line) for line in self.files[asked["input_file_id"]].splitlines()]
            assert {line["url"] for line in lines} == {asked["endpoint"]}
            assert asked["completion_window"] == "24h"
            calls = [(line["custom_id"], line["body"]) for line in lines]
            model = calls[0][1]["model"]
            name = asked["metadata"]["xpert_studio_part"]
            return self._openai_batch(self._add(name, calls, model=model))
        if path == "/v1/batches":
            return self._page(request, self._openai_batch, "after")
        if found := re.fullmatch(r"/v1/batches/(\w+)(/cancel)?", path):
            batch = self._by_id(found[1])
            if batch is not None and found[2]:
                self.cancel(batch)
            return batch and self._openai_batch(batch)
        return None

    def _upload(self, request: Recorded) -> Any:
        head = f"content-type: {request.headers['content-type']}\r\n\r\n".encode()
        form = BytesParser().parsebytes(head + request.body)
        parts = {
            part.get_param("name", header="content-disposition"): part.get_payload(decode=True)
            for part in form.get_payload()
        }
        assert parts["purpose"] == b"batch"
        id_ = f"file-{len(self.files) + 1}"
        self.files[id_] = parts["file"].rstrip(b"\r\n")
        return {"id": id_, "object": "file", "purpose": "batch"}

    def _openai_batch(self, batch: Batch) -> dict[str, Any]:
        status = {"ended": "completed", "failed": "failed"}.get(batch.state, batch.state)
        if batch.count(EXPIRED):
            status = "expired"
        ok, bad = batch.count(ANSWERED, GARBLED), batch.count(ERRORED, REFUSED)
        at = int(batch.created_at.timestamp())
        return {
            "id": batch.id, "object": "batch", "endpoint": "/v1/chat/completions",
            "errors": {"data": [{"code": "x", "message": batch.problem}]} if batch.problem else None,
            "input_file_id": "file-1", "completion_window": "24h", "status": status,
            "output_file_id": f"out-{batch.id}" if ok else None,
            "error_file_id": f"err-{batch.id}" if bad or batch.count(EXPIRED) else None,
            "created_at": at, "expires_at": at + 86400,
            "request_counts": {"total": len(batch.calls), "completed": ok, "failed": bad},
            "metadata": {"xpert_studio_part": batch.name} if batch.name else None,
        }  # fmt: skip

    def _openai_results(self, id_: str) -> bytes | None:
        kind, _, batch_id = id_.partition("-")
        batch = self._by_id(batch_id)
        if batch is None:
            return None
        lines = []
        for code, ending, reply in batch.results:
            line: dict[str, Any] = {"id": f"r-{code}", "custom_id": code, "error": None}
            if ending in {ANSWERED, GARBLED} and kind == "out":
                line["response"] = {"status_code": 200, "request_id": code, "body": reply}
            elif ending in _ERRORS and kind == "err":
                status, message = _ERRORS[ending]
                body = {"error": {"message": message, "type": "invalid_request_error"}}
                line["response"] = {"status_code": status, "request_id": code, "body": body}
            elif ending == EXPIRED and kind == "err":
                line |= {"response": None, "error": {"code": "batch_expired", "message": "late"}}
            else:
                continue
            lines.append(json.dumps(line).encode())
        return b"\n".join([*lines, *(batch.extra if kind == "out" else [])])

    def _anthropic(self, request: Recorded, path: str) -> Any:
        base = "/v1/messages/batches"
        if path == base and request.method == "POST":
            calls = [(one["custom_id"], one["params"]) for one in request.json["requests"]]
            return self._anthropic_batch(self._add("", calls, model=calls[0][1]["model"]))
        if path == base:
            return self._page(request, self._anthropic_batch, "after_id")
        found = re.fullmatch(rf"{base}/(\w+)(/\w+)?", path)
        batch = self._by_id(found[1]) if found else None
        if batch is None:
            return None
        if found[2] == "/results":
            return self._anthropic_results(batch)
        if found[2] == "/cancel":
            self.cancel(batch)
        return self._anthropic_batch(batch)

    def _anthropic_batch(self, batch: Batch) -> dict[str, Any]:
        left = 0 if batch.has_ended else len(batch.calls)
        counts = {
            "processing": left,
            "succeeded": batch.count(ANSWERED, GARBLED),
            "errored": batch.count(ERRORED, REFUSED),
            "canceled": 0,
            "expired": batch.count(EXPIRED, MISSING),
        }
        return {
            "id": batch.id, "type": "message_batch",
            "processing_status": "ended" if batch.has_ended else "in_progress",
            "request_counts": counts,
            "created_at": batch.created_at.isoformat(),
            "expires_at": (batch.created_at + timedelta(hours=24)).isoformat(),
            "ended_at": None, "archived_at": None, "cancel_initiated_at": None,
            "results_url": "http://127.0.0.1:1/steals/keys" if batch.has_ended else None,
        }  # fmt: skip

    def _anthropic_results(self, batch: Batch) -> bytes:
        lines = []
        for code, ending, reply in batch.results:
            if ending in {ANSWERED, GARBLED}:
                result: dict[str, Any] = {"type": "succeeded", "message": reply}
            elif ending in _ERRORS:
                status, message = _ERRORS[ending]
                kind = "overloaded_error" if status >= 500 else "invalid_request_error"
                inner = {"type": kind, "message": message}
                result = {"type": "errored", "error": {"type": "error", "error": inner}}
            elif ending == EXPIRED:
                result = {"type": "expired"}
            else:
                continue
            lines.append(json.dumps({"custom_id": code, "result": result}).encode())
        return b"\n".join([*lines, *batch.extra])

    def _gemini(self, request: Recorded, path: str) -> Any:
        if path.endswith(":batchGenerateContent"):
            asked = request.json["batch"]
            calls = [
                (one["metadata"]["key"], one["request"])
                for one in asked["inputConfig"]["requests"]["requests"]
            ]
            model = path.rpartition("/")[2].partition(":")[0]
            return self._operation(self._add(asked["displayName"], calls, model=model))
        if path == "/v1beta/batches":
            return {"operations": [self._operation(one) for one in self.batches[::-1]]}
        found = re.fullmatch(r"/v1beta/(batches/\w+)(:cancel)?", path)
        batch = self._by_id(found[1]) if found else None
        if batch is not None and found[2]:
            self.cancel(batch)
            return {}
        return batch and self._operation(batch)

    def _operation(self, batch: Batch) -> dict[str, Any]:
        state = {"ended": "SUCCEEDED", "failed": "FAILED", "in_progress": "RUNNING"}
        found: list[Any] = []
        for code, ending, reply in batch.results:
            about = {"metadata": {"key": code}}
            if ending in {ANSWERED, GARBLED}:
                found.append({"response": reply, **about})
            elif ending in _ERRORS:
                status, message = _ERRORS[ending]
                code_ = 14 if status >= 500 else 3
                found.append({"error": {"code": code_, "message": message}, **about})
            elif ending == EXPIRED:
                found.append({"error": {"code": 4, "message": "Deadline expired."}, **about})
        found += [json.loads(line) for line in batch.extra]
        told: dict[str, Any] = {
            "@type": "type.googleapis.com/google.ai.generativelanguage.v1main.GenerateContentBatch",
            "displayName": batch.name,
            "createTime": batch.created_at.isoformat().replace("+00:00", "Z"),
            "state": f"BATCH_STATE_{state[batch.state]}",
        }
        if batch.state == "ended":
            told["output"] = {"inlinedResponses": {"inlinedResponses": found}}
        operation = {"name": batch.id, "metadata": told, "done": batch.has_ended}
        if batch.problem:
            operation["error"] = {"code": 3, "message": batch.problem}
        return operation

    def cancel(self, batch: Batch) -> None:
        """Ends a batch of which nothing was worked on yet."""
        if not batch.has_ended:
            self.work(batch, lambda _n, _code: EXPIRED)

    def _page(self, request: Recorded, shown: Callable[[Batch], Any], word: str) -> Any:
        """The newest first, two at a time."""
        after = re.search(rf"[?&]{word}=(\w+)", request.path)
        newest = self.batches[::-1]
        if after:
            place = next(n for n, one in enumerate(newest) if one.id == after[1])
            newest = newest[place + 1 :]
        return {"data": [shown(one) for one in newest[:2]], "has_more": len(newest) > 2}


_ERRORS = {
    ERRORED: (529, "Overloaded, try again."),
    REFUSED: (400, "Unsupported parameter: temperature is not supported with this model."),
}
