"""What a dimension of the rubric means: in the project's own words, or as published."""

from __future__ import annotations

from functools import cache

from xpert_studio.records import Taxonomy
from xpert_studio.resources import resource_json


def description_of(taxonomy: Taxonomy, name: str, language: str = "en") -> str:
    """The description of a dimension: the project's own, else the published one, else empty.

    It is one line, whatever a bundle or submission brought.

    Args:
        taxonomy: The project's vocabulary.
        name: The dimension.
        language: ``en``, or ``zh`` with or without a region; a published description is in it. The
            project's own is as the project wrote it.
    """
    own = " ".join(taxonomy.descriptions.get(name, "").split())
    return own or _published("zh" if language.startswith("zh") else "en").get(name, "")


@cache
def _published(language: str) -> dict[str, str]:
    listed = resource_json("taxonomy.json")["dimensions"]
    return {item["name"]: item["description"][language] for item in listed}
