"""How long a provider asks to wait before the next try."""

from __future__ import annotations

import math
from collections.abc import Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Final

LONGEST: Final = 3600.0
"""A longer wait is cut to this: the run then tries again once an hour."""

ABSURD: Final = 24 * 3600.0
"""A number beyond this is a mistake (milliseconds for seconds, a moment for a span)."""


def retry_after(headers: Mapping[str, str], now: datetime | None = None) -> float | None:
    """Seconds to wait, or None where the headers say nothing usable.

    ``retry-after-ms`` is preferred, then ``retry-after`` as seconds, then as a date. A date is
    read against the response's own ``date``, so that a wrong local clock does no harm; a date in
    the past means at once. Negative, infinite and absurdly large numbers are not usable.

    Args:
        headers: Of the response, looked up in lower case.
        now: The time where the response has no date; the system's clock by default.
    """
    milliseconds = _number(headers.get("retry-after-ms"))
    if milliseconds is not None:
        return _sensible(milliseconds / 1000)
    text = headers.get("retry-after")
    seconds = _number(text)
    if seconds is not None:
        return _sensible(seconds)
    moment = _date(text)
    if moment is None:
        return None
    sent = _date(headers.get("date")) or now or datetime.now(UTC)
    return _sensible(max(0.0, (moment - sent).total_seconds()))


def _number(text: str | None) -> float | None:
    try:
        return float(text) if text else None
    except ValueError:
        return None


def _date(text: str | None) -> datetime | None:
    try:
        moment = parsedate_to_datetime(text) if text else None
    except (ValueError, TypeError, OverflowError):
        return None
    if moment is None:
        return None
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def _sensible(seconds: float) -> float | None:
    if not math.isfinite(seconds) or not 0 <= seconds <= ABSURD:
        return None
    return min(seconds, LONGEST)
