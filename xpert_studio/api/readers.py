"""Readers of attached files, which run in a process with limits: what files hold is hostile."""

from xpert_studio.core.documents.document import Findings, GapReason, NotReadError, Reader
from xpert_studio.core.messages import Message

__all__ = ["Findings", "GapReason", "Message", "NotReadError", "Reader"]
