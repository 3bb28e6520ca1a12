"""The public door: what a pack is made with. Other modules may change at any time.

A manifest (``Pack``, ``Offer``) imports this module alone, which is light; what it brings imports
the modules beside it, one for each kind of entry, as ``docs/packs.md`` lists them. Texts that a
person sees are a ``Message``, or are passed to ``t`` where they are shown (``mark``).
"""

from xpert_studio.core.messages import Message
from xpert_studio.core.pack_manifest import Offer, Pack
from xpert_studio.core.wording import mark

__all__ = ["Message", "Offer", "Pack", "mark"]
