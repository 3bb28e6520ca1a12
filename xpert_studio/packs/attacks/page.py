"""Attack baselines in the window: a judge decides them, and the way to what they score."""

from __future__ import annotations

from typing import Final

from xpert_studio.api import mark
from xpert_studio.api.changes import Role
from xpert_studio.desktop.pages import PageEntry, page_at

ATTACK: Final = PageEntry(
    "attack",
    mark("Attack baselines"),
    "triangle-alert",
    part="",
    roles=frozenset({Role.LEAD}),
    under="runs",
    tab=mark("Attack baselines"),
    after="runs",
    made_by=page_at("xpert_studio.packs.attacks.page_attack:AttackPage"),
)
