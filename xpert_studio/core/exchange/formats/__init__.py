"""The formats of other tools: a benchmark as they read it, and theirs as we read it."""

from xpert_studio.core.exchange.formats.content import read_content
from xpert_studio.core.exchange.formats.export import export_foreign
from xpert_studio.core.exchange.formats.registry import FORMATS, ForeignFormat, find_format
from xpert_studio.core.exchange.scope import ExportScope

__all__ = [
    "FORMATS",
    "ExportScope",
    "ForeignFormat",
    "export_foreign",
    "find_format",
    "read_content",
]
