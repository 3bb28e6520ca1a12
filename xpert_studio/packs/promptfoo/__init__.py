"""Reads and writes configurations of promptfoo, and reads its results."""

from xpert_studio.api import Pack

PACK = Pack(
    id="promptfoo",
    title="promptfoo",
    order=120,
    needs=("checks",),
    imports={"promptfoo": "incoming:PROMPTFOO"},
    exports={"promptfoo": "exporting:FORMAT"},
)
