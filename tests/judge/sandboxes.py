"""What tests that run code need: a sandbox, and programs to run in it."""

from __future__ import annotations

import os

import pytest

from xpert_studio.core.instruments.deciding import Completed, Program
from xpert_studio.packs.code.sandbox import run, why_not


def need_sandbox() -> None:
    """Skips where there is no sandbox; fails where there must be, as in CI."""
    why = why_not()
    if why is None:
        return
    reason = f"{why.message} {why.remedy}"
    if os.environ.get("XPERT_STUDIO_NEEDS_TOOLS"):
        pytest.fail(reason)
    pytest.skip(reason)


def need_node() -> None:
    """Skips where the system has no Node.js."""
    if (why := why_not("javascript")) is not None:
        pytest.skip(why.message)


def python(code: str | bytes, *, stdin: bytes = b"", seconds: int = 2) -> Completed:
    """Runs a Python program."""
    data = code if isinstance(code, bytes) else code.encode()
    return run(Program("python", "main.py", {"main.py": data}, stdin, seconds=seconds))
