"""The limits of a run: what it may use up, and how fast it may go."""

from __future__ import annotations

from typing import Any, Final

from xpert_studio.core.judge.budget import Limits
from xpert_studio.core.judge.request import ScoreRequest
from xpert_studio.core.wording import mark
from xpert_studio.desktop.widgets import form_inputs as inputs
from xpert_studio.desktop.widgets.form import FormField, Values

_NO_LIMIT: Final = mark("no limit")
LIMITS: Final = (
    FormField(
        key="money", title=mark("Cost"), name=mark("Budget (USD)"), unit=mark("US dollars"),
        kind=inputs.number(0, 1e9, digits=6, empty=_NO_LIMIT),
        help=mark("The run stops before it could spend more. Needs a known price."),
    ),
    FormField(
        key="calls", title=mark("Calls"), name=mark("Calls at most"),
        kind=inputs.number(0, 10**9, empty=_NO_LIMIT),
    ),
    FormField(
        key="tokens", title=mark("Tokens"), name=mark("Tokens at most"),
        kind=inputs.number(0, 2**31 - 1, empty=_NO_LIMIT),
    ),
    FormField(
        key="concurrency", title=mark("Max concurrent calls"), kind=inputs.number(1, 1024),
        help=mark("Fewer where the provider slows down."),
    ),
    FormField(
        key="requests_per_minute", title=mark("Requests a minute"), more=True,
        kind=inputs.number(0.1, 1e9, digits=3, empty=_NO_LIMIT),
    ),
    FormField(
        key="tokens_per_minute", title=mark("Tokens a minute"), more=True,
        kind=inputs.number(1, 1e12, digits=3, empty=_NO_LIMIT),
    ),
    FormField(
        key="timeout", title=mark("Time for a call"), name=mark("Timeout (s)"), more=True,
        unit=mark("seconds"), kind=inputs.number(0.1, 1e6, digits=3, empty="600"),
    ),
    FormField(
        key="max_retries", title=mark("Tries"), name=mark("Retries"), more=True,
        kind=inputs.number(0, 20), help=mark("After a call that failed; 0 is none."),
    ),
)  # fmt: skip
_BUDGET: Final = ("money", "calls", "tokens")


def limits_entered(values: Values) -> dict[str, Any]:
    """The limits as a request takes them."""
    budget = Limits(**{name: values[name] for name in _BUDGET})
    pace = {name: value for name, value in values.items() if name not in _BUDGET}
    return {"limits": budget} | pace | {"timeout": values["timeout"] or 600.0}


def limits_of(request: ScoreRequest) -> dict[str, Any]:
    """The limits of a request as the form shows them."""
    return {
        one.key: getattr(request.limits if one.key in _BUDGET else request, one.key)
        for one in LIMITS
    }
