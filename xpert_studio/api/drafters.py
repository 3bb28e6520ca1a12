"""Drafters of rubrics without a model."""

from xpert_studio.core.generation.suggested import Drafter, SuggestedCheckpoint
from xpert_studio.core.records import Policies, SourcePart, Task, Tier

__all__ = ["Drafter", "Policies", "SourcePart", "SuggestedCheckpoint", "Task", "Tier"]
