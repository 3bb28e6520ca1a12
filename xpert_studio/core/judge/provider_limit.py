"""How fast a provider lets a run ask, told from which of its calls it refuses.

A refusal now and then says nothing about the pace. When refusals come close together the provider
limits: the pace is cut by the share that it refuses. From then on each refusal tells where the
limit is: the pace falls a little below it, comes back to it, stays there for a while, and tries
more, ever bolder, as long as nothing is refused. So a limit that rises is found as well.

Refusals are told from chance by Page's cumulative sum (Biometrika 41, 1954); the way back is the
cubic curve of RFC 9438, over accepted calls in place of seconds.
"""

from __future__ import annotations

import math
from collections import deque
from typing import Final, NamedTuple


class _Test(NamedTuple):
    """What a refused and an accepted call add to the evidence of a limit, and when it is enough."""

    refused: float
    accepted: float
    enough: float


def _test(limited: float, enough: float, chance: float = 0.01) -> _Test:
    """A test of a share of refused calls against one that comes by chance."""
    return _Test(math.log(limited / chance), math.log((1 - limited) / (1 - chance)), enough)


_FIRST: Final = _test(0.2, 7.0)
"""While no limit has shown: enough are three refusals in 11 calls, or four in 25."""
_FURTHER: Final = _test(0.4, 10.0)
"""Later: three in 5, four in 13; small cuts see to what is less."""

_SHARE_CUT: Final = 0.8
"""How much of the refused share is cut: a few calls make it look larger than it is."""
_SMALL_CUT: Final = 0.93
_CLOSED_CUT: Final = 0.3
_IN_A_ROW: Final = 6
"""So many refusals without one accepted call between them: nothing goes through at all."""
_LONGEST_HOLD: Final = 60.0

_CALLS_BACK: Final = 225
"""Accepted calls in which the cubic curve goes from nothing to where it was cut."""
_PATIENCE: Final = 1.8
"""Where the limit stays where it was, the curve is so much longer: each cycle costs a refusal."""
_BELOW: Final = 0.985
"""So far the curve then stays below where it was cut: calls that leave late leave together."""
_ANOTHER: Final = 0.2
"""So much more than before without a refusal means another limit, which is looked for boldly."""
_CALLS_TO_DOUBLE: Final = 25
"""Accepted calls in which the pace doubles while it is only known that all was too much."""

_IN_VAIN: Final = 5
_CALLS_IN_VAIN: Final = 80
"""More small cuts in a row than these, over so many calls, have not ended the refusals: these are
not about the pace. Their share is by chance then, and only many more are a sign."""
_MOST_BY_CHANCE: Final = 0.25

_REMEMBERED: Final = 64


