"""How fast a provider lets a run ask, told from which of its calls it refuses.

A refusal now and then says nothing about the pace. When refusals come close together the provider
limits: the pace is cut by the share that it refuses. From then on each refusal tells where the
limit is: the pace falls a little below it, comes back to it, stays there for a while, and tries
more, ever bolder, as long as nothing is refused. So a limit that rises is found as well.

Refusals that follow each other before the pace had time to work are one episode. What was taken
from one episode to the next is what the provider allows, whether it fills a bucket, counts within
a minute or counts calls under way; the pace does not fall far below that. In a window that is used
up all calls are refused, however few they are: then a run waits, and its pace stays.

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
_SMALL_CUT: Final = 0.9
_CLOSED_CUT: Final = 0.3
_LEAST: Final = 0.85
"""So much of what was taken since the last episode stays at least."""
_LEAST_FIRST: Final = 0.35
"""In the first episode: until then nothing was limited, and too much was sent."""
_ENOUGH: Final = 30
"""Calls that have to be taken between two episodes to tell what is allowed."""
_IN_A_ROW: Final = 6
"""So many refusals without one accepted call between them: nothing goes through at all."""
_LONGEST_HOLD: Final = 60.0

_CALLS_BACK: Final = 225
"""Accepted calls in which the cubic curve goes from nothing to where it was cut."""
_CALLS_A_REFUSAL: Final = 150
"""The curve is longer by so many calls for each refusal of an episode, since each cycle has one."""
_LONGEST: Final = 16.0
"""At most so many times as long."""
_BELOW: Final = 0.985
"""So far the curve then stays below where it was cut: calls that leave late leave together."""
_ANOTHER: Final = 0.2
"""So much more than before without a refusal means another limit, which is looked for boldly."""
_CALLS_TO_DOUBLE: Final = 25
"""Accepted calls in which the pace doubles while another limit is looked for."""
_AHEAD: Final = 1.3
"""The pace tries at most so much more than is really sent."""

_IN_VAIN: Final = 5
_CALLS_IN_VAIN: Final = 80
"""More small cuts in a row than these, over so many calls, have not ended the refusals: these are
not about the pace. Their share is by chance then, and only many more are a sign."""
_MOST_BY_CHANCE: Final = 0.25
"""A larger share of refused calls counts as more than chance."""

_REMEMBERED: Final = 64


class _Episode(NamedTuple):
    """Refusals about one cut.

    Attributes:
        begun: When it began; 0 before the first.
        taken: How many calls were taken until then.
        refused: How many were refused before it.
        flow: Calls a second that were taken since the one before; 0 where that is not known.
        least: Below that the pace does not fall.
    """

    begun: float = 0.0
    taken: int = 0
    refused: int = 0
    flow: float = 0.0
    least: float = 0.0


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
        self._sent = self._refused = 0
        self._episode = _Episode()
        self._is_settled = True
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
        self._is_settled = True
        self._calls += 1
        if self.rate is not None and paced:
            self._calls_since_cut += 1
            self._raise(now)

    def refused(self, sent: float, now: float, wait: float) -> None:
        """Tells that a call was refused for its pace.

        Args:
            sent: When it was sent.
            now: The time.
            wait: Seconds after which the provider may take it.
        """
        self._refused += 1
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
        self._closings += 1
        self._in_a_row = 0
        self._cut_at = now

    def _cut_by_share(self, now: float) -> None:
        share = self._run_refused / max(self._sent - self._run_sent, self._run_refused)
        self._cut(now, 1 - _SHARE_CUT * share)
        self._evidence = 0.0
        self._in_vain, self._heeds_single, self._test = [], True, _FURTHER

    def _cut_a_little(self, now: float) -> None:
        if self._is_settled and self._calls_since_cut < self._calls_back / self._stretch / 2:
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
        before = self.rate or self._sent_a_second(now)
        if self._is_settled:
            self._begin_episode(now)
        episode, is_small = self._episode, factor >= _SMALL_CUT
        self.rate = max(before * factor, min(before, episode.least))
        if self.rate < before:
            self._cut_at = now
        self._top = max(before, episode.flow) * (_BELOW if is_small else 1.0)
        refusals = self._refused - episode.refused if is_small else 0
        self._stretch = min(max(1.0, refusals * _CALLS_A_REFUSAL / _CALLS_BACK), _LONGEST)
        gap = max(0.0, 1 - self.rate / self._top)
        self._calls_back = _CALLS_BACK * self._stretch * gap ** (1 / 3)
        self._calls_since_cut = 0
        self._seeks = False
        if self._test is _FIRST:
            self._test = _FURTHER

    def _begin_episode(self, now: float) -> None:
        """Begins an episode; it ends when a call that was sent after its last cut is taken."""
        self._is_settled = False
        last, taken = self._episode, self._sent - self._refused
        if last.begun and taken - last.taken < _ENOUGH:
            self._episode = last._replace(least=last.least * _LEAST)
            return
        flow = (taken - last.taken) / max(now - (last.begun or self._sent_at[0]), 0.01)
        known, least = (flow, _LEAST) if last.begun else (0.0, _LEAST_FIRST)
        self._episode = _Episode(now, taken, self._refused - 1, known, flow * least)

    def _sent_a_second(self, now: float) -> float:
        return len(self._sent_at) / max(now - self._sent_at[0], 0.01)

    def _raise(self, now: float) -> None:
        most = _AHEAD * self._sent_a_second(now)
        if self._seeks and self.rate:
            self.rate = max(self.rate, min(most, self.rate * 2 ** (1 / _CALLS_TO_DOUBLE)))
            return
        beyond = (self._calls_since_cut - self._calls_back) / _CALLS_BACK / self._stretch
        if beyond > 0:
            self._in_vain = []
        self._seeks = beyond**3 > _ANOTHER
        wanted = self._top * (1 + beyond**3)
        self.rate = wanted if beyond < 0 else max(self._top, min(most, wanted))
