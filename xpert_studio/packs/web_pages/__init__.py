"""Reads attached web pages as a browser shows them."""

from xpert_studio.core.packs import Pack
from xpert_studio.core.wording import mark

PACK = Pack(
    id="web_pages",
    title=mark("Web pages"),
    order=84,
    needs=("office",),
    readers={
        "text/html": "reader:read",
    },
)
