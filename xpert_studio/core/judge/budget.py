"""A run's budget: money, calls, tokens. Nothing is sent that could overdraw it."""

from __future__ import annotations

from dataclasses import dataclass

from xpert_studio.core.errors import XpertError
from xpert_studio.core.messages import Message
from xpert_studio.core.records import Usage
from xpert_studio.core.records.runs import Calls, Money, Tokens


class OutOfBudgetError(XpertError):
    """The next call could overdraw the budget."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What a run may use up; None is no limit. Money is in the currency of the price list."""

    money: Money = None
    calls: Calls = None
    tokens: Tokens = None


@dataclass(frozen=True, slots=True)
class Need:
    """What one call is expected to take."""

    tokens: int
    money: float


class Budget:
    """Keeps count. Used from one thread."""

    def __init__(
        self, limits: Limits, *, money: float = 0.0, calls: int = 0, tokens: int = 0
    ) -> None:
        self.limits = limits
        self.money = money
        self.calls = calls
        self.tokens = tokens
        self._held_money = 0.0
        self._held_calls = 0
        self._held_tokens = 0

    def hold(self, need: Need) -> None:
        """Sets aside what a call may take.

        Raises:
            OutOfBudgetError: It could be more than what is left.
        """
        limits = self.limits
        if limits.calls is not None and self.calls + self._held_calls + 1 > limits.calls:
            raise OutOfBudgetError(
                Message("The budget of {calls} calls is used up.", calls=limits.calls)
            )
        if (
            limits.tokens is not None
            and self.tokens + self._held_tokens + need.tokens > limits.tokens
        ):
            raise OutOfBudgetError(
                Message("The budget of {tokens:,} tokens is nearly used up.", tokens=limits.tokens)
            )
        if limits.money is not None and self.money + self._held_money + need.money > limits.money:
            raise OutOfBudgetError(
                Message("The budget of {money:g} is nearly used up.", money=limits.money)
            )
        self._held_calls += 1
        self._held_tokens += need.tokens
        self._held_money += need.money

    def settle(self, need: Need, usage: Usage, cost: float | None) -> None:
        """Replaces what was set aside by what the call took.

        Args:
            need: As held before.
            usage: The tokens it took; where they are unknown, what was expected counts.
            cost: The price of it; where it is unknown, what was expected counts.
        """
        self._held_calls -= 1
        self._held_tokens -= need.tokens
        self._held_money -= need.money
        self.calls += 1
        known = usage.input_tokens is not None and usage.output_tokens is not None
        used = (usage.input_tokens or 0) + (usage.output_tokens or 0)
        self.tokens += used if known else need.tokens
        self.money += need.money if cost is None else cost
