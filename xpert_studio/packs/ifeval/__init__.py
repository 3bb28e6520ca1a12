"""Reads and writes prompts with instructions as IFEval's, and reads responses to them."""

from xpert_studio.api import Pack

PACK = Pack(
    id="ifeval",
    title="IFEval",
    order=150,
    needs=("checks",),
    imports={"ifeval": "incoming:IFEVAL", "ifeval-responses": "incoming:IFEVAL_RESPONSES"},
    exports={"ifeval": "exporting:FORMAT"},
)
