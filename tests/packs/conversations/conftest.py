"""A project into which files are imported, and the program at the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import xpert
from tests.exchange.conftest import project

__all__ = ["project", "xpert"]

SAMPLE = Path(__file__).resolve().parents[3] / "sample_projects" / "conversations" / "refund.json"


@pytest.fixture
def refund(xpert, tmp_path):
    """A solo project with the sample's task."""
    file = tmp_path / "shop.xpert"
    assert xpert("new", file, "--solo", "--as", "wei", "--your-name", "Wei").code == 0
    assert xpert("import", file, SAMPLE).code == 0
    return file


@pytest.fixture
def lines(tmp_path):
    """Writes objects one a line, or one object."""

    def write(name: str, *rows) -> Path:
        path = tmp_path / name
        whole = name.endswith(".json")
        texts = [json.dumps(row, ensure_ascii=False) for row in rows]
        path.write_text(texts[0] if whole else "\n".join(texts) + "\n", encoding="utf-8")
        return path

    return write
