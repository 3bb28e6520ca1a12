"""Nothing is left of many renders one after the other: no process, no file, no memory."""

from __future__ import annotations

import tempfile

from tests.packs.web_pages.browsers import need_browser
from tests.packs.web_pages.many_renders import render_many
from tests.sampling import many

MOST_GROWTH = 64.0
"""MB: less than the pictures of all files would take."""


def test_nothing_is_left_of_many_renders(tmp_path, monkeypatch):
    need_browser()
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    count = many(20, by_night=200)
    found = render_many(count)
    assert sum(found.files.values()) >= 0.9 * count
    assert found.pictures > count
    assert found.failures == []
    assert found.processes == []
    assert found.folders == []
    assert found.growth < MOST_GROWTH
