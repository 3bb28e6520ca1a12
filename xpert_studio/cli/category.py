"""``xpert-studio category``: categories of a project, what is wanted of each, and old names."""

from __future__ import annotations

from collections import Counter
from typing import Any

import typer

from xpert_studio.cli.acting import reading
from xpert_studio.cli.commands import add_commands
from xpert_studio.cli.output import Column, Output
from xpert_studio.core.records import Stage
from xpert_studio.core.store import Transaction, settings, tasks
from xpert_studio.core.wording import spoken, t
from xpert_studio.core.workflow.categories import is_listed
from xpert_studio.report.part_names import domain_name

app = typer.Typer(no_args_is_help=True, rich_markup_mode=None)
add_commands(app, "category")


@app.command("list")
@reading
def list_categories(tx: Transaction, output: Output) -> None:
    """List the categories of a project, and those of tasks that are not in its vocabulary.

    Example: xpert-studio category list law.xpert
    """
    taxonomy = settings.project_info(tx).taxonomy
    used = Counter(
        (task.domain or "", task.category)
        for task in tasks.all_tasks(tx)
        if task.category and task.standing is not Stage.DISCARDED
    )
    wanted = {(one.domain, one.category): one for one in taxonomy.goals}
    rows: list[dict[str, Any]] = [
        {
            "domain": category.domain,
            "category": category.name,
            "chinese": category.chinese,
            "tasks": sum(
                count
                for (domain, name), count in used.items()
                if name == category.name and category.holds(domain)
            ),
            "wanted": goal.tasks
            if (goal := wanted.get((category.domain, category.name)))
            else None,
            "listed": True,
        }
        for category in taxonomy.categories
    ]
    rows += [
        {
            "domain": domain,
            "category": name,
            "chinese": "",
            "tasks": count,
            "wanted": None,
            "listed": False,
        }
        for (domain, name), count in sorted(used.items())
        if not is_listed(taxonomy, domain, name)
    ]
    goals = [one.model_dump(mode="json") for one in taxonomy.goals]
    output.data({"categories": rows, "goals": goals})
    titles = {category.name: category.title(spoken()) for category in taxonomy.categories}
    output.table(
        "",
        [
            Column("domain"),
            Column("category"),
            Column("tasks", number=True),
            Column("wanted", number=True),
            Column("vocabulary"),
        ],
        [
            (
                domain_name(row["domain"]),
                titles.get(row["category"], row["category"]),
                row["tasks"],
                row["wanted"],
                t("yes") if row["listed"] else t("no"),
            )
            for row in rows
        ],
    )
    if not rows:
        output.say(t("No task has a category yet. 'category define' adds one."))
    elif not all(row["listed"] for row in rows):
        output.say(t("What is not in the vocabulary can be merged: 'category merge'."))
