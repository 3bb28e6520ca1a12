"""Runners of code that responses hold, for checks: each in a sandbox.

- A ``Runner`` runs a ``Program`` until it is ``Completed``; what it cannot run is a
  ``CannotCheckError`` of a ``Message`` and a remedy.
"""

from xpert_studio.core.instruments.deciding import CannotCheckError, Completed, Program, Runner
from xpert_studio.core.messages import Message

__all__ = ["CannotCheckError", "Completed", "Message", "Program", "Runner"]
