"""A step: the recipe that is looked at becomes the project's."""

from __future__ import annotations

from collections.abc import Sequence

from xpert_studio.core.wording import t
from xpert_studio.core.workflow import CommandContext, choose_recipe
from xpert_studio.core.workflow.recipes import recipe_named
from xpert_studio.core.workflow.steps import Step


def _choose(ctx: CommandContext, arguments: Sequence[str]) -> str:
    recipe = recipe_named(arguments[0])
    choose_recipe(ctx, recipe)
    return t("The project is shown by the recipe {recipe} too.", recipe=recipe.named)


CHOOSE = Step("choose_recipe", _choose)