class ProviderLimit:
    """Follows the limit of one provider. Knows no clock: it is told the time, in seconds.

    Attributes:
        rate: Calls a second to send at most; None while no limit has shown.
        held_until: Before then nothing should be sent.
        seconds: How long an accepted call takes, about; 0 before the first.
    """

    def __init__(self) -> None:
        self.rate: float | None = None
        self.held_until = 0.0
        self.seconds = 0.0
        self._sent_at: deque[float] = deque(maxlen=_REMEMBERED)
        self._sent = 0
        self._cut_at = -math.inf
        self._evidence = 0.0
        self._run_sent = self._run_refused = self._refused_at = 0
        self._in_a_row = self._closings = 0
        self._top = 0.0
        self._calls_back = 0.0
        self._stretch = 1.0
        self._seeks = False
        self._calls_since_cut = 0
        self._calls = 0
        self._in_vain: list[tuple[int, float]] = []
        self._test = _FIRST
        self._heeds_single = True

    def sends(self, now: float) -> None:
        """Tells that a call is sent."""
        self._sent_at.append(now)
        self._sent += 1

    def accepted(self, sent: float, now: float, *, paced: bool) -> None:
        """Tells that a call was accepted.

        Args:
            sent: When it was sent.
            now: The time.
            paced: Whether calls wait for ``rate``: only then more of it would help.
        """
        self.seconds += (now - sent - self.seconds) / (10 if self.seconds else 1)
        self._in_a_row = self._closings = 0
        if sent < self._cut_at:
            return
        self._calls += 1
        if self.rate is not None and paced:
            self._calls_since_cut += 1
            self._raise()

    def refused(self, sent: float, now: float, wait: float) -> None:
        """Tells that a call was refused for its pace.

        Args:
            sent: When it was sent.
            now: The time.
            wait: Seconds after which the provider may take it.
        """
        # What was sent before the last cut says nothing about the pace since.
        if sent < self._cut_at:
            return
        self._weigh()
        self._in_a_row += 1
        if self._in_a_row >= _IN_A_ROW:
            self._close(now, wait)
        elif self._closings:
            return  # that nothing goes through says nothing more about the pace
        elif self._evidence >= self._test.enough:
            self._cut_by_share(now)
        elif self.rate is not None and self._heeds_single:
            self._cut_a_little(now)

    def _weigh(self) -> None:
        """Adds a refusal to the evidence, after all that was sent since the last one.

        What is on its way counts as accepted, since refusals come back sooner than answers.
        """
        between = max(0, self._sent - self._refused_at - 1)
        self._evidence = max(0.0, self._evidence + between * self._test.accepted)
        if not self._evidence:
            self._run_sent, self._run_refused = self._sent - 1, 0
        self._evidence += self._test.refused
        self._run_refused += 1
        self._refused_at = self._sent

    def _close(self, now: float, wait: float) -> None:
        """Waits as long as the provider wants, and twice as long each time nothing has changed."""
        self.held_until = now + min(wait * 2**self._closings, max(wait, _LONGEST_HOLD))
        if not self._closings and (self.rate is None or self._calls_since_cut):
            self._cut(now, _CLOSED_CUT)
        self._seeks = True
        self._closings += 1
        self._in_a_row = 0
        self._cut_at = now

    def _cut_by_share(self, now: float) -> None:
        share = self._run_refused / max(self._sent - self._run_sent, self._run_refused)
        self._cut(now, 1 - _SHARE_CUT * share)
        self._evidence = 0.0
        self._in_vain, self._heeds_single, self._test = [], True, _FURTHER

    def _cut_a_little(self, now: float) -> None:
        if self._calls_since_cut < self._calls_back / 2:
            self._in_vain.append((self._calls, self._top))
            since, top = self._in_vain[0]
            if len(self._in_vain) > _IN_VAIN and self._calls - since >= _CALLS_IN_VAIN:
                share = min(len(self._in_vain) / (self._calls - since), _MOST_BY_CHANCE)
                self._test = _test(0.4, 10.0, share)
                self._in_vain, self._heeds_single, self._top = [], False, top
                self._evidence = 0.0
                return
        self._cut(now, _SMALL_CUT)

    def _cut(self, now: float, factor: float) -> None:
        top = self.rate or self._sent_a_second(now)
        if factor < _SMALL_CUT or top > (1 + _ANOTHER) * self._top:
            self._stretch = 1.0
        elif self._calls_since_cut >= self._calls_back / 2:
            self._stretch = _PATIENCE
            top *= _BELOW
        self._top, self.rate = top, top * factor
        if self._test is _FIRST:
            self._test = _FURTHER
        self._calls_back = _CALLS_BACK * self._stretch * (1 - factor) ** (1 / 3)
        self._calls_since_cut = 0
        self._seeks = False
        self._cut_at = now

    def _sent_a_second(self, now: float) -> float:
        return len(self._sent_at) / max(now - self._sent_at[0], 0.01)

    def _raise(self) -> None:
        if self._seeks and self.rate:
            self.rate *= 2 ** (1 / _CALLS_TO_DOUBLE)
            return
        beyond = (self._calls_since_cut - self._calls_back) / _CALLS_BACK / self._stretch
        if beyond > 0:
            self._in_vain = []
        self._seeks = beyond**3 > _ANOTHER
        self.rate = self._top * (1 + beyond**3)
