"""Exports a benchmark as a dataset of Hugging Face, with a card."""

from xpert_studio.api import Pack

PACK = Pack(
    id="hugging_face",
    title="Hugging Face datasets",
    order=160,
    extras=("parquet",),
    exports={"hugging-face": "exporting:FORMAT"},
)
