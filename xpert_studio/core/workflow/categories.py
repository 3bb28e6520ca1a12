"""The categories of a project, what it wants of each, and names of old tasks made one."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Final

from pydantic import Field

from xpert_studio.core.errors import ConflictError, NotFoundError, UsageError
from xpert_studio.core.fields import Asks
from xpert_studio.core.messages import Message, joined
from xpert_studio.core.records import Role, Task
from xpert_studio.core.records.planning import Category, Goal
from xpert_studio.core.records.project import Taxonomy
from xpert_studio.core.records.vocabulary import DOMAINS
from xpert_studio.core.store import tasks
from xpert_studio.core.wording import mark, spoken
from xpert_studio.core.workflow.command_context import UnitOfWork
from xpert_studio.core.workflow.commands import command

LONGEST: Final = 200
Name = Annotated[str, Asks("What the category is called.", "Contracts", title=mark("Category"))]
Domain = Annotated[
    str | None, Asks("The domain that it is under; else any.", "Law", title=mark("Domain"))
]
Chinese = Annotated[
    str | None, Asks("What it is called in Chinese.", "合同", title=mark("In Chinese"))
]


@command(
    "category.define",
    "Define category",
    done="defined a category",
    line="category define NAME",
    told="Category: {category}.",
    by=(Role.LEAD,),
)
def define_category(
    unit: UnitOfWork, name: Name, *, domain: Domain = None, chinese: Chinese = None
) -> None:
    """Add a category to the project's vocabulary, or change its Chinese name.

    Raises:
        UsageError: The name is empty or too long, or the project has no such domain.
        ConflictError: Another category of the domain is called so.
    """
    under = known_domain(unit.info.taxonomy, domain)
    called = _sound(chinese or "", may_be_empty=True)
    made = Category(name=_sound(name), domain=under, chinese=called)
    known = unit.info.taxonomy.categories
    others = tuple(one for one in known if (one.name, one.domain) != (made.name, under))
    for other in others:
        is_called = other.is_called(made.name) or bool(called and other.is_called(called))
        if is_called and other.domain == under:
            raise ConflictError(
                Message("There is a category {name} already.", name=other.name),
                remedy="Give it another name, or merge the two.",
            )
    _put(unit, categories=_ordered((*others, made)))
    unit.tell(category=made.name, after=made.domain or None)


@command(
    "category.rename",
    "Rename category",
    done="renamed a category",
    line="category rename NAME NEW",
    told="Category: {old} → {new}.",
    by=(Role.LEAD,),
)
def rename_category(
    unit: UnitOfWork,
    name: Name,
    after: Annotated[
        str, Asks("What it is called from now on.", "Leases", "new", title=mark("New name"))
    ],
    *,
    domain: Domain = None,
) -> None:
    """Give a category, in the vocabulary and on all tasks that have it, another name.

    Raises:
        NotFoundError: Neither the vocabulary nor a task has it.
        ConflictError: There is a category of the new name.
    """
    after = _sound(after)
    taken = [category for category in unit.info.taxonomy.categories if category.is_called(after)]
    under = known_domain(unit.info.taxonomy, domain)
    if any(one.name != name and (not under or one.domain == under) for one in taken):
        raise ConflictError(
            Message("There is a category {name} already.", name=after),
            remedy="Merge the two instead.",
        )
    _move(unit, name, after, under, keeps=True)


@command(
    "category.merge",
    "Merge categories",
    done="merged categories",
    line="category merge NAME INTO",
    told="Category: {old} → {new}.",
    by=(Role.LEAD,),
)
def merge_categories(
    unit: UnitOfWork,
    name: Name,
    into: Annotated[
        str, Asks("A category of the vocabulary.", "Contracts", title=mark("Merge into"))
    ],
    *,
    domain: Domain = None,
) -> None:
    """Make all tasks of one category, or with a text that is none, tasks of another.

    Raises:
        NotFoundError: Neither the vocabulary nor a task has the first, or the vocabulary has not
            the second.
    """
    known = [category for category in unit.info.taxonomy.categories if category.is_called(into)]
    if not known:
        raise NotFoundError(
            Message("There is no category {name}.", name=into),
            remedy=Message(
                "Define it first. There are: {known}.",
                known=joined(category.name for category in unit.info.taxonomy.categories)
                or Message("none yet"),
            ),
        )
    _move(unit, name, known[0].name, known_domain(unit.info.taxonomy, domain), keeps=False)


@command(
    "category.remove",
    "Remove category",
    done="removed a category",
    line="category remove NAME",
    told="Category: {category}.",
    by=(Role.LEAD,),
)
def remove_category(unit: UnitOfWork, name: Name, *, domain: Domain = None) -> None:
    """Take a category out of the vocabulary; tasks that have it keep it.

    Raises:
        NotFoundError: There is none.
    """
    under = known_domain(unit.info.taxonomy, domain)
    known = unit.info.taxonomy.categories
    left = tuple(one for one in known if not _is(one, name, under))
    if len(left) == len(known):
        raise NotFoundError(Message("There is no category {name}.", name=name))
    _put(unit, categories=left)
    unit.tell(category=name)


@command(
    "category.want",
    "Set target",
    done="set a target",
    line="category target DOMAIN",
    told="Target: {domain}.",
    by=(Role.LEAD,),
)
def set_target(
    unit: UnitOfWork,
    domain: Annotated[str, Asks("One of the project's domains.", "Law", title=mark("Domain"))],
    *,
    category: Annotated[
        str | None, Asks("A category in it; else all of it.", title=mark("Category"))
    ] = None,
    number: Annotated[
        Annotated[int, Field(ge=0, le=1_000_000)] | None,
        Asks(
            "So many tasks are wanted; 0 for no target.",
            "20",
            name="tasks",
            within=(0, 1_000_000),
            title=mark("Tasks wanted"),
        ),
    ] = None,
    competency: Annotated[
        str | None,
        Asks(
            "What its tasks try above all; empty for nothing.",
            '"Juridical Reasoning"',
            title=mark("Competency"),
        ),
    ] = None,
) -> None:
    """Say how many tasks of a domain or category a project wants, and which competency they try.

    Raises:
        UsageError: The project has no such domain, or neither is said.
    """
    if number is None and competency is None:
        raise UsageError("Say how many tasks, or which competency.")
    under = known_domain(unit.info.taxonomy, domain)
    named = canonical(unit.info.taxonomy, under, category or "")
    goals = unit.info.taxonomy.goals
    before = next(
        (goal for goal in goals if (goal.domain, goal.category) == (under, named)),
        Goal(domain=under, category=named),
    )
    after = Goal(
        domain=under,
        category=named,
        tasks=before.tasks if number is None else number or None,
        competency=before.competency
        if competency is None
        else _sound(competency, may_be_empty=True),
    )
    says = after.tasks is not None or bool(after.competency)
    others = [goal for goal in goals if (goal.domain, goal.category) != (under, named)]
    ordered = sorted([*others, *([after] if says else [])], key=lambda x: (x.domain, x.category))
    _put(unit, goals=tuple(ordered))
    unit.tell(domain=under, category=named or None, before=_said(before), after=_said(after))


def canonical(taxonomy: Taxonomy, domain: str | None, text: str) -> str:
    """A category as the vocabulary writes it; a text that names none stays as it is."""
    found = (
        category
        for category in taxonomy.categories
        if category.holds(domain) and category.is_called(text)
    )
    return next((one.name for one in found), text)


def category_title(taxonomy: Taxonomy, domain: str | None, name: str, language: str) -> str:
    """What a task's category is called in a language; a text that is none stays as it is."""
    found = (
        category
        for category in taxonomy.categories
        if category.holds(domain) and category.name == name
    )
    return next((one.title(language) for one in found), name)


