"""``xpert-studio info``: what is in a project."""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterator
from typing import Annotated, Any

import typer

from xpert_studio.cli.acting import AsOption, ProjectArgument, open_project
from xpert_studio.cli.output import Column, JsonOption, Output
from xpert_studio.core.records import STAGES, SelfDecided
from xpert_studio.core.records.record_kinds import kind_of
from xpert_studio.core.store import (
    ProjectFile,
    Transaction,
    judgments,
    list_backups,
    pack_records,
    responses,
    settings,
    staleness,
    tasks,
    verdicts,
)
from xpert_studio.core.wording import listed, mark, t, tn, translated
from xpert_studio.core.workflow.blinding import blinding_for
from xpert_studio.core.workflow.pack_records import seen_records
from xpert_studio.core.workflow.self_decided import self_decided
from xpert_studio.report.own_work import decided_words
from xpert_studio.report.part_names import domain_name


def info(
    project: ProjectArgument,
    list_tasks: Annotated[bool, typer.Option("--list-tasks", help="List the tasks too.")] = False,
    list_records: Annotated[
        bool, typer.Option("--list-records", help="List the records of packs too, as their JSON.")
    ] = False,
    person: AsOption = "",
    as_json: JsonOption = False,
) -> None:
    """Show what a project holds.

    Example: xpert-studio info clinic.xpert --list-tasks
    """
    output = Output(as_json=as_json)
    with open_project(project, output, read_only=True) as opened:
        facts = _facts(opened, person.strip(), with_tasks=list_tasks)
        with opened.reading() as tx:
            facts["records"] = _records(tx)
            if list_records:
                facts["record_list"] = list(_record_list(tx, person.strip()))
    output.data(facts)
    _show(output, facts)


def _records(tx: Transaction) -> list[dict[str, Any]]:
    """How many records of packs there are, and why those of a kind are only kept."""
    return [
        {"pack": pack, "kind": kind, "records": n, "problem": kind_of(pack, kind)[1]}
        for (pack, kind), n in pack_records.count_by_kind(tx).items()
    ]


def _record_list(tx: Transaction, person_id: str) -> Iterator[dict[str, Any]]:
    """The records of packs that a person may see."""
    for kind in pack_records.count_by_kind(tx):
        for one in seen_records(tx, person_id, *kind):
            yield {
                "pack": one.pack, "kind": one.kind, "id": one.id, "task": one.task_id,
                "response": one.response, "version": one.version, "content": one.content,
                "problem": one.problem,
            }  # fmt: skip


def _by_system(tx: Transaction, person_id: str) -> dict[str, int]:
    """How many responses each system gave; systems by number where any is hidden."""
    counted = responses.count_by_model(tx)
    if not blinding_for(tx, person_id).tasks:
        return counted
    by_size = sorted(counted.values(), reverse=True)
    return {f"system {place}": count for place, count in enumerate(by_size, start=1)}


def _facts(project: ProjectFile, person_id: str, *, with_tasks: bool) -> dict[str, Any]:
    with project.reading() as tx:
        about = settings.project_info(tx)
        lengths = tasks.count_checkpoints(tx)
        outlines = tasks.outlines(tx)
        stale = staleness.count_stale(tx)
        facts: dict[str, Any] = {
            "project": str(project.path),
            "name": about.name,
            "created_at": about.created_at.isoformat(),
            "licence": about.licence,
            "mode": about.policies.mode.value,
            "self_decided": decided.model_dump() if (decided := self_decided(tx)) else None,
            "bytes": project.path.stat().st_size,
            "tasks": sum(tasks.count_by_domain(tx).values()),
            "domains": tasks.count_by_domain(tx),
            "checkpoints": sum(lengths.values()),
            "responses": _by_system(tx, person_id),
            "judgments": judgments.count_by_expert(tx),
            "judges": verdicts.count_by_judge(tx),
            "grading_policy": {
                "version": about.grading_policy.version,
                "hash": about.grading_policy.content_hash,
            },
            "stages": dict(Counter(task.standing.value for task in outlines)),
            "stale": {"judgments": stale.judgments, "verdicts": stale.verdicts},
            "backups": [str(backup.path) for backup in list_backups(project.path)],
        }
        if with_tasks:
            facts["task_list"] = [
                {
                    "id": task.id,
                    "title": task.name,
                    "domain": task.domain,
                    "language": task.language,
                    "checkpoints": lengths.get(task.id, 0),
                    "stage": task.stage.value if task.stage else None,
                }
                for task in outlines
            ]
    return facts


