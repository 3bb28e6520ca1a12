"""Xpert Studio: expert judgment turned into benchmarks that can be trusted."""

from importlib import import_module
from pathlib import Path
from typing import Any

__version__ = "0.1.0"


def open(path: str | Path, as_: str = "") -> Any:  # noqa: A001, ANN401 - for notebooks
    """Opens a project, read-only, as a ``Notebook`` of ``xpert_studio.cli.notebook``.

    Args:
        path: The project file.
        as_: The id of the person who reads.
    """
    return import_module("xpert_studio.cli.notebook").Notebook(path, as_)