def is_listed(taxonomy: Taxonomy, domain: str | None, name: str) -> bool:
    """Whether a task's category is of the vocabulary."""
    return any(category.holds(domain) and category.name == name for category in taxonomy.categories)


def _move(unit: UnitOfWork, name: str, after: str, under: str, *, keeps: bool) -> None:
    """Gives all tasks of a category another, and the vocabulary its new name, or none."""
    of = [
        task
        for task in tasks.all_tasks(unit.tx)
        if task.category == name and (not under or task.domain == under)
    ]
    unit.on(None, *(f"task/{one.id}" for one in of), "categories")
    known = unit.info.taxonomy.categories
    entries = [one for one in known if _is(one, name, under)]
    if not of and not entries:
        raise NotFoundError(
            Message("Neither the vocabulary nor a task has the category {name}.", name=name)
        )
    if after == name:
        raise UsageError("A category cannot become itself.")
    kept = tuple(one for one in known if one not in entries)
    if keeps:
        kept = _ordered((*kept, *(entry.model_copy(update={"name": after}) for entry in entries)))
    _put(unit, categories=kept, goals=_goals(unit.info.taxonomy.goals, name, after, under))
    unit.put(*(Task.model_validate(dict(one) | {"category": after}) for one in of))
    unit.tell(before=name, after=after, old=name, new=after, tasks=len(of))


