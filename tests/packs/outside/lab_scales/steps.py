"""A step: a click on an action of the lab's section notes what it plans."""

from collections.abc import Sequence

from lab_scales.sightings import Plan
from xpert_studio.api.commands import Step, t
from xpert_studio.api.records import CommandContext, Written, put_records


def _plan(ctx: CommandContext, arguments: Sequence[str]) -> str:
    put_records(ctx, "lab_scales", "plan", [Written(Plan(text=arguments[0]))])
    return t("The lab plans: {what}.", what=arguments[0])


PLAN_IT = Step("lab_plan", _plan)
