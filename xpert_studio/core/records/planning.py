"""What a project is made of by plan: categories under domains, and how many tasks are wanted."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from xpert_studio.core.names import folded
from xpert_studio.core.records.base import NonBlank, Record, Text

Wanted = Annotated[int, Field(ge=1, le=1_000_000)]


class Category(Record):
    """A category of a project's vocabulary.

    Attributes:
        name: As tasks hold it.
        domain: The domain that it is under; empty for any.
        chinese: What it is called in Chinese; empty for its name.
    """

    name: NonBlank
    domain: Text = ""
    chinese: Text = ""

    def title(self, language: str) -> str:
        """What it is called in a language."""
        return self.chinese if self.chinese and language.startswith("zh") else self.name

    def is_called(self, text: str) -> bool:
        """Whether a text names it, in either language; case, width and joints do not count."""
        return folded(text) in {folded(one) for one in (self.name, self.chinese) if one}

    def holds(self, domain: str | None) -> bool:
        """Whether tasks of a domain may be of it."""
        return not self.domain or self.domain == (domain or "")


class Goal(Record):
    """What a project wants of a domain, or of a category in it.

    Attributes:
        category: Empty for the whole domain.
        tasks: How many; None where that is not said.
        competency: Which ability its tasks try above all; empty where that is not said.
    """

    domain: Text = ""
    category: Text = ""
    tasks: Wanted | None = None
    competency: Text = ""
