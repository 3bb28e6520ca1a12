"""Exports a benchmark as a task that Inspect AI runs."""

from xpert_studio.api import Pack

PACK = Pack(
    id="inspect",
    title="Inspect AI",
    order=110,
    needs=("checks", "choice"),
    exports={"inspect-ai": "exporting:FORMAT"},
)
