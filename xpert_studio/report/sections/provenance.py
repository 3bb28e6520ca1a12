"""What was measured, and how; what limits the numbers, and every hash that made them."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Final

from xpert_studio import __version__
from xpert_studio.metrics import METHOD, Alignment
from xpert_studio.records import Judge, ProjectInfo, Subset, Task, Taxonomy, content_hash
from xpert_studio.report.analysis import Analysis, JudgeFindings
from xpert_studio.report.blocks import (
    Block,
    Column,
    Heading,
    Listing,
    Row,
    Section,
    Settings,
    Table,
    Text,
)
from xpert_studio.report.sentences import caution_sentences, evidence_sentence
from xpert_studio.resources import resource_text
from xpert_studio.store import ProjectFile, entities, judgments, responses, tasks
from xpert_studio.workflow.policies import description_of

_HOW: Final = tuple(resource_text("report", "method.txt").strip().split("\n"))


def method_section(info: ProjectInfo, analysis: Analysis, decided: str = "") -> Section:
    """The method in plain words.

    Args:
        info: The project.
        analysis: Its figures.
        decided: What people decided on their own work; empty where nothing.
    """
    catalog = analysis.catalog
    blocks: list[Block] = [
        Text(
            f"Experts of the field wrote {len(catalog.tasks)} tasks and, for each, a rubric of "
            f"checkpoints that a response either meets or does not: "
            f"{len(catalog.checkpoints):,} in all. {len(catalog.systems)} systems gave "
            f"{len(catalog.responses):,} responses. A judge decided every checkpoint of every "
            f"response it was given; experts decided some of them. {_how_judged(decided)}; "
            "judgments that were imported as confirmed count as gold too."
        ),
        Listing(_HOW),
    ]
    if decided:
        blocks.insert(0, Text(decided))
    if info.grading_policy.text.strip():
        blocks.append(
            Text("Experts and judge worked under the same grading policy, printed at the end.")
        )
    blocks += _dimensions(info.taxonomy, catalog.dimensions)
    return Section("method", "What was measured", tuple(blocks))


def _how_judged(decided: str) -> str:
    """How experts judge, as far as it is so for everybody in the project."""
    if decided:
        return "What they wrote is then confirmed or overridden (gold)"
    return (
        "In the studio they do so in writing, without knowing the system, and senior experts "
        "confirm or override what they wrote (gold)"
    )


def _dimensions(taxonomy: Taxonomy, used: Iterable[str]) -> list[Block]:
    """What the dimensions mean that rubrics use, in the project's order; nothing if unknown."""
    order = {name: place for place, name in enumerate(taxonomy.dimensions)}
    names = sorted(used, key=lambda name: (order.get(name, len(order)), name))
    meanings = [(name, said) for name in names if (said := description_of(taxonomy, name))]
    if not meanings:
        return []
    columns = (Column("Dimension"), Column("Description"))
    rows = tuple(Row(meaning) for meaning in meanings)
    return [Heading("Dimensions"), Table(columns, rows, name="Dimensions")]


_FEW_PAIRS = 100
_LONGEST = 4000


def limits_section(analysis: Analysis) -> Section:
    """What a reader should hold against the numbers."""
    limits = [
        "A score says how a response fares against these rubrics, not how good it is in general.",
        "Intervals speak of other tasks drawn like these, not of errors in the rubrics themselves.",
    ]
    limits += stale_limits(analysis) + unseen_limits(analysis)
    for findings in analysis.aligned():
        limits += _judge_limits(findings)
    if analysis.agreement is None:
        limits.append(
            "No two experts judged the same checkpoints, so how far experts agree is unknown."
        )
    if any(item.judge.provider == "baseline" for item in analysis.judges.values()):
        limits.append(
            '"baseline, no LLM" is the embedded judge: it compares words and numbers and '
            "understands nothing. It is the floor a language model has to beat."
        )
    return Section("limits", "Limits", (Listing(tuple(limits)),))


def stale_limits(analysis: Analysis) -> list[str]:
    """What was left out because the text it rests on has been edited."""
    stale = analysis.stale
    if not stale:
        return []
    sentence = (
        f"{stale.judgments:,} judgments and {stale.verdicts:,} verdicts rest on a text that was "
        "edited since and are left out: score again, and have the lines judged again."
    )
    return [sentence]


def unseen_limits(analysis: Analysis) -> list[str]:
    """Which judges were not shown attachments that experts see, and on how many verdicts."""
    return [
        f"{item.judge.id}: {item.unseen:,} verdicts were given without seeing all attachments that "
        "experts see. They count for scores and are excluded from alignment."
        for item in analysis.judges.values()
        if item.unseen
    ]


