"""Drafters of rubrics without a model.

- A ``Drafter`` makes of a ``Task``, by the ``Policies`` of the project, each
  ``SuggestedCheckpoint`` with its ``Tier`` and the ``SourcePart`` that it was drawn from.
"""

from xpert_studio.core.generation.suggested import Drafter, SuggestedCheckpoint
from xpert_studio.core.records import Policies, SourcePart, Task, Tier

__all__ = ["Drafter", "Policies", "SourcePart", "SuggestedCheckpoint", "Task", "Tier"]
