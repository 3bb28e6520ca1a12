"""What a provider said when it refused a request, whichever of the many shapes it came in.

Also how long it asks to wait before the next try.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any, Final

from xpert_studio.core.judge.providers.payload import read_json

LONGEST: Final = 3600.0
"""A longer wait is cut to this: the run then tries again once an hour."""

ABSURD: Final = 24 * 3600.0
"""A number beyond this is a mistake (milliseconds for seconds, a moment for a span)."""

_MAX_TEXT: Final = 2000
_MAX_COMPLAINT: Final = 1000
"""Longer than what is ever shown, so that no cut can leave half a key in view."""
_TAGS: Final = re.compile(r"<[^>]*>")
_CONTEXT: Final = re.compile(
    r"context[ _-]?(length|window|size)|maximum context|prompt is too long|too many (input )?tokens"
    r"|input (is )?too long|input token count|exceeds? the (model|available context)"
    r"|max(imum)?[ _]model[ _]len|exceed_context_size|string_above_max_length",
    re.IGNORECASE,
)
_CREDIT: Final = re.compile(
    r"insufficient[ _](quota|credit|balance|funds)|credit balance|exceeded your current quota"
    r"|billing|spend_limit|payment required",
    re.IGNORECASE,
)
_FILTERED: Final = re.compile(
    r"content_filter|content_policy_violation|responsible_?ai_?policy", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class ErrorReply:
    """An HTTP answer that is not a success.

    Attributes:
        status: The HTTP status.
        message: The provider's own words, or the beginning of whatever the body was.
        code: Its code and type, separated by a space.
        param: The parameter it complained about.
        headers: Of the response, by name in lower case.
    """

    status: int
    message: str = ""
    code: str = ""
    param: str = ""
    headers: Mapping[str, str] = field(default_factory=dict)

    @property
    def said(self) -> str:
        """Everything it said, for recognising what it is about."""
        return f"{self.code} {self.param} {self.message}"

    @property
    def is_context_length(self) -> bool:
        """Whether the prompt is too long for the model."""
        return self.status in {400, 413, 422, 500} and bool(_CONTEXT.search(self.said))

    @property
    def is_bad_key(self) -> bool:
        """Whether the key is none that the provider knows; Gemini says so with status 400."""
        return self.status == 401 or "API_KEY_INVALID" in self.code

    @property
    def is_out_of_credit(self) -> bool:
        """Whether the account has no money or quota left.

        Gemini uses the same words for a limit a minute, and then says how long to wait.
        """
        if "RESOURCE_EXHAUSTED" in self.code and "retry-after" in self.headers:
            return False
        return self.status == 402 or (
            self.status in {400, 403, 429} and bool(_CREDIT.search(self.said))
        )

    @property
    def is_filtered(self) -> bool:
        """Whether a content filter stopped the prompt."""
        return self.status in {400, 403} and bool(_FILTERED.search(self.code))


def read_error(status: int, headers: Mapping[str, str], body: bytes) -> ErrorReply:
    """Reads an error response of any shape."""
    payload = read_json(body[: 64 * 1024])
    if payload is None:
        payload = body[:_MAX_TEXT].decode("utf-8", "replace")
    return error_from(status, payload, headers)


def error_from(status: int, payload: object, headers: Mapping[str, str]) -> ErrorReply:
    """Reads an error from parsed JSON: the providers' wrapping, FastAPI's, or none."""
    if isinstance(payload, list) and len(payload) == 1 and _inner(payload[0], "error"):
        payload = payload[0]
    detail: object = payload
    if isinstance(payload, dict):
        detail = payload.get("error") or payload.get("detail") or payload
    if isinstance(detail, list):
        return ErrorReply(status, "; ".join(map(_complaint, detail))[:_MAX_TEXT], headers=headers)
    if not isinstance(detail, dict):
        return ErrorReply(status, _plain(str(detail)), headers=headers)
    named = detail.get("details")
    more = named if isinstance(named, list) else [named]
    codes = (detail.get("code"), detail.get("type"), _inner(detail.get("innererror"), "code"))
    reasons = [_inner(item, key) for item in more for key in ("error_code", "reason")]
    code = " ".join(str(item) for item in (*codes, detail.get("status"), *reasons) if item)
    for delay in filter(None, (_inner(item, "retryDelay") for item in more)):
        headers = {"retry-after": str(delay).removesuffix("s"), **headers}
    message = detail.get("message") or detail.get("msg") or ""
    param = detail.get("param") or ""
    return ErrorReply(status, _plain(str(message)), code[:200], str(param)[:200], headers)


def _inner(value: object, key: str) -> object:
    return value.get(key) if isinstance(value, dict) else None


def _complaint(item: Any) -> str:  # noqa: ANN401 - a piece of foreign JSON
    """One of FastAPI's complaints; its ``input`` is left out, since it repeats the prompt."""
    if not isinstance(item, dict):
        return str(item)[:_MAX_COMPLAINT]
    place = item.get("loc")
    where = ".".join(map(str, place)) if isinstance(place, list) else ""
    return f"{where}: {item.get('msg', '')} {item.get('type', '')}".strip()[:_MAX_COMPLAINT]


def _plain(text: str) -> str:
    """Without tags, control characters and line breaks."""
    visible = "".join(char if char.isprintable() else " " for char in _TAGS.sub(" ", text))
    return " ".join(visible.split())[:_MAX_TEXT]


def retry_after(headers: Mapping[str, str], now: datetime | None = None) -> float | None:
    """Seconds to wait, or None where the headers say nothing usable.

    ``retry-after-ms`` is preferred, then ``retry-after`` as seconds, then as a date. A date is
    read against the response's own ``date``, so that a wrong local clock does no harm; a date in
    the past means at once. Negative, infinite and absurdly large numbers are not usable.

    Args:
        headers: Of the response, looked up in lower case.
        now: The time where the response has no date; the system's clock by default.
    """
    for name, a_second in (("retry-after-ms", 1000), ("retry-after", 1)):
        number = _number(headers.get(name))
        if number is not None:
            return _sensible(number / a_second)
    moment = _date(headers.get("retry-after"))
    if moment is None:
        return None
    sent = _date(headers.get("date")) or now or datetime.now(UTC)
    return _sensible(max(0.0, (moment - sent).total_seconds()))


def _number(text: str | None) -> float | None:
    try:
        return float(text or "")
    except ValueError:
        return None


def _date(text: str | None) -> datetime | None:
    try:
        moment = parsedate_to_datetime(text or "")
    except (ValueError, TypeError, OverflowError):
        return None
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def _sensible(seconds: float) -> float | None:
    if not math.isfinite(seconds) or not 0 <= seconds <= ABSURD:
        return None
    return min(seconds, LONGEST)
