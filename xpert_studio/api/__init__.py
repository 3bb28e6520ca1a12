"""The public door: what a pack is made with. Other modules may change at any time.

A manifest imports this module alone, which is light; what it brings imports the modules beside it:
``instruments``, ``checks``, ``rules``, ``figures``, ``sections``, ``charts``, ``providers``,
``judges``, ``drafters``, ``readers``, ``runners``, ``probes``, ``formats``, ``commands``, ``pages``
and ``records``.
"""

from xpert_studio.core.messages import Message
from xpert_studio.core.packs import Offer, Pack
from xpert_studio.core.wording import mark

__all__ = ["Message", "Offer", "Pack", "mark"]
