"""Runners of code that responses hold, for checks: each in a sandbox."""

from xpert_studio.core.instruments.deciding import CannotCheckError, Completed, Program, Runner
from xpert_studio.core.messages import Message

__all__ = ["CannotCheckError", "Completed", "Message", "Program", "Runner"]
