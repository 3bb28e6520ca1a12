"""The post of the lab: calls are sent one by one, at night and for less."""

from typing import Any

from xpert_studio.api.carriers import (
    Carrier,
    Estimate,
    Message,
    Prepared,
    Price,
    Run,
    ScoreRequest,
    price_of,
    score,
)


class _Night:
    id = "lab-night"

    def price_of(self, request: ScoreRequest) -> Price | None:
        """A tenth less."""
        price = price_of(request.provider, request.model)
        return None if price is None else price.times(0.9)

    def seconds(self, request: ScoreRequest) -> float:
        """Until the morning."""
        return 12 * 3600.0

    def notices(self, request: ScoreRequest, estimate: Estimate) -> tuple[Message, ...]:
        """When it is done."""
        return (Message("Answered by the morning."),)

    def score(self, project: Any, prepared: Prepared, **how: Any) -> Run:
        """As any other run."""
        return score(project, prepared, **how)


NIGHT: Carrier = _Night()
