"""Reads attached e-mails."""

from xpert_studio.api import Pack, mark

PACK = Pack(
    id="mail",
    title=mark("E-mails"),
    order=86,
    needs=("web_pages",),
    readers={
        "message/rfc822": "reader:read",
    },
)
