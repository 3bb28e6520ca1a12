"""What tests that draw web pages need: a browser that can be cut off, and what to look for after."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

import pytest

from xpert_studio.packs.code.sandbox import watch
from xpert_studio.packs.web_pages.rendering import PAGE


def need_browser() -> None:
    """Skips where pages cannot be drawn; fails where they must be, as in CI."""
    why = PAGE.missing()
    if why is None:
        return
    if os.environ.get("XPERT_STUDIO_NEEDS_TOOLS"):
        pytest.fail(why)
    pytest.skip(why)


def page(body: str, head: str = "") -> bytes:
    """A page."""
    return f"<!doctype html><meta charset=utf-8>{head}<body>{body}".encode()


def left_over() -> list[str]:
    """Browsers that this process began and that live, and folders of theirs."""
    ours = [str(one) for one in watch.descendants(os.getpid())][1:]
    folders = Path(tempfile.gettempdir()).glob("xpert-page-*")
    return [*filter(is_browser, ours), *map(str, folders)]


def is_browser(process: int | str) -> bool:
    """Whether a process is a part of a browser, or of what cuts it off."""
    try:
        return b"--user-data-dir" in Path(f"/proc/{process}/cmdline").read_bytes()
    except OSError:
        return False
