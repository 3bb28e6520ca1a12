"""Reads attached Jupyter notebooks."""

from xpert_studio.api import Pack, mark

PACK = Pack(
    id="notebooks",
    title=mark("Notebooks"),
    order=88,
    needs=("web_pages",),
    readers={
        "application/x-ipynb+json": "reader:read",
    },
)
