"""Reads and writes tasks with rubrics as HealthBench's, and reads its meta-evaluation."""

from xpert_studio.api import Pack

PACK = Pack(
    id="healthbench",
    title="HealthBench",
    order=130,
    needs=("cases",),
    imports={"healthbench": "incoming:HEALTHBENCH", "healthbench-meta": "incoming:META_EVALUATION"},
    exports={"healthbench": "exporting:FORMAT"},
)
