"""Parts of the window whose modules are imported when somebody goes there first."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from xpert_studio.desktop.shell import Shell


def make_part(module: str, kind: str, shell: Shell) -> Any:
    """Makes a page, panel or section.

    Args:
        module: Where its class is, below ``pages``: ``home.page``, ``results.pair``.
        kind: What its class ends in: ``Page`` for ``HomePage``, ``Section`` for ``PairSection``.
        shell: What it is made for.
    """
    name = module.removesuffix(f".{kind.lower()}").rpartition(".")[2]
    found = import_module(f"xpert_studio.desktop.pages.{module}")
    return getattr(found, f"{name.title()}{kind}")(shell)
