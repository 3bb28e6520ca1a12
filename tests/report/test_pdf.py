"""The report on paper: the same words as on the screen, whatever they are, and equal bytes."""

from __future__ import annotations

import io
import re
from dataclasses import replace
from datetime import UTC, datetime
from html.parser import HTMLParser

from pypdf import PdfReader

from tests.report.test_reports import judged, page_of
from xpert_studio.report.blocks import (
    CaseBlock,
    CaseQuote,
    CaseSide,
    Column,
    Fact,
    Figure,
    Heading,
    Listing,
    Note,
    Page,
    Row,
    SectionBlocks,
    Settings,
    Table,
    Text,
)
from xpert_studio.report.charts import Dots, Estimate
from xpert_studio.report.html import render_html
from xpert_studio.report.pdf import NO_FONT, render_pdf
from xpert_studio.report.writing import write_report

NOW = datetime(2026, 3, 1, 12, 30, 15, 999, tzinfo=UTC)
MARKUP = (
    "#panic()", "$x^2$", "*strong*", "_emph_", "`code`", "@reference", "<label>", "\\backslash",
    "// comment", "/* comment */", "= heading", "- item", "[link](x)", "~", '"quoted"', "{x}",
    "#set page(width: 1pt)", "'", "http://example.test/#frag",
)  # fmt: skip


class Words(HTMLParser):
    """The words of an HTML page, without style and charts."""

    def __init__(self) -> None:
        super().__init__()
        self.words: list[str] = []
        self.skipped = 0

    def handle_starttag(self, tag, attrs):
        self.skipped += tag in {"style", "svg", "nav"}

    def handle_endtag(self, tag):
        self.skipped -= tag in {"style", "svg", "nav"}

    def handle_data(self, data):
        if not self.skipped:
            self.words += data.split()


def text_of(data: bytes) -> str:
    """All that can be read, without spaces and the breaks that are put into long words."""
    pages = [page.extract_text() for page in PdfReader(io.BytesIO(data)).pages]
    return re.sub(r"[\s\u200b]", "", "".join(pages))


def bare(text: str) -> str:
    return re.sub(r"[\s\u200b]", "", text)


def page_with(*blocks, **values) -> Page:
    whole = Page(
        title="Title", subtitle="Subtitle", summary=("Summary.",), facts=(Fact("tasks", "2"),),
        sections=(SectionBlocks("one", "First section", blocks),), footer="Footer.", made_at=NOW,
    )  # fmt: skip
    return replace(whole, **values)


def printed(*blocks, **values) -> str:
    return text_of(render_pdf(page_with(*blocks, **values))[0])


def test_the_pdf_says_what_the_html_says(tmp_path):
    with judged(tmp_path / "p.xpert") as project:
        page = page_of(project)
    write_report(page, tmp_path / "r.pdf")
    text = text_of((tmp_path / "r.pdf").read_bytes())
    reader = Words()
    reader.feed(render_html(page))
    missing = [word for word in reader.words if bare(word) not in text]
    assert not missing
    assert len(reader.words) > 500


def test_no_text_is_markup_wherever_it_stands():
    chart = Dots([Estimate(text, 0.5) for text in MARKUP], axis="x", description="#d")
    for text in MARKUP:
        shown = printed(
            Text(text), Note(text), Heading(text), Listing((text,)),
            Table((Column(text), Column(text, "0.0%")), (Row((text, 0.5)),), text, shaded=True),
            Figure(chart, text), Settings(((text, text),), text),
            CaseBlock(text, text, (CaseSide(text, word=text, tone="good", rationale=text, quotes=(CaseQuote(text, False),)),)),
            title=text, subtitle=text, summary=(text,), facts=(Fact(text, text),), footer=text,
        )  # fmt: skip
        # Everywhere once, heads of sections and of pages besides.
        assert shown.count(bare(text)) >= 19, text


