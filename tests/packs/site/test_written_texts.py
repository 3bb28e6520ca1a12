"""Markdown of tasks and responses becomes a safe part of HTML, whatever is in it."""

from __future__ import annotations

from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.sampling import examples
from xpert_studio.packs.site.written_texts import as_html

ALLOWED = {
    "p", "br", "hr", "h4", "h5", "h6", "ul", "ol", "li", "strong", "em", "code", "pre",
    "blockquote", "table", "thead", "tbody", "tr", "th", "td",
}  # fmt: skip
PARTS = (
    "<script>", "</div>", "<img src=x onerror=bad()>", "[a](javascript:bad())", "![a](http://x)",
    "<http://x>", "**a**", "# a", "| a |", "|-|", "`", "```", "\n", "\n\n", "    ", "- ", "1. ",
    "&lt;b&gt;", '"', "[a]: http://x", "[a]", "style=", "> ",
)  # fmt: skip


class Tags(HTMLParser):
    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict]] = []
        self.feed(html)

    def handle_starttag(self, tag, attrs):
        self.found.append((tag, dict(attrs)))


@given(st.lists(st.sampled_from(PARTS) | st.text(max_size=8), max_size=12).map("".join))
@examples(150)
def test_only_what_is_safe_is_made(text):
    for tag, given_to in Tags(as_html(text)).found:
        assert tag in ALLOWED
        assert given_to.keys() <= {"class", "start", "style"}
        assert given_to.get("style", "text-align:left") in {
            f"text-align:{side}" for side in ("left", "right", "center")
        }


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("### Rule", "<h6>Rule</h6>"),
        ("**Short answer.** Yes\nNo", "<p><strong>Short answer.</strong> Yes<br>\nNo</p>"),
        ("1 < 2 & <b>x</b>", "<p>1 &lt; 2 &amp; &lt;b&gt;x&lt;/b&gt;</p>"),
        ("[a](http://x)", "<p>[a](http://x)</p>"),
    ],
)
def test_form_is_kept(text, html):
    assert as_html(text).strip().replace("<br />", "<br>") == html
