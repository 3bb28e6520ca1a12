"""How long to wait, from whatever a provider writes into its headers."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from xpert_studio.core.judge.providers.error_reply import LONGEST, retry_after

NOW = datetime(2030, 5, 1, 12, 0, 0, tzinfo=UTC)


def http_date(moment: datetime) -> str:
    return format_datetime(moment, usegmt=True)


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({}, None),
        ({"retry-after": "0"}, 0.0),
        ({"retry-after": "1.5"}, 1.5),
        ({"retry-after": " 12 "}, 12.0),
        ({"retry-after-ms": "750", "retry-after": "9"}, 0.75),
        ({"retry-after-ms": "soon", "retry-after": "9"}, 9.0),
        ({"retry-after": "-1"}, None),
        ({"retry-after": "nan"}, None),
        ({"retry-after": "inf"}, None),
        ({"retry-after": "86400"}, LONGEST),
        ({"retry-after": "86401"}, None),
        ({"retry-after": http_date(NOW + timedelta(seconds=30))}, 30.0),
        ({"retry-after": http_date(NOW - timedelta(days=3))}, 0.0),
        ({"retry-after": http_date(NOW + timedelta(days=3))}, None),
        ({"retry-after": "Wed, 99 Foo 2030"}, None),
        ({"retry-after": "Wed, 01 May 2030 12:00:05"}, 5.0),
    ],
)
def test_headers(headers: dict[str, str], seconds: float | None) -> None:
    assert retry_after(headers, NOW) == seconds


def test_a_wrong_clock_does_no_harm() -> None:
    theirs = NOW + timedelta(hours=7)
    headers = {"date": http_date(theirs), "retry-after": http_date(theirs + timedelta(seconds=4))}
    assert retry_after(headers, NOW) == 4.0


@given(st.dictionaries(st.sampled_from(["retry-after", "retry-after-ms", "date"]), st.text()))
def test_any_text_is_survived(headers: dict[str, str]) -> None:
    wait = retry_after(headers, NOW)
    assert wait is None or 0 <= wait <= LONGEST


@given(st.floats(), st.sampled_from(["retry-after", "retry-after-ms"]))
def test_any_number_is_none_or_sensible(value: float, name: str) -> None:
    wait = retry_after({name: repr(value)}, NOW)
    assert wait is None or 0 <= wait <= LONGEST
