"""The letters of a page as text in reading order.

Letters on one baseline that stand beside each other are a stretch; stretches stand in columns, in
cells of tables, above and below a fraction's bar; of each part lines are made from top to bottom.
"""

from __future__ import annotations

from xpert_studio.packs.pdf.columns import in_columns
from xpert_studio.packs.pdf.formulas import with_fractions, with_limits
from xpert_studio.packs.pdf.lines import Struck, joined, lines_of
from xpert_studio.packs.pdf.page import PageContent
from xpert_studio.packs.pdf.rows import with_open_tables
from xpert_studio.packs.pdf.stretches import stretches_of
from xpert_studio.packs.pdf.tables import with_tables


def page_text(content: PageContent) -> str:
    """The text of a page."""
    parts = with_limits(with_fractions(list(stretches_of(content.glyphs)), content.level))
    struck = Struck(content.level)
    groups = in_columns(with_tables(parts, content, struck), 0)
    return joined(
        [line for group in groups for line in lines_of(with_open_tables(group, struck), struck)]
    )
