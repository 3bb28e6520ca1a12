"""Shows exactly what a judge would be asked, before anything is sent."""

from __future__ import annotations

from typing import Final

from xpert_studio.judge.assembly import shared_part
from xpert_studio.judge.planning import Plan
from xpert_studio.judge.prompt import candidate_suffix
from xpert_studio.judge.work import Ask
from xpert_studio.records import JudgeSettings

SAMPLE_CODE: Final = "(a random code, new for every call)"


def preview_prompt(plan: Plan, ask: Ask) -> dict[str, str]:
    """The prompt of one ask.

    Returns:
        ``system`` and ``prefix``, which a provider's cache may serve, and ``suffix``.
    """
    settings = plan.judge.settings or JudgeSettings()
    templates, prefix = shared_part(ask, settings, plan.policy)
    asked = [point.id for point in ask.asked]
    suffix = candidate_suffix(templates, ask.response.text, asked, SAMPLE_CODE)
    return {"system": templates.system, "prefix": prefix, "suffix": suffix}
