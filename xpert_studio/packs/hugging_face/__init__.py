"""Exports a benchmark as a dataset of Hugging Face, with a card."""

from xpert_studio.core.packs import Pack

PACK = Pack(
    id="hugging_face",
    title="Hugging Face datasets",
    order=160,
    exports={"hugging-face": "exporting:FORMAT"},
)
