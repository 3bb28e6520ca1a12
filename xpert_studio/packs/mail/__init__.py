"""Reads attached e-mails."""

from xpert_studio.core.packs import Pack
from xpert_studio.core.wording import mark

PACK = Pack(
    id="mail",
    title=mark("E-mails"),
    order=86,
    needs=("web_pages",),
    readers={
        "message/rfc822": "reader:read",
    },
)
