"""Runs code of responses, cut off from this computer: only inside bubblewrap, or not at all."""

from xpert_studio.packs.code.sandbox.running import run, why_not

__all__ = ["run", "why_not"]
