"""What the attempts of a call cost: unknown once one may have been billed and did not say so."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from xpert_studio.judge.pricing import Price, cost_of
from xpert_studio.judge.providers.base import ChatReply, ChatRequest, Provider, ProviderError
from xpert_studio.records import Usage


@dataclass(frozen=True, slots=True)
class Charge:
    """What one attempt took.

    Attributes:
        usage: Its tokens; None of them is unknown.
        cost: In the currency of the price list; None is unknown.
    """

    usage: Usage
    cost: float | None


_NOTHING: Final = Charge(Usage(input_tokens=0, cached_tokens=0, output_tokens=0), 0.0)


class Bill:
    """Sends the attempts of one call and adds up their cost.

    Args:
        price: The model's price; None is unknown.

    Attributes:
        attempts: Requests sent so far.
        cost: Of all of them; None as soon as the cost of one is unknown.
        last: What the last one took.
    """

    def __init__(self, price: Price | None) -> None:
        self._price = price
        self.attempts = 0
        self.cost: float | None = 0.0
        self.last = _NOTHING

    async def ask(self, provider: Provider, request: ChatRequest) -> ChatReply:
        """Sends one request. One that is cancelled counts as of unknown cost.

        Raises:
            ProviderError: The call failed.
        """
        usage = Usage()
        is_free = False
        try:
            reply = await provider.ask(request)
            usage = reply.usage
            return reply
        except ProviderError as error:
            is_free = not error.may_be_billed
            raise
        finally:
            self._add(_NOTHING if is_free else Charge(usage, cost_of(usage, self._price, calls=1)))

    def _add(self, charge: Charge) -> None:
        self.attempts += 1
        self.last = charge
        if self.cost is not None:
            self.cost = None if charge.cost is None else self.cost + charge.cost
