"""Reads datasets of Argilla."""

from xpert_studio.api import Pack

PACK = Pack(
    id="argilla",
    title="Argilla",
    order=170,
    imports={"argilla": "incoming:ARGILLA"},
)
