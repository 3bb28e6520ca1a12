"""Scores of a judge that experts' labels correct, and what to label next."""

from xpert_studio.core.packs import Pack
from xpert_studio.core.wording import mark

PACK = Pack(
    id="correction",
    title=mark("Corrected scores"),
    order=60,
    sections={"corrected-scores": "section_scores:CORRECTED_SCORES"},
    board_columns={"corrected": "section_column:CORRECTED"},
    records={"inclusion": "records:INCLUSION"},
)
