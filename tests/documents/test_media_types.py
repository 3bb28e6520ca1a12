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


@pytest.mark.parametrize(
    ("major", "others", "kind"),
    [
        (b"avif", (b"mif1", b"miaf"), "image/avif"),
        (b"mif1", (b"mif1", b"avif", b"miaf"), "image/avif"),
        (b"msf1", (b"iso8", b"avis", b"heic"), "image/avif"),
        (b"mif1", (b"mif1", b"heic"), "image/heic"),
        (b"heic", (b"mif1", b"avif"), "image/heic"),
        (b"mif1", (), "image/heic"),
        (b"isom", (b"avif",), "video/mp4"),
    ],
)
def test_an_image_of_any_coding_is_told_by_the_brands_it_is_compatible_with(major, others, kind):
    box = b"ftyp" + major + bytes(4) + b"".join(others)
    data = (len(box) + 4).to_bytes(4, "big") + box
    assert media_type_of(data + b"\0\0\0\x10metaavifheic") == kind
