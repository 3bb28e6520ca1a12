"""Kinds of checks: pure functions that decide a checkpoint; packs bring them as ``checks``."""

from typing import Final

from xpert_studio.core.packs import Registry
from xpert_studio.packs.checks.kinds.kind import CheckKind

KINDS: Final[Registry[CheckKind]] = Registry("checks")
"""By id."""
