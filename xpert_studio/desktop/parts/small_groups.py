"""Which groups rest on few tasks, in the words of the window."""

from __future__ import annotations

from dataclasses import replace

from xpert_studio.desktop.wording import number, t
from xpert_studio.report.small_groups import SmallGroups


def in_words(small: SmallGroups) -> SmallGroups:
    """The same groups; the legend of their sign in the language of the window."""
    return replace(small, words=t("† fewer than {n} tasks", n=number(small.fewest)))
