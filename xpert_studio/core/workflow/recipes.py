"""Scoring recipes by name: those that are shipped, and those in files.

Recipes that are shipped are in ``resources/recipes.json``; others are files of the same form.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

from pydantic import ValidationError

from xpert_studio.core.errors import NotFoundError, UsageError, first_fault
from xpert_studio.core.messages import Message, joined
from xpert_studio.core.names import Names
from xpert_studio.core.records import Recipe
from xpert_studio.core.resources import resource_json

MAX_BYTES: Final = 1024 * 1024


@cache
def recipes() -> Mapping[str, Recipe]:
    """The shipped recipes by name; the first is the usual one."""
    found = (Recipe.model_validate(item, strict=False) for item in resource_json("recipes.json"))
    return {recipe.name: recipe for recipe in found}


@cache
def recipe_names() -> Names[str]:
    """The names of the shipped recipes."""
    return Names("recipe", {name: recipe.title for name, recipe in recipes().items()})


def recipe_named(name: str) -> Recipe:
    """A shipped recipe by its name, or the one in a file.

    Args:
        name: A name in any language, or the path of a JSON file.

    Raises:
        NotFoundError: There is neither.
        UsageError: The file cannot be read, or holds no recipe; names the key.
    """
    shipped = recipe_names().find(name)
    if shipped is not None:
        return recipes()[shipped]
    path = Path(name)
    if not path.is_file():
        raise NotFoundError(
            Message("There is no recipe {name}.", name=name),
            remedy=Message(
                "Name a JSON file, or one of: {known}.",
                known=joined(map(recipe_names().message, recipes())),
            ),
        )
    try:
        if path.stat().st_size > MAX_BYTES:
            raise UsageError(
                Message("{path} is larger than 1 MB.", path=path), remedy="Name a recipe's file."
            )
        return Recipe.model_validate_json(path.read_bytes(), strict=False)
    except ValidationError as error:
        place, first = first_fault(error)
        place = place or Message("the file")
        cause = first.get("ctx", {}).get("error")
        problem = cause.args[0] if isinstance(cause, ValueError) and cause.args else first["msg"]
    except OSError as error:
        place, problem = Message("the file"), error.strerror or type(error).__name__
    raise UsageError(
        Message("{path}, {place}: {problem}.", path=path, place=place, problem=problem),
        remedy="Correct it; docs/figures.md shows the form of a recipe.",
    )
