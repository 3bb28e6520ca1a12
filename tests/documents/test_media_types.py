"""What a file is, by its content."""

from __future__ import annotations

import pytest

from xpert_studio.core.documents import media_type_of

HTML = "text/html"


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("<!doctype html><p>x", HTML),
        ("  <html lang='en'>", HTML),
        ('<?xml version="1.0"?>\n<!-- a --><!-- b -->\n<html>', HTML),
        ("<!-- a <!doctype html> --><p>x", "text/plain"),
        ("<!-- open <html>", "text/plain"),
        ("<htmlx>", "text/plain"),
        ("<?xml?><note>", "text/plain"),
        ("<!---->" * 500 + "<html>", HTML),
        ("<!---->" * 3000, "text/plain"),  # an expression that tries each would not end
        ("<!--" * 1000, "text/plain"),
    ],
)
def test_a_page_is_told_after_declaration_and_comments(text, kind):
    assert media_type_of(text.encode()) == kind
