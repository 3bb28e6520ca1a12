"""The letters of a page as text in reading order.

Letters on one baseline that stand beside each other are a stretch; stretches stand in columns, in
cells of tables, above and below a fraction's bar; of each part lines are made from top to bottom.
"""

from __future__ import annotations

from xpert_studio.core.documents.pdf_columns import in_columns
from xpert_studio.core.documents.pdf_formulas import with_fractions, with_limits
from xpert_studio.core.documents.pdf_lines import Struck, joined, lines_of
from xpert_studio.core.documents.pdf_page import PageContent
from xpert_studio.core.documents.pdf_rows import with_open_tables
from xpert_studio.core.documents.pdf_stretches import stretches_of
from xpert_studio.core.documents.pdf_tables import with_tables


def page_text(content: PageContent) -> str:
    """The text of a page."""
    parts = with_limits(with_fractions(list(stretches_of(content.glyphs)), content.level))
    struck = Struck(content.level)
    groups = in_columns(with_tables(parts, content, struck), 0)
    return joined(
        [line for group in groups for line in lines_of(with_open_tables(group, struck), struck)]
    )
