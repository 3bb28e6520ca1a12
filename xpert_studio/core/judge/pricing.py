"""What models cost: a price list as data, the user's own entries before the shipped ones.

The attempts of a call are added up here, too.

An unknown price, or a token count that a provider did not give, makes a cost unknown. Unknown is
None and never zero.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Annotated, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from xpert_studio.core.errors import XpertError, first_fault
from xpert_studio.core.judge.providers.base import ChatReply, ChatRequest, Provider, ProviderError
from xpert_studio.core.judge.providers.registry import LOCAL
from xpert_studio.core.messages import Message
from xpert_studio.core.records import Usage
from xpert_studio.core.resources import resource_path

VARIABLE: Final = "XPERT_STUDIO_PRICES"
"""A price list of your own, in place of ``prices.json`` in the configuration folder."""

_SNAPSHOT: Final = re.compile(r"-(\d{4}-\d{2}-\d{2}|\d{8})$")
_MILLION: Final = 1_000_000

Amount = Annotated[float, Field(ge=0, allow_inf_nan=False)]
Factor = Annotated[float, Field(gt=0, allow_inf_nan=False)]
_CONFIG: Final = ConfigDict(frozen=True, extra="forbid", strict=True)


class LongInput(BaseModel):
    """Calls with more input than ``above`` tokens cost this many times as much, as a whole."""

    model_config = _CONFIG

    above: Annotated[int, Field(gt=0)]
    input_factor: Factor
    output_factor: Factor


class Price(BaseModel):
    """Prices of one model, per million tokens.

    Attributes:
        provider: As in ``openai:MODEL``.
        model: Its exact name; dated snapshots of it cost the same unless they are listed.
        input: Of input that no cache had.
        cached_input: Of input read from a cache; None where that costs like any other.
        cache_write: Of input written to a cache; None where that costs like any other.
        output: Of output, reasoning included.
        long_input: How much more calls with long input cost, where they do.
    """

    model_config = _CONFIG

    provider: Annotated[str, Field(min_length=1)]
    model: Annotated[str, Field(min_length=1)]
    input: Amount
    cached_input: Amount | None = None
    cache_write: Amount | None = None
    output: Amount
    long_input: LongInput | None = None

    def times(self, factor: float) -> Price:
        """So many times the prices."""
        own = ("input", "cached_input", "cache_write", "output")
        found = {name: getattr(self, name) for name in own}
        return self.model_copy(update={name: one and one * factor for name, one in found.items()})


class PriceList(BaseModel):
    """Prices as of a day, in one currency."""

    model_config = _CONFIG

    currency: Literal["USD"] = "USD"
    as_of: date | None = None
    note: str = ""
    models: tuple[Price, ...]

    @model_validator(mode="after")
    def _listed_once(self) -> PriceList:
        names = Counter(f"{price.provider}:{price.model}" for price in self.models)
        for name, times in names.items():
            if times > 1:
                raise ValueError(Message("{name} is listed {times} times", name=name, times=times))
        return self


def override_path() -> Path:
    """The file in which the user's own prices go, whether it exists or not."""
    named = os.environ.get(VARIABLE, "").strip()
    if named:
        return Path(named).expanduser()
    from platformdirs import user_config_path

    return user_config_path("xpert-studio") / "prices.json"


def load_prices(*, is_public: bool = False) -> PriceList:
    """The price list in force: the shipped one with the user's entries before it.

    Args:
        is_public: Without the user's entries, which may be private.

    Raises:
        XpertError: The user's file cannot be read or is not a price list.
    """
    shipped = _read(resource_path("prices.json"))
    path = override_path()
    if is_public or not (path.exists() or os.environ.get(VARIABLE, "").strip()):
        return shipped
    own = _read(path)
    replaced = {(price.provider, price.model) for price in own.models}
    kept = (price for price in shipped.models if (price.provider, price.model) not in replaced)
    return shipped.model_copy(
        update={
            "models": (*own.models, *kept),
            "as_of": own.as_of or shipped.as_of,
            "note": own.note or shipped.note,
        }
    )