def _show(output: Output, facts: dict[str, Any]) -> None:
    domains = {domain_name(name): count for name, count in facts["domains"].items()}
    rows = [
        (t("Name"), facts["name"]),
        (t("Tasks"), _with_parts(facts["tasks"], domains)),
        (
            t("Stages"),
            _list({STAGES.word(stage): count for stage, count in facts["stages"].items()}),
        ),
        (t("Checkpoints"), f"{facts['checkpoints']:,}"),
        (
            t("Responses"),
            t(
                "{values:,} by {systems}",
                values=sum(facts["responses"].values()),
                systems=tn("{n} system", "{n} systems", len(facts["responses"])),
            ),
        ),
        (t("Judgments"), _with_parts(sum(facts["judgments"].values()), facts["judgments"])),
        (
            t("Size"),
            t(
                "{bytes:.1f} MB, {backups}",
                bytes=facts["bytes"] / 1000000.0,
                backups=tn("{n} backup", "{n} backups", len(facts["backups"])),
            ),
        ),
    ]
    if facts["self_decided"]:
        rows.append((t("Own work"), decided_words(SelfDecided(**facts["self_decided"]))))
    stale = facts["stale"]
    if any(stale.values()):
        words = t(
            "{judgments} and {verdicts}",
            judgments=tn("{n} judgment", "{n} judgments", stale["judgments"]),
            verdicts=tn("{n} verdict", "{n} verdicts", stale["verdicts"]),
        )
        rows.append(
            (
                t("Stale"),
                t("{words} rest on a text that was edited since; they do not count", words=words),
            )
        )
    for kind in facts["records"]:
        problem = kind["problem"] and translated(kind["problem"])
        said = f"{kind['pack']}.{kind['kind']} {kind['records']:,}"
        rows.append((t("Records of packs"), listed(filter(None, (said, problem)))))
    output.table("", [Column(""), Column("")], rows)
    for one in facts.get("record_list", ()):
        place = listed(filter(None, (one["id"], one["response"] or one["task"])))
        said = json.dumps(one["content"], ensure_ascii=False)
        output.say(f"{one['pack']}.{one['kind']} {one['version']} [{place}] {said}")
    if facts["judges"]:
        states = ("ok", "invalid", "error")
        output.table(
            "Judges",
            [Column("judge"), *(Column(state, number=True) for state in states)],
            [
                (judge, *(f"{count.get(state, 0):,}" for state in states))
                for judge, count in facts["judges"].items()
            ],
        )
    if "task_list" in facts:
        names = (
            mark("id"),
            mark("title"),
            mark("domain"),
            mark("language"),
            mark("checkpoints"),
            mark("stage"),
        )
        listing = [
            row | {"stage": STAGES.word(row["stage"] or ""), "domain": domain_name(row["domain"])}
            for row in facts["task_list"]
        ]
        output.records("Tasks", names, listing, number="checkpoints")


def _with_parts(whole: int, parts: dict[str, int]) -> str:
    return t("{said} ({status})", said=f"{whole:,}", status=_list(parts))


def _list(counts: dict[str, int]) -> str:
    shown = [f"{name or t('no domain')} {count:,}" for name, count in sorted(counts.items())]
    most = 8 if sys.stdout.isatty() else len(shown)
    return listed(shown[:most]) + (" …" if len(shown) > most else "") or t("none")
