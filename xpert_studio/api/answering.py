"""How a command answers tasks of a kind."""

from xpert_studio.core.generation.commanded import Answering, Commanded
from xpert_studio.core.records import Task
from xpert_studio.core.workflow import CommandContext, NewResponse

__all__ = ["Answering", "CommandContext", "Commanded", "NewResponse", "Task"]