def price_of(provider: str, model: str, *, is_public: bool = False) -> Price | None:
    """A model's price, or None where it is not known.

    A dated snapshot (``gpt-5-mini-2025-08-07``, ``claude-opus-4-5-20251101``) costs what the
    model of that name costs, unless it is listed itself. ``is_public`` as of ``load_prices``.

    Raises:
        XpertError: The user's price list is broken.
    """
    if provider in LOCAL:  # it runs here and asks no model
        return Price(provider=provider, model=model or provider, input=0.0, output=0.0)
    known = load_prices(is_public=is_public).models
    listed = {(price.provider, price.model): price for price in known}
    exact = listed.get((provider, model))
    return exact or listed.get((provider, _SNAPSHOT.sub("", model)))


def price_of_system(name: str, *, is_public: bool = False) -> Price | None:
    """The price of a system by its name: ``PROVIDER:MODEL``, or a model that is listed once.

    ``is_public`` as of ``load_prices``.

    Raises:
        XpertError: The user's price list is broken.
    """
    provider, colon, model = name.partition(":")
    if colon and (found := price_of(provider, model, is_public=is_public)):
        return found
    for wanted in (name, _SNAPSHOT.sub("", name)):
        known = load_prices(is_public=is_public).models
        listed = [price for price in known if price.model == wanted]
        if listed:
            return listed[0] if len(listed) == 1 else None
    return None


def cost_of(usage: Usage, price: Price | None, *, calls: int | None = None) -> float | None:
    """What tokens cost, or None where the price or a count that matters is unknown.

    Args:
        usage: The tokens of one call, or of several together.
        price: The model's price.
        calls: How many calls they are; tells which of them count as long. None leaves prices for
            long input out of account.
    """
    if price is None:
        return None
    counts = _by_kind(usage, price)
    if counts is None:
        return None
    fresh, cached, written, output = counts
    spent_in = (
        fresh * price.input
        + cached * _or_input(price.cached_input, price)
        + written * _or_input(price.cache_write, price)
    )
    spent_out = output * price.output
    long = price.long_input
    if long is not None and calls and (fresh + cached + written) / calls > long.above:
        spent_in *= long.input_factor
        spent_out *= long.output_factor
    return (spent_in + spent_out) / _MILLION


def total_of(amounts: Iterable[float | None]) -> float | None:
    """The sum of amounts of money or time; None where one is unknown."""
    total: float = 0
    for amount in amounts:
        if amount is None:
            return None
        total += amount
    return total


def _by_kind(usage: Usage, price: Price) -> tuple[int, int, int, int] | None:
    """Tokens by what they cost: fresh, cached and written input, and output."""
    if price.input == price.output == 0:
        return 0, 0, 0, 0
    if usage.input_tokens is None or usage.output_tokens is None:
        return None
    if usage.cached_tokens is None and price.cached_input not in {None, price.input}:
        return None
    # Providers that charge for writing to a cache report it; where nothing is reported, nothing
    # was written.
    cached, written = usage.cached_tokens or 0, usage.cache_write_tokens or 0
    fresh = usage.input_tokens - cached - written
    return (fresh, cached, written, usage.output_tokens) if fresh >= 0 else None


def _or_input(amount: float | None, price: Price) -> float:
    return price.input if amount is None else amount


def _read(path: Path) -> PriceList:
    try:
        return PriceList.model_validate_json(path.read_text(encoding="utf-8-sig"))
    except ValidationError as error:
        place, first = first_fault(error)
        problem = f"{place}: {first['msg']}" if place else first["msg"]
    except UnicodeDecodeError:
        problem = Message("it is not UTF-8 text")
    except OSError as error:
        problem = error.strerror or type(error).__name__
    raise XpertError(
        Message("The price list {path} cannot be used: {problem}.", path=path, problem=problem),
        remedy="Correct the file, or move it away to use the built-in prices.",
    )


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