def test_other_scripts_long_words_and_what_is_no_character():
    hostile = (
        "中文评分标准：通知期限为三十天。", "שלום עולם", "مرحبا", "emoji 😀 end", "W" * 3000,
        "bell\x07 nul\x00 bidi\u202egnp.exe lone\ud800 end\ufffe", "e\u0301\u0302\u0303 combining",
    )  # fmt: skip
    data, _ = render_pdf(page_with(*(Text(text) for text in hostile), title=hostile[4]))
    text = text_of(data)
    assert text.count("W") >= 3000
    assert "bell\ufffdnul\ufffdbidi\ufffdgnp.exelone\ufffdend\ufffd" in text.replace("□", "\ufffd")
    widths = {float(page.mediabox.width) for page in PdfReader(io.BytesIO(data)).pages}
    assert {round(width) for width in widths} == {595}


def test_what_is_too_long_to_be_read_is_cut_and_says_so():
    text = printed(Text("word " * 200_000), Table((Column("a"),), (Row(("x" * 5000,)),)))
    assert "(994,000morecharacters)" in text
    assert "(4,840morecharacters)" in text


def test_equal_reports_are_equal_bytes_and_the_time_is_the_reports(tmp_path):
    with judged(tmp_path / "p.xpert") as project:
        page = replace(page_of(project), made_at=NOW)
    first, second = render_pdf(page), render_pdf(page)
    assert first == second
    later = render_pdf(replace(page, made_at=datetime(2027, 1, 1, tzinfo=UTC)))
    assert later != first
    facts = PdfReader(io.BytesIO(first[0])).metadata
    assert facts is not None
    assert facts.title == "Test"
    assert facts.creation_date == NOW.replace(microsecond=0)
    assert (facts.author or "").startswith("Xpert Studio")


def test_it_has_bookmarks_tags_and_names_for_charts():
    chart = Dots([Estimate("a", 0.5)], axis="x", description='Scores of "all" & more')
    data, _ = render_pdf(page_with(Heading("Inside"), Figure(chart, "Caption")))
    reader = PdfReader(io.BytesIO(data))
    titles = [item.title for item in reader.outline if not isinstance(item, list)]
    assert titles == ["First section"]
    inner = next(item for item in reader.outline if isinstance(item, list))
    assert [item.title for item in inner] == ["Inside"]
    assert reader.trailer["/Root"]["/MarkInfo"]["/Marked"]
    assert reader.trailer["/Root"]["/Lang"] == "en"
    assert b"pdfuaid" in reader.trailer["/Root"]["/Metadata"].get_object().get_data()


def test_a_long_table_goes_on_under_its_heads_and_a_wide_one_beside_its_names():
    rows = tuple(Row((f"system-{number}", number / 200)) for number in range(200))
    data, _ = render_pdf(page_with(Table((Column("Systems here"), Column("Score", "0.0%")), rows)))
    pages = [bare(page.extract_text()) for page in PdfReader(io.BytesIO(data)).pages]
    with_rows = [page for page in pages if "system-" in page]
    assert len(with_rows) > 3
    assert all("Systemshere" in page and "Score" in page for page in with_rows)
    wide = Table(
        (Column("System"), *(Column(f"Measure{number}", "0.0%") for number in range(25))),
        (Row(("only-one", *(number / 100 for number in range(25)))),),
        "Everything",
    )
    text = printed(wide)
    assert text.count("only-one") == 3
    assert all(f"Everything({part}of3)" in text for part in (1, 2, 3))
    assert all(f"Measure{number}" in text for number in range(25))


def test_a_character_that_no_font_has_is_said_and_stops_nothing(tmp_path):
    data, is_whole = render_pdf(page_with(Text("private \U0010fffd use")))
    assert not is_whole
    assert "private" in text_of(data)
    assert write_report(page_with(Text("plain")), tmp_path / "a.pdf") == ()
    assert write_report(page_with(Text("\U0010fffd")), tmp_path / "b.pdf") == (NO_FONT,)
