"""What an export would hold, told before anything is written."""

from xpert_studio.core.exchange.preview.forecast import (
    ExportPreview,
)
from xpert_studio.core.exchange.preview.previewing import preview_bundle, preview_foreign

__all__ = [
    "ExportPreview",
    "preview_bundle",
    "preview_foreign",
]
