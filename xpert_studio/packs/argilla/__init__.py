"""Reads datasets of Argilla."""

from xpert_studio.core.packs import Pack

PACK = Pack(
    id="argilla",
    title="Argilla",
    order=170,
    imports={"argilla": "incoming:ARGILLA"},
)