def _goals(goals: Iterable[Goal], name: str, after: str, under: str) -> tuple[Goal, ...]:
    """Targets under the new name; that of a category which is merged away is added to the other."""
    found: dict[tuple[str, str], Goal] = {}
    for goal in goals:
        is_moved = goal.category == name and (not under or goal.domain == under)
        kept = goal.model_copy(update={"category": after}) if is_moved else goal
        place = (kept.domain, kept.category)
        before = found.get(place)
        if before is not None:
            wanted = [held.tasks for held in (before, kept) if held.tasks is not None]
            kept = kept.model_copy(
                update={
                    "tasks": sum(wanted) if wanted else None,
                    "competency": before.competency or kept.competency,
                }
            )
        found[place] = kept
    return tuple(found[place] for place in sorted(found))


def _is(category: Category, name: str, under: str) -> bool:
    return category.name == name and (not under or category.domain == under)


def known_domain(taxonomy: Taxonomy, domain: str | None) -> str:
    """A domain as the project writes it, by its name in any language; empty for none.

    Raises:
        UsageError: The project has no such domain.
    """
    if not domain or not domain.strip():
        return ""
    known = DOMAINS.reader(taxonomy.domains)(domain.strip())
    if taxonomy.domains and known is None:
        raise UsageError(
            Message("{domain!r} is not a domain of this project.", domain=domain),
            remedy=Message(
                "Its domains: {domains}.", domains=joined(map(DOMAINS.message, taxonomy.domains))
            ),
        )
    return known or domain.strip()


def _sound(text: str, *, may_be_empty: bool = False) -> str:
    said = " ".join(text.split())
    if not said and not may_be_empty:
        raise UsageError("A category needs a name.")
    if len(said) > LONGEST:
        raise UsageError(Message("It is longer than {n} characters.", n=LONGEST))
    return said


def _said(goal: Goal) -> str | None:
    """A target as the history has it; None for none."""
    wanted = [str(goal.tasks)] if goal.tasks is not None else []
    return ", ".join([*wanted, *([goal.competency] if goal.competency else [])]) or None


def _ordered(categories: Iterable[Category]) -> tuple[Category, ...]:
    return tuple(sorted(categories, key=lambda one: (one.domain, one.name)))


def _put(unit: UnitOfWork, **parts: object) -> None:
    taxonomy = unit.info.taxonomy.model_copy(update=parts)
    unit.info = unit.info.model_copy(update={"taxonomy": taxonomy})
    unit.put(unit.info)


def categories_for(taxonomy: Taxonomy, domain: str | None, used: Iterable[str]) -> list[str]:
    """What can be chosen for a task: the vocabulary's for its domain, by their titles; else all.

    Args:
        taxonomy: The project's vocabulary.
        domain: Of the task.
        used: What tasks hold, for projects without a vocabulary.
    """
    listed = [
        category.title(spoken()) for category in taxonomy.categories if category.holds(domain)
    ]
    return listed or list(used)
