"""What a project holds: tasks, responses, judgments, judges, records of packs."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from xpert_studio.core.records import STAGES, SelfDecided
from xpert_studio.core.records.record_kinds import kind_of
from xpert_studio.core.store import (
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
from xpert_studio.core.workflow.pack_records import SeenRecord, seen_records
from xpert_studio.core.workflow.self_decided import self_decided
from xpert_studio.report.blocks import Block, Column, Listing, Row, Settings, Table
from xpert_studio.report.own_work import decided_words
from xpert_studio.report.part_names import domain_name
from xpert_studio.report.section import Section, View

_MOST: Final = 20
_STATES: Final = ("ok", "invalid", "error")


@dataclass(frozen=True, slots=True)
class Info:
    """What a project holds, as programs get it: ``info --json`` has its keys."""

    facts: Mapping[str, Any]


def _info(view: View) -> Info:
    """What is asked for besides: ``list_tasks`` and ``list_records``."""
    project, person_id = view.project, view.person_id
    with project.reading() as tx:
        about = settings.project_info(tx)
        lengths, outlines = tasks.count_checkpoints(tx), tasks.outlines(tx)
        stale, domains = staleness.count_stale(tx), tasks.count_by_domain(tx)
        decided = self_decided(tx)
        facts: dict[str, Any] = {
            "project": str(project.path),
            "name": about.name,
            "created_at": about.created_at.isoformat(),
            "licence": about.licence,
            "mode": about.policies.mode.value,
            "self_decided": decided.model_dump() if decided else None,
            "bytes": project.path.stat().st_size,
            "tasks": sum(domains.values()),
            "domains": domains,
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
        if view.asked.get("list_tasks"):
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
        counted = pack_records.count_by_kind(tx)
        facts["records"] = [
            {"pack": pack, "kind": kind, "records": n, "problem": kind_of(pack, kind)[1]}
            for (pack, kind), n in counted.items()
        ]
        if view.asked.get("list_records"):
            facts["record_list"] = [
                _record(record) for kind in counted for record in seen_records(tx, person_id, *kind)
            ]
    return Info(facts)


def _record(seen_record: SeenRecord) -> dict[str, Any]:
    """A record that the reader may see."""
    return {
        "pack": seen_record.pack,
        "kind": seen_record.kind,
        "id": seen_record.id,
        "task": seen_record.task_id,
        "response": seen_record.response,
        "version": seen_record.version,
        "content": seen_record.content,
        "problem": seen_record.problem,
    }


def _by_system(tx: Transaction, person_id: str) -> dict[str, int]:
    """How many responses each system gave; systems by number where any is hidden."""
    counted = responses.count_by_model(tx)
    if not blinding_for(tx, person_id).tasks:
        return counted
    by_size = sorted(counted.values(), reverse=True)
    return {f"system {place}": count for place, count in enumerate(by_size, start=1)}


def _blocks(info: Info) -> Iterator[Block]:
    facts = info.facts
    yield Settings(tuple(_entries(facts)))
    if records := facts.get("record_list"):
        yield Listing(tuple(map(_record_words, records)))
    if facts["judges"]:
        yield Table(
            columns=(Column(t("Judge")), *(Column(t(state), "0") for state in _STATES)),
            rows=tuple(
                Row((judge, *(count.get(state, 0) for state in _STATES)))
                for judge, count in facts["judges"].items()
            ),
            caption=t("Judges"),
            name=t("Judges"),
        )
    if "task_list" in facts:
        yield _task_table(facts["task_list"])


def _task_table(listing: list[dict[str, Any]]) -> Table:
    return Table(
        columns=(
            Column("id"),
            Column(t("Title")),
            Column(t("Domain")),
            Column(t("Language")),
            Column(t("Checkpoints"), "0"),
            Column(t("Stage")),
        ),
        rows=tuple(
            Row(
                (
                    row["id"],
                    row["title"],
                    domain_name(row["domain"]),
                    row["language"],
                    row["checkpoints"],
                    STAGES.word(row["stage"] or ""),
                ),
                opens=("task", row["id"]),
            )
            for row in listing
        ),
        caption=t("Tasks"),
        name=t("Tasks"),
    )


def _entries(facts: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    domains = {domain_name(name): count for name, count in facts["domains"].items()}
    stages = {STAGES.word(stage): count for stage, count in facts["stages"].items()}
    yield t("Name"), facts["name"]
    yield t("Tasks"), _with_parts(facts["tasks"], domains)
    yield t("Stages"), _list(stages)
    yield t("Checkpoints"), f"{facts['checkpoints']:,}"
    yield (
        t("Responses"),
        t(
            "{values:,} by {systems}",
            values=sum(facts["responses"].values()),
            systems=tn("{n} system", "{n} systems", len(facts["responses"])),
        ),
    )
    yield t("Judgments"), _with_parts(sum(facts["judgments"].values()), facts["judgments"])
    yield (
        t("Size"),
        t(
            "{bytes:.1f} MB, {backups}",
            bytes=facts["bytes"] / 1000000.0,
            backups=tn("{n} backup", "{n} backups", len(facts["backups"])),
        ),
    )
    if facts["self_decided"]:
        yield t("Own work"), decided_words(SelfDecided(**facts["self_decided"]))
    if any(facts["stale"].values()):
        yield t("Stale"), _stale_words(facts["stale"])
    said = [
        (f"{kind['pack']}.{kind['kind']} {kind['records']:,}", kind["problem"])
        for kind in facts["records"]
    ]
    if sound := [words for words, problem in said if not problem]:
        yield t("Records of packs"), listed(sound)
    for words, problem in said:
        if problem:
            yield t("Records of packs"), listed((words, translated(problem)))


def _stale_words(stale: Mapping[str, int]) -> str:
    return t(
        "{words} rest on a text that was edited since; they do not count",
        words=t(
            "{judgments} and {verdicts}",
            judgments=tn("{n} judgment", "{n} judgments", stale["judgments"]),
            verdicts=tn("{n} verdict", "{n} verdicts", stale["verdicts"]),
        ),
    )


def _record_words(one: Mapping[str, Any]) -> str:
    place = listed(filter(None, (one["id"], one["response"] or one["task"])))
    said = json.dumps(one["content"], ensure_ascii=False)
    return f"{one['pack']}.{one['kind']} {one['version']} [{place}] {said}"


def _with_parts(whole: int, parts: Mapping[str, int]) -> str:
    return t("{said} ({status})", said=f"{whole:,}", status=_list(parts))


def _list(counts: Mapping[str, int]) -> str:
    """Names with their counts; of many the first."""
    shown = [f"{name or t('no domain')} {count:,}" for name, count in sorted(counts.items())]
    return listed(shown[:_MOST]) + (" …" if len(shown) > _MOST else "") or t("none")


INFO: Final = Section(
    "info",
    mark("What a project holds"),
    mark("How many tasks, responses, judgments and verdicts does a project hold?"),
    _info,
    _blocks,
    lambda found: dict(found.facts),
    places=(),
)
