"""Finds the data files of the program: prompts, prices, word lists, templates.

In a checkout they lie in ``resources/`` and ``sample_projects/`` beside the package; in an
installed wheel inside it.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any, Final

SAMPLE: Final = "four_professions"
SAMPLE_WORK: Final = "look_around"
"""Bundles of the sample project: the project, and work for those in it."""
SAMPLE_OVER_TIME: Final = "support_desk"
"""Bundle of a project with suites that were evaluated again and again."""

LOOK_AROUND: Final = {
    "author": "author-sorvik",
    "reviewer": "expert-amara",
    "expert": "expert-osei",
    "senior": "senior-okafor",
    "lead": "lead-moreau",
}
"""Of each role, a person in the sample project with pending work in that role."""
_PACKAGE = Path(__file__).resolve().parents[1]


def _folder(name: str) -> Path:
    inside = _PACKAGE / f"_{name}"
    return inside if inside.is_dir() else _PACKAGE.parent / name


def resource_path(*parts: str) -> Path:
    """Path of a data file, such as ``resource_path("prompts", "v1", "en", "system.md")``."""
    return _folder("resources").joinpath(*parts)


def sample_project_path(name: str) -> Path:
    """Folder of a sample project's bundle."""
    return _folder("sample_projects") / name


@cache
def resource_text(*parts: str) -> str:
    """A data file's text, read as UTF-8."""
    return resource_path(*parts).read_text(encoding="utf-8")


@cache
def resource_json(*parts: str) -> Any:  # noqa: ANN401 - the caller validates what it loads
    """A JSON data file, parsed; the caller validates it."""
    return json.loads(resource_text(*parts))
