"""What decides an ask: a language model behind a provider, or the embedded judge.

The run engine hands out asks and records what comes back; how it is decided is the backend's.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from xpert_studio.core.store.calls import Finished, SharedPrompt


@dataclass(frozen=True, slots=True)
class DecidedCall:
    """What came of an ask.

    Attributes:
        finished: Calls it took, with the verdicts each gave.
        prefixes: The shared prompts used, by hash.
        unreachable: The call failed for want of a connection.
        stop: Why the whole run must stop, or empty: the ask's checkpoints stay unasked.
        out_of_budget: The budget did not allow what was still to be asked.
        is_part: More is to come of the same ask.
    """

    finished: tuple[Finished, ...] = ()
    prefixes: Mapping[str, SharedPrompt] | None = None
    unreachable: bool = False
    stop: str = ""
    out_of_budget: bool = False
    is_part: bool = False


Keep = Callable[[DecidedCall], Awaitable[None]]
"""Takes calls that are finished before the rest of their ask is; returns once they are on disk."""


class Ask(Protocol):
    """What an engine hands to its backend: a ``JudgeCall``, or what else that decides."""

    @property
    def prefix_id(self) -> tuple[str, str, int]:
        """Same for all that share the part of the prompt before the candidate."""
        ...


class Backend(Protocol):
    """Decides asks, many at a time."""

    @property
    def warms_up(self) -> bool:
        """Whether the first ask of a prefix should finish before its others start."""
        ...

    async def decide(self, ask: Any, keep: Keep) -> DecidedCall:  # noqa: ANN401 - each has its own kind
        """Decides an ask. Never raises for what a provider or model does.

        Args:
            ask: What is to be decided.
            keep: Awaited with the calls so far before another one is sent for the same ask.

        Returns:
            The calls that were not handed to ``keep``.
        """
        ...

    async def close(self) -> None:
        """Releases what it holds."""
        ...
