"""A run that could start, and what is known of it before anything is sent."""

from __future__ import annotations

from dataclasses import dataclass

from xpert_studio.core.judge.estimating import Estimate
from xpert_studio.core.judge.local_backend import Fitted
from xpert_studio.core.judge.material import Material
from xpert_studio.core.judge.planning import Plan, runs_code
from xpert_studio.core.judge.pricing import Price
from xpert_studio.core.judge.request import ScoreRequest
from xpert_studio.core.records import CHECKS


@dataclass(frozen=True, slots=True)
class Prepared:
    """A run that could start: nothing has been written or sent yet.

    ``seconds`` is how long it will probably take, None before the first call. ``checks`` is the run
    of the checks on the same responses, where some are not decided yet: scores need them too.
    """

    request: ScoreRequest
    plan: Plan
    material: Material
    price: Price | None
    estimate: Estimate
    seconds: float | None
    embedded: Fitted | None = None
    checks: Prepared | None = None

    @property
    def runs_code(self) -> bool:
        """Whether code of responses would be run, where that is allowed."""
        checks = self if self.request.provider == CHECKS else self.checks
        return checks is not None and runs_code(checks.plan.asks)
