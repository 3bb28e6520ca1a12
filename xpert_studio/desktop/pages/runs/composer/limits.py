"""The limits of a run: what it may use up, and how fast it may go."""

from __future__ import annotations

from typing import Any, Final

from xpert_studio.core.judge.budget import Limits
from xpert_studio.core.judge.request import ScoreRequest
from xpert_studio.core.records import RunTerms
from xpert_studio.core.wording import mark
from xpert_studio.desktop.widgets import form_inputs as inputs
from xpert_studio.desktop.widgets.asked_fields import fields_for
from xpert_studio.desktop.widgets.form import Values

_BUDGET: Final = ("money", "calls", "tokens")
_PACE: Final = (
    "concurrency",
    "requests_per_minute",
    "tokens_per_minute",
    "timeout",
    "max_retries",
)
LIMITS: Final = (
    *fields_for(
        RunTerms,
        *_BUDGET,
        money={"name": mark("Budget (USD)")},
        calls={"name": mark("Calls at most")},
        tokens={"name": mark("Tokens at most")},
    ),
    *fields_for(
        ScoreRequest,
        "batch",
        batch={"kind": inputs.check(mark("Post the calls and return; answers come within a day"))},
    ),
    *fields_for(RunTerms, *_PACE, "cluster"),
)


def limits_entered(values: Values) -> dict[str, Any]:
    """The limits as a request takes them."""
    budget = Limits(**{name: values[name] for name in _BUDGET})
    others = {name: values[name] for name in ("batch", *_PACE)}
    return {"limits": budget, "cluster": values["cluster"] or None} | others


def limits_of(request: ScoreRequest) -> dict[str, Any]:
    """The limits of a request as the form shows them."""
    return {
        one.key: getattr(request.limits if one.key in _BUDGET else request, one.key)
        for one in LIMITS
    }
