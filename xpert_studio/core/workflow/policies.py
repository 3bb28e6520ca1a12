"""What a project says of itself (name, licence, how to cite it), and its rules: a lead's to set.

What a dimension means is said in the project's own words, or as published.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Annotated, Final, TypedDict

from pydantic import ValidationError
from typing_extensions import Unpack

from xpert_studio.core.errors import UsageError, first_fault
from xpert_studio.core.fields import Asks
from xpert_studio.core.messages import Message
from xpert_studio.core.names import LISTS
from xpert_studio.core.records import (
    AbstentionRule,
    GradingPolicy,
    Mode,
    Policies,
    Recipe,
    Role,
    Taxonomy,
    Tier,
)
from xpert_studio.core.resources import resource_json
from xpert_studio.core.wording import mark
from xpert_studio.core.workflow import rights
from xpert_studio.core.workflow.apart import keep_examined
from xpert_studio.core.workflow.command_context import UnitOfWork
from xpert_studio.core.workflow.commands import command
from xpert_studio.core.workflow.line_rules import known_dimension
from xpert_studio.core.workflow.triage import need_reason

LONGEST_NAME = 200
LONGEST_CITATION = 4000


class Description(TypedDict, total=False):
    """What is said; fields that are left out stay as they are, empty ones are taken back."""

    name: Annotated[str, Asks("The name of the project.", '"Law"', title=mark("Name"))]
    licence: Annotated[
        str,
        Asks(
            "Of its bundles, best an SPDX name such as CC-BY-4.0; '' for none.",
            "CC-BY-4.0",
            title=mark("Licence"),
            hint=mark("Without one, recipients of a public bundle may not use it."),
        ),
    ]
    citation: Annotated[
        str,
        Asks(
            "How to cite it, as text or BibTeX, or @FILE; '' for none.",
            "@c.bib",
            is_text=True,
            title=mark("How to cite it"),
            hint=mark("Text or BibTeX; where it is empty, one is made of name and year."),
        ),
    ]


@command(
    "project.describe",
    "Describe project",
    done="described the project",
    line="describe",
    by=(Role.LEAD,),
)
def describe_project(unit: UnitOfWork, **fields: Unpack[Description]) -> None:
    """Set the name, licence and citation of a project.

    Args:
        unit: By a lead.
        fields: ``licence`` is best an SPDX name, such as CC-BY-4.0; ``citation`` is free text, or
            BibTeX.

    Raises:
        UsageError: The name is empty, or a text is longer than anybody would read.
    """
    wanted = {key: value.strip() if isinstance(value, str) else "" for key, value in fields.items()}
    if wanted.get("name") == "":
        raise UsageError("A project needs a name.", remedy="Say in a few words what it is.")
    check_length(Message("name"), wanted.get("name", ""), LONGEST_NAME)
    check_length(Message("licence's name"), wanted.get("licence", ""), LONGEST_NAME)
    check_length(Message("citation"), wanted.get("citation", ""), LONGEST_CITATION)
    after = unit.info.model_copy(update={key: value or None for key, value in wanted.items()})
    changed = [key for key in wanted if getattr(unit.info, key) != getattr(after, key)]
    unit.put(after)
    unit.tell(
        before=", ".join(f"{key}: {getattr(unit.info, key) or '–'}" for key in changed) or None,
        after=", ".join(f"{key}: {getattr(after, key) or '–'}" for key in changed) or None,
    )


def check_length(what: str, text: str, longest: int) -> None:
    """Refuses a text that is too long.

    Raises:
        UsageError: It has more characters than the longest may have.
    """
    if len(text) > longest:
        raise UsageError(
            Message(
                "The {what} has {text:,} characters; at most {longest:,} are shown anywhere.",
                what=what,
                text=len(text),
                longest=longest,
            ),
            remedy="Make it shorter.",
        )


LONGEST_DESCRIPTION: Final = 400
_COUNT: Final = (1, 9999)


class PolicyFields(TypedDict, total=False):
    """The limits of a project; fields that are left out stay as they are."""

    mode: Annotated[
        Mode,
        Asks(
            "Solo: people decide on their own work too, which is marked.",
            "team",
            title=mark("Who decides on whose work"),
        ),
    ]
    max_tasks_per_expert: Annotated[
        int,
        Asks(
            "Tasks an author.",
            "3",
            "max_tasks",
            within=_COUNT,
            title=mark("Tasks for each expert"),
            hint=mark("How many tasks one author may have in the project."),
        ),
    ]
    min_checkpoints: Annotated[
        int,
        Asks(
            "Checkpoints a rubric needs.", "15", within=_COUNT, title=mark("Checkpoints at least")
        ),
    ]
    max_checkpoints: Annotated[
        int,
        Asks(
            "Checkpoints a rubric may have.",
            "40",
            within=_COUNT,
            title=mark("Checkpoints at most"),
            hint=mark("For fewer or more, the author gives a reason that reviewers see."),
        ),
    ]
    triagers_needed: Annotated[
        int,
        Asks(
            "People who have to accept a brief.",
            "2",
            "triagers",
            within=_COUNT,
            title=mark("Triage"),
            hint=mark("How many leads and senior experts accept a brief before its rubric begins."),
        ),
    ]
    reviewers_needed: Annotated[
        int,
        Asks(
            "Reviewers a rubric needs.",
            "2",
            "reviewers",
            within=_COUNT,
            title=mark("Reviewers"),
            hint=mark("How many colleagues approve a rubric before it counts as approved."),
        ),
    ]
    spot_check_share: Annotated[
        float,
        Asks(
            "Share spot-checked, 0 to 1.",
            "0.3",
            "spot_checks",
            within=(0, 1),
            title=mark("Spot checks"),
            unit="%",
            hint=mark(
                "The share of approved rubrics that senior experts spot-check; sampled at random."
            ),
        ),
    ]
    qualification_required: Annotated[
        bool,
        Asks(
            "Whether people have to be qualified first.",
            name="qualification",
            title=mark("Qualification"),
            hint=mark("Only people who have passed it take part."),
        ),
    ]
    fewest_tasks: Annotated[
        int,
        Asks(
            "Figures of groups on fewer tasks are marked.",
            "5",
            within=_COUNT,
            title=mark("Small groups"),
            hint=mark("Figures of a domain, tier or other group on fewer tasks are marked with †."),
        ),
    ]
    minimum_tasks: Annotated[
        int,
        Asks(
            "Groups on fewer tasks have no figure on leaderboards.",
            "3",
            within=_COUNT,
            title=mark("Minimum of tasks"),
            hint=mark("A domain, tier or other group on fewer tasks shows only their number."),
        ),
    ]
    default_weights: dict[Tier, int]
    compared_with: Annotated[
        int, Asks("Other responses that experts compare each one with; 0: all.", "4")
    ]
    abstentions: Annotated[
        AbstentionRule,
        Asks(
            "Whether raters may abstain from a checkpoint, and how scores count it then.",
            "left-out",
            title=mark("Abstentions"),
            hint=mark(
                "Experts and judges may say that they cannot assess a checkpoint, "
                "or that it does not apply."
            ),
        ),
    ]


@command(
    "project.set_policies",
    "Set policies",
    done="set the policies",
    line="people policy",
    by=(Role.LEAD,),
)
def set_policies(unit: UnitOfWork, **fields: Unpack[PolicyFields]) -> None:
    """Set policies of the project.

    Raises:
        NotAllowedError: Not a lead, or they would end an examination of their own.
        UsageError: A value cannot be.
    """
    before = unit.info.policies
    try:
        after = Policies.model_validate(dict(before) | dict(fields))
    except ValidationError as error:
        field, detail = first_fault(error)
        raise UsageError(
            Message("{field}: {input!r} cannot be.", field=field, input=detail.get("input"))
        ) from error
    if after.min_checkpoints > after.max_checkpoints:
        raise UsageError(
            Message(
                "At least {min_checkpoints} and at most {max_checkpoints} checkpoints cannot "
                "both be.",
                min_checkpoints=after.min_checkpoints,
                max_checkpoints=after.max_checkpoints,
            ),
            remedy="Set both.",
        )
    keep_examined(unit, unit.person, after)
    unit.put(unit.info.model_copy(update={"policies": after}))
    changed = [name for name in fields if getattr(before, name) != getattr(after, name)]
    unit.tell(
        before=", ".join(f"{name}={_plain(before, name)}" for name in changed) or None,
        after=", ".join(f"{name}={_plain(after, name)}" for name in changed) or None,
    )


def _plain(policies: Policies, name: str) -> str:
    value = getattr(policies, name)
    return "/".join(str(value[tier]) for tier in Tier) if name == "default_weights" else str(value)


@command(
    "project.set_grading_policy",
    "Set grading policy",
    done="set the grading policy",
    line="people grading-policy",
    told="Verdicts under the old one are not reused.",
    by=(Role.LEAD,),
)
def set_grading_policy(
    unit: UnitOfWork,
    text: Annotated[str, Asks("The new text, or @FILE.", "@policy.md", is_text=True)],
    *,
    reason: Annotated[
        str, Asks("Why it changes.", '"Rounding was unclear."', title=mark("Reason"))
    ],
) -> None:
    """Set the text by which experts and judges grade, as a new version.

    Judges are asked again under the new words; experts are not, so say what changed.

    Raises:
        UsageError: No text, or no reason.
    """
    need_reason(text, "set a grading policy")
    need_reason(reason, "change the grading policy")
    before = unit.info.grading_policy
    if before.text == text:
        return
    after = GradingPolicy(version=before.version + 1, text=text)
    unit.put(unit.info.model_copy(update={"grading_policy": after}))
    unit.tell(before=f"version {before.version}", after=f"version {after.version}", reason=reason)


@command(
    "project.choose_recipe",
    "Choose recipe",
    done="chose the scoring recipe",
    line="people recipe RECIPE",
    by=(Role.LEAD,),
)
def choose_recipe(
    unit: UnitOfWork,
    recipe: Annotated[Recipe, Asks("A recipe's name, or a JSON file.", "composite")],
) -> None:
    """Choose the scoring recipe by which leaderboards, reports and bundles show systems too."""
    before = unit.info.recipe
    unit.put(unit.info.model_copy(update={"recipe": recipe}))
    unit.tell(before=before.named if before else None, after=recipe.named)


@command("project.add_dimensions", "Add dimensions", done="added dimensions")
def add_dimensions(unit: UnitOfWork, *names: str) -> None:
    """Add dimensions to the project's vocabulary; those it has are left alone."""
    extend(unit, "dimensions", names)


