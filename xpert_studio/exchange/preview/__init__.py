"""What an export would hold, told before anything is written."""

from xpert_studio.exchange.preview.forecast import (
    AttachedFile,
    ExpectedFile,
    FieldFate,
    Finding,
    Preview,
    RowsFate,
)
from xpert_studio.exchange.preview.previewing import preview_bundle, preview_foreign

__all__ = [
    "AttachedFile",
    "ExpectedFile",
    "FieldFate",
    "Finding",
    "Preview",
    "RowsFate",
    "preview_bundle",
    "preview_foreign",
]
