"""Renderers of attached files: their pages, or a web page on the screen, as pictures.

- A ``Renderer`` gives a ``Rendering``: each ``Picture``, and each ``Gap`` with its ``GapReason``,
  or a ``Message`` why there is none.
"""

from xpert_studio.core.documents.document import Gap, GapReason
from xpert_studio.core.documents.rendering import Picture, Renderer, Rendering
from xpert_studio.core.messages import Message

__all__ = ["Gap", "GapReason", "Message", "Picture", "Renderer", "Rendering"]
