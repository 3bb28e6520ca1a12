"""Probes of what a pack needs of a computer, for ``xpert-studio doctor``.

- A ``Probe`` says what for, its ``Need``, and looks: a ``Found`` has a ``State`` and a remedy.
"""

from xpert_studio.core.doctor.probe import Found, Need, Probe, State
from xpert_studio.core.messages import Message

__all__ = ["Found", "Message", "Need", "Probe", "State"]
