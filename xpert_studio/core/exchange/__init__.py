"""Bundles, tables and the files of other tools, in and out.

Everything from outside is hostile until validated.
"""

from xpert_studio.core.exchange.bundle_export import export_bundle
from xpert_studio.core.exchange.bundle_import import import_bundle
from xpert_studio.core.exchange.problems import ImportReport
from xpert_studio.core.exchange.recognition import import_any
from xpert_studio.core.exchange.table_export import export_table

__all__ = [
    "ImportReport",
    "export_bundle",
    "export_table",
    "import_any",
    "import_bundle",
]
