"""How a pack carries out runs, such as by batches, in place of sending one call at a time."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import TYPE_CHECKING, Protocol

from xpert_studio.core.errors import UsageError
from xpert_studio.core.judge.pricing import Price
from xpert_studio.core.judge.request import ScoreRequest
from xpert_studio.core.messages import Message
from xpert_studio.core.packs import find
from xpert_studio.core.records import Run
from xpert_studio.core.store import ProjectFile

if TYPE_CHECKING:
    from xpert_studio.core.judge.engine import RunEngine, RunProgress
    from xpert_studio.core.judge.estimating import Estimate
    from xpert_studio.core.judge.prepared import Prepared


class Carrier(Protocol):
    """Carries out runs in its own way, such as by batches.

    Attributes:
        id: The pack's name for it.
    """

    id: str

    def price_of(self, request: ScoreRequest) -> Price | None:
        """What a model costs so; None is unknown.

        Raises:
            UsageError: Its provider cannot be asked so.
        """
        ...

    def seconds(self, request: ScoreRequest) -> float:
        """How long answers take at most."""
        ...

    def notices(self, request: ScoreRequest, estimate: Estimate) -> tuple[Message, ...]:
        """What a person should know of a run before anything is sent, besides its cost."""
        ...

    def score(
        self,
        project: ProjectFile,
        prepared: Prepared,
        *,
        clock: Callable[[], datetime],
        on_progress: Callable[[RunProgress], None],
        on_start: Callable[[RunEngine], None],
    ) -> Run:
        """Carries a run out as far as it comes now; see ``scoring.score``."""
        ...


def batch_carrier() -> Carrier:
    """What carries runs in batches.

    Raises:
        UsageError: No pack does.
    """
    found: Carrier | None = find("carriers", "batch")
    if found is None:
        raise UsageError("Nothing installed posts batches.", remedy="Leave out --batch.")
    return found
