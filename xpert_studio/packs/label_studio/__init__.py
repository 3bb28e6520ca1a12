"""Reads exports of Label Studio."""

from xpert_studio.api import Pack

PACK = Pack(
    id="label_studio",
    title="Label Studio",
    order=180,
    needs=("argilla",),
    imports={"label-studio": "incoming:LABEL_STUDIO"},
)
