"""Attack baselines in the window: a judge decides them, and the way to what they score."""

from __future__ import annotations

from typing import Final

from xpert_studio.core.records import Role
from xpert_studio.core.wording import mark
from xpert_studio.desktop.pages import PageEntry
from xpert_studio.desktop.pages.base import Page
from xpert_studio.desktop.shell import Shell


def _attack(shell: Shell) -> Page:
    from xpert_studio.packs.attacks.page_attack import AttackPage

    return AttackPage(shell)


ATTACK: Final = PageEntry(
    "attack", mark("Attack baselines"), "triangle-alert", part="", roles=frozenset({Role.LEAD}),
    under="runs", tab=mark("Attack baselines"), after="runs", made_by=_attack,
)  # fmt: skip
