"""How a command answers tasks of a kind.

- An ``Answering`` says whether a ``Task`` is of its kind, and makes a ``NewResponse`` of what was
  ``Commanded``, for a ``CommandContext``.
"""

from xpert_studio.core.generation.commanded import Answering, Commanded
from xpert_studio.core.records import Task
from xpert_studio.core.workflow import CommandContext, NewResponse

__all__ = ["Answering", "CommandContext", "Commanded", "NewResponse", "Task"]
