"""Reads attached Jupyter notebooks."""

from xpert_studio.core.packs import Pack
from xpert_studio.core.wording import mark

PACK = Pack(
    id="notebooks",
    title=mark("Notebooks"),
    order=88,
    needs=("web_pages",),
    readers={
        "application/x-ipynb+json": "reader:read",
    },
)