@command("project.add_domains", "Add domains", done="added domains")
def add_domains(unit: UnitOfWork, *names: str) -> None:
    """Add domains to the project's vocabulary; those it has are left alone."""
    extend(unit, "domains", names)


@command(
    "project.describe_dimensions",
    "Describe dimensions",
    done="described dimensions",
    by=(Role.LEAD,),
)
def describe_dimensions(unit: UnitOfWork, texts: Mapping[str, str]) -> None:
    """Describe dimensions; their published descriptions no longer hold for the project.

    Args:
        unit: By a lead.
        texts: By dimension of the project, in any case. Each becomes one line; an empty one takes
            the project's own description back.

    Raises:
        UsageError: The project has no such dimension, or a text is too long.
    """
    plain = {name: " ".join(text.replace("\x00", " ").split()) for name, text in texts.items()}
    for text in plain.values():
        check_length(Message("description"), text, LONGEST_DESCRIPTION)
    taxonomy = unit.info.taxonomy
    said = {known_dimension(unit, name): text for name, text in plain.items()}
    after = {name: text for name, text in (taxonomy.descriptions | said).items() if text}
    unit.put(
        unit.info.model_copy(
            update={"taxonomy": taxonomy.model_copy(update={"descriptions": after})}
        )
    )
    unit.tell(before=_told(taxonomy.descriptions, said), after=_told(after, said))


def _told(descriptions: Mapping[str, str], names: Iterable[str]) -> str:
    return "; ".join(f"{name}: {descriptions.get(name) or '–'}" for name in names)


def extend(unit: UnitOfWork, kind: str, names: Iterable[str]) -> None:
    """Adds ``domains`` or ``dimensions`` to the vocabulary; by a lead."""
    rights.need_role(unit.person, Role.LEAD)
    taxonomy = unit.info.taxonomy
    there = getattr(taxonomy, kind)
    known = LISTS[kind].reader(there)
    wanted = dict.fromkeys(name.strip() for name in names if name.strip())
    new = tuple(name for name in wanted if known(name) is None)
    unit.info = unit.info.model_copy(
        update={"taxonomy": taxonomy.model_copy(update={kind: (*there, *new)})}
    )
    unit.put(unit.info)
    unit.tell(after=", ".join(new) or None)


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
