"""Reads and writes datasets of autorubric."""

from xpert_studio.api import Pack

PACK = Pack(
    id="autorubric",
    title="autorubric",
    order=140,
    needs=("healthbench",),
    imports={"autorubric": "incoming:AUTORUBRIC"},
    exports={"autorubric": "exporting:FORMAT"},
)