def _judge_limits(findings: JudgeFindings) -> list[str]:
    found: Alignment | None = findings.alignment
    if found is None:
        return []
    limits = [
        f"{findings.judge.id}: {sentence}"
        for sentence in (*caution_sentences(found), evidence_sentence(found))
    ]
    if found.rank.n < _FEW_PAIRS:
        limits.append(
            f"{findings.judge.id}: its CDR rests on {found.rank.n} pairs of responses only."
        )
    accuracy, constant = (found.criterion[name].value for name in ("accuracy", "constant_accuracy"))
    if accuracy is not None and constant is not None and accuracy <= constant:
        limits.append(
            f"{findings.judge.id}: no more often right than always giving the same answer."
        )
    return limits


def provenance_section(
    project: ProjectFile, info: ProjectInfo, analysis: Analysis, *, scope: str = ""
) -> Section:
    """Every hash, version and setting; ``scope`` is the part of the project, where it is one."""
    blocks: list[Block] = [
        Settings(
            (
                ("Xpert Studio", __version__),
                *([("Part of the project", scope)] if scope else []),
                ("Licence", info.licence or "none named"),
                ("Canary", info.canary or "none"),
                *_subsets(project),
                *_content_hashes(project, info),
                ("Intervals", f"95 %: {METHOD}"),
                *_tolerance(analysis),
            ),
            "This report holds for exactly this content; when a hash changes it is stale.",
        )
    ]
    for findings in analysis.judges.values():
        blocks.append(Heading(findings.judge.id))
        blocks.append(Settings(_judge_settings(findings.judge)))
    policy = info.grading_policy
    blocks.append(Heading(f"Grading policy, version {policy.version}"))
    blocks += [Text(line) for line in policy.text.splitlines() if line.strip()] or [
        Text("No grading policy was set.")
    ]
    return Section("provenance", "Hashes and settings", tuple(blocks))


def _subsets(project: ProjectFile) -> list[tuple[str, str]]:
    """Every gold subset: its seed, and how many tasks of each domain were drawn."""
    with project.reading() as tx:
        found = entities.find_all(tx, Subset)
    lines = []
    for subset in found:
        strata = ", ".join(
            f"{part.domain or 'no domain'} {part.drawn} of {part.available}"
            for part in subset.strata
        )
        lines.append(
            (
                f"Gold subset {subset.name}",
                f"{len(subset.task_ids)} tasks, seed {subset.seed}: {strata}"[:_LONGEST],
            )
        )
    return lines


def _tolerance(analysis: Analysis) -> list[tuple[str, str]]:
    found = next((item.alignment for item in analysis.aligned()), None)
    tolerance = found.rank.facts["tie_tolerance"] if found else 0.0
    return (
        [] if not tolerance else [("Score differences that count as ties", f"up to {tolerance:g}")]
    )


def _content_hashes(project: ProjectFile, info: ProjectInfo) -> list[tuple[str, str]]:
    """One hash each of tasks, rubrics, responses and gold sheets: what the figures rest on."""
    with project.reading() as tx:
        briefs: list[Task] = tasks.all_tasks(tx)
        rubrics = tasks.rubrics(tx)
        answers = {item.id: item.content_hash for item in responses.all_responses(tx)}
        gold = [
            (sheet.response_id, sheet.expert_id, sheet.content_hash)
            for sheet in judgments.sheets(tx, gold_only=True)
        ]
    points = {
        task_id: {point.id: point.content_hash for point in rubric}
        for task_id, rubric in rubrics.items()
    }
    return [
        ("Tasks", content_hash({task.id: task.content_hash for task in briefs})),
        ("Rubrics", content_hash(points)),
        ("Responses", content_hash(answers)),
        ("Gold sheets", content_hash(sorted(gold))),
        ("Grading policy", info.grading_policy.content_hash),
    ]


def _judge_settings(judge: Judge) -> tuple[tuple[str, str], ...]:
    entries = [
        ("Judge", judge.content_hash),
        ("Provider and model", f"{judge.provider or 'unknown'}: {judge.model or 'unknown'}"),
        ("Mode", judge.mode.value.replace("_", "-")),
        ("Prompt", judge.prompt_hash or "not known"),
    ]
    if judge.parameters:
        text = json.dumps(judge.parameters, ensure_ascii=False, sort_keys=True)
        entries.append(("Parameters", text[:_LONGEST]))
    if judge.settings is not None:
        entries.append(("Settings", judge.settings.model_dump_json()))
    if judge.anchors:
        entries.append(("Anchored responses", ", ".join(judge.anchors)[:_LONGEST]))
    return tuple(entries)
