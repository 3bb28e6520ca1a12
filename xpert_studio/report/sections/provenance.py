"""What was measured, and how; what limits the numbers, and every hash that made them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np

from xpert_studio import __version__
from xpert_studio.core.instruments.columns import asked_of
from xpert_studio.core.metrics import METHOD, Alignment
from xpert_studio.core.records import (
    CHECKS,
    JUDGE_MODES,
    Judge,
    ProjectInfo,
    Subset,
    Task,
    Taxonomy,
    content_hash,
)
from xpert_studio.core.records.columns import NONE
from xpert_studio.core.resources import resource_text
from xpert_studio.core.store import ProjectFile, entities, judgments, responses, tasks
from xpert_studio.core.wording import in_a_row, labelled, listed, mark, spoken, t, tn
from xpert_studio.core.workflow.policies import description_of
from xpert_studio.report.analysis import Analysis, JudgeFindings
from xpert_studio.report.blocks import (
    Block,
    Column,
    Heading,
    Listing,
    Row,
    Settings,
    Table,
    Text,
)
from xpert_studio.report.cautions import caution_sentences
from xpert_studio.report.own_work import decided_words
from xpert_studio.report.part_names import dimension_name, domain_name
from xpert_studio.report.section import Section, View
from xpert_studio.report.sentences import evidence_sentence, judge_name

HOW: Final = tuple(resource_text("report", "method.txt").strip().split("\n"))


@dataclass(frozen=True, slots=True)
class ProvenanceBlocks:
    """Blocks that are made of what the project says of itself."""

    blocks: tuple[Block, ...]


def _written(blocks: ProvenanceBlocks) -> tuple[Block, ...]:
    return blocks.blocks


def _method(view: View) -> ProvenanceBlocks:
    """The method in plain words, after what people decided on their own work."""
    info, analysis = view.info, view.analysis
    catalog, decided = analysis.catalog, decided_words(analysis.decided)
    blocks: list[Block] = [
        Text(in_a_row(_what_was_measured(analysis, decided))),
        Listing(tuple(map(t, HOW))),
    ]
    if decided:
        blocks.insert(0, Text(decided))
    if info.grading_policy.text.strip() and analysis.experts and analysis.judges:
        blocks.append(
            Text(t("Experts and judges worked under the same grading policy, printed at the end."))
        )
    blocks += _dimensions(info.taxonomy, catalog.dimensions)
    return ProvenanceBlocks(tuple(blocks))


METHOD_SECTION: Final = Section(
    "method", mark("What was measured"), mark("What was measured, and how?"), _method, _written
)


def _what_was_measured(analysis: Analysis, decided: str) -> Iterator[str]:
    """What there is, and who judged it: nothing of what the project does not have."""
    catalog = analysis.catalog
    has_rubric = np.isin(np.arange(len(catalog.tasks)), catalog.checkpoint_task)
    on = np.isin(np.arange(len(catalog.tasks)), catalog.response_task) & has_rubric
    own = on[catalog.checkpoint_task]
    asked = asked_of(catalog)
    graded = int((own & (asked.scales().checkpoint != NONE)).sum())
    programs = int((own & asked.by_program).sum())
    yield t(
        "{tasks} with a rubric and responses, of {checkpoints} in all.",
        tasks=tn("{n} task", "{n} tasks", int(on.sum())),
        checkpoints=tn("{n} checkpoint", "{n} checkpoints", int(own.sum())),
    )
    if graded:
        yield t("{graded:,} of them are graded: a response gets a value on a scale.", graded=graded)
    if programs:
        yield t("{programs:,} of them are decided by programs.", programs=programs)
    answered = on[catalog.response_task]
    yield t(
        "{systems} gave {responses}.",
        systems=tn("{n} system", "{n} systems", np.unique(catalog.response_system[answered]).size),
        responses=tn("{n} response", "{n} responses", int(answered.sum())),
    )
    if any(name != CHECKS for name in analysis.judges):
        yield t("Judges decided the checkpoints of the responses they were given.")
    if not analysis.experts:
        yield t("No expert's judgment is in the figures.")
        return
    yield t("Experts decided the checkpoints of some responses.")
    yield _how_judged(decided)


def _how_judged(decided: str) -> str:
    """How experts judge, as far as it is so for everybody in the project."""
    if decided:
        return t(
            "What they wrote is then confirmed or overridden (gold); judgments that were imported "
            "as confirmed count as gold too."
        )
    return t(
        "In the studio they do so in writing, without knowing the system, and senior experts "
        "confirm or override what they wrote (gold); judgments that were imported as confirmed "
        "count as gold too."
    )


def _dimensions(taxonomy: Taxonomy, used: Iterable[str]) -> list[Block]:
    """What the dimensions mean that rubrics use, in the project's order; nothing if unknown."""
    order = {name: place for place, name in enumerate(taxonomy.dimensions)}
    names = sorted(used, key=lambda name: (order.get(name, len(order)), name))
    meanings = [
        (dimension_name(name), said)
        for name in names
        if (said := description_of(taxonomy, name, spoken()))
    ]
    if not meanings:
        return []
    return [
        Heading(t("Dimensions")),
        Table(
            columns=(Column(t("Dimension")), Column(t("Description"))),
            rows=tuple(Row(meaning) for meaning in meanings),
            name=t("Dimensions"),
        ),
    ]


_FEW_PAIRS = 100
_LONGEST = 4000


def _limits(view: View) -> ProvenanceBlocks:
    """What a reader should hold against the numbers."""
    analysis = view.analysis
    limits = [
        t(
            "A score says how a response fares against these rubrics, not how good it is in "
            "general."
        ),
        t(
            "Intervals refer to other tasks sampled like these, not to errors in the "
            "rubrics themselves."
        ),
    ]
    limits += stale_limits(analysis) + unseen_limits(analysis) + reference_limits(analysis)
    for findings in analysis.aligned():
        limits += _judge_limits(findings)
    if analysis.agreement is None:
        limits.append(
            t(
                "No two experts have confirmed judgments of the same checkpoints, so how far "
                "experts agree is unknown."
            )
        )
    if any(item.judge.provider == "baseline" for item in analysis.judges.values()):
        limits.append(
            t(
                "The built-in judge (no LLM) compares words and numbers and "
                "understands nothing. It is the floor a language model has to beat."
            )
        )
    return ProvenanceBlocks((Listing(tuple(limits)),))


LIMITS: Final = Section(
    "limits",
    mark("Limitations"),
    mark("What should a reader hold against the figures?"),
    _limits,
    _written,
)


def stale_limits(analysis: Analysis) -> list[str]:
    """What was left out because the text it rests on has been edited."""
    stale = analysis.stale
    if not stale:
        return []
    sentence = t(
        "{judgments:,} judgments and {verdicts:,} verdicts are on a text that was "
        "edited later and are excluded: score again, and have the checkpoints "
        "judged again.",
        judgments=stale.judgments,
        verdicts=stale.verdicts,
    )
    return [sentence]


def unseen_limits(analysis: Analysis) -> list[str]:
    """Which judges were not shown attachments that experts see, and on how many verdicts."""
    return [
        t(
            "{judge}: {unseen:,} verdicts were given without seeing all attachments that "
            "experts see. They count for scores and are excluded from alignment.",
            judge=judge_name(item.judge),
            unseen=item.unseen,
        )
        for item in analysis.judges.values()
        if item.unseen
    ]


def reference_limits(analysis: Analysis) -> list[str]:
    """What judges are not compared on, and which differences do not count."""
    undecided = analysis.reference.undecided if analysis.reference else 0
    said = [
        tn(
            "{n} judgment on which experts are evenly split is no reference: it is left out of the "
            "agreement with judges.",
            "{n} judgments on which experts are evenly split are no reference: they are left out "
            "of the agreement with judges.",
            undecided,
        )
        if undecided
        else "",
        t(
            "Scores that differ by at most {tolerance} count as ties in the CDR.",
            tolerance=analysis.tolerance,
        )
        if analysis.tolerance
        else "",
    ]
    return list(filter(None, said))


def _judge_limits(findings: JudgeFindings) -> list[str]:
    found: Alignment | None = findings.alignment
    if found is None:
        return []
    limits = [
        labelled(findings.judge.id, sentence)
        for sentence in (*caution_sentences(found), evidence_sentence(found))
    ]
    if found.rank.n < _FEW_PAIRS:
        limits.append(
            t(
                "{judge}: its CDR rests on {pairs} only.",
                judge=findings.judge.id,
                pairs=tn("{n} pair of responses", "{n} pairs of responses", found.rank.n),
            )
        )
    accuracy, constant = (found.criterion[name].value for name in ("accuracy", "constant_accuracy"))
    if accuracy is not None and constant is not None and accuracy <= constant:
        limits.append(
            t(
                "{judge}: no more often right than always giving the same answer.",
                judge=findings.judge.id,
            )
        )
    return limits


def _provenance(view: View) -> ProvenanceBlocks:
    """Every hash, version and setting, and the part of the project, where it is one."""
    project, info, analysis, scope = view.project, view.info, view.analysis, view.about
    blocks: list[Block] = [
        Settings(
            (
                (t("Xpert Studio"), __version__),
                *([(t("Part of the project"), scope)] if scope else []),
                (t("Licence"), info.licence or t("none named")),
                (t("Canary"), info.canary or t("none")),
                *_subsets(project),
                *_content_hashes(project, info),
                (t("Intervals"), labelled("95 %", t(METHOD))),
                *_tolerance(analysis),
            ),
            t("This report holds for exactly this content; when a hash changes it is stale."),
        )
    ]
    for findings in analysis.judges.values():
        blocks.append(Heading(findings.judge.id))
        blocks.append(Settings(_judge_settings(findings.judge)))
    policy = info.grading_policy
    blocks.append(Heading(t("Grading policy, version {version}", version=policy.version)))
    blocks += [Text(line) for line in policy.text.splitlines() if line.strip()] or [
        Text(t("No grading policy was set."))
    ]
    return ProvenanceBlocks(tuple(blocks))


PROVENANCE: Final = Section(
    "provenance",
    mark("Hashes and settings"),
    mark("What exactly were the figures made from?"),
    _provenance,
    _written,
)


def _subsets(project: ProjectFile) -> list[tuple[str, str]]:
    """Every gold subset: its seed, and how many tasks of each domain were drawn."""
    with project.reading() as tx:
        found = entities.find_all(tx, Subset)
    return [
        (
            t("Gold subset {subset}", subset=subset.name),
            t(
                "{tasks}, seed {seed}: {strata}",
                tasks=tn("{n} task", "{n} tasks", len(subset.task_ids)),
                seed=subset.seed,
                strata=listed(
                    t(
                        "{domain} {drawn} of {available}",
                        domain=domain_name(part.domain) or t("no domain"),
                        drawn=part.drawn,
                        available=part.available,
                    )
                    for part in subset.strata
                ),
            )[:_LONGEST],
        )
        for subset in found
    ]


def _tolerance(analysis: Analysis) -> list[tuple[str, str]]:
    found = next((item.alignment for item in analysis.aligned()), None)
    tolerance = found.rank.facts["tie_tolerance"] if found else 0.0
    return (
        []
        if not tolerance
        else [
            (
                t("Score differences that count as ties"),
                t("up to {tolerance:g}", tolerance=tolerance),
            )
        ]
    )


def _content_hashes(project: ProjectFile, info: ProjectInfo) -> list[tuple[str, str]]:
    """One hash each of tasks, rubrics, responses and gold forms: what the figures rest on."""
    with project.reading() as tx:
        briefs: list[Task] = tasks.all_tasks(tx)
        rubrics = tasks.rubrics(tx)
        answers = {item.id: item.content_hash for item in responses.all_responses(tx)}
        gold = [
            (form.response_id, form.expert_id, form.content_hash)
            for form in judgments.forms(tx, gold_only=True)
        ]
    points = {
        task_id: {point.id: point.content_hash for point in rubric}
        for task_id, rubric in rubrics.items()
    }
    return [
        (t("Tasks"), content_hash({task.id: task.content_hash for task in briefs})),
        (t("Rubrics"), content_hash(points)),
        (t("Responses"), content_hash(answers)),
        (t("Gold forms"), content_hash(sorted(gold))),
        (t("Grading policy"), info.grading_policy.content_hash),
    ]


def _judge_settings(judge: Judge) -> tuple[tuple[str, str], ...]:
    entries = [
        (t("Judge"), judge.content_hash),
        (
            t("Provider and model"),
            labelled(judge.provider or t("unknown"), judge.model or t("unknown")),
        ),
        (t("Mode"), JUDGE_MODES.title(judge.mode)),
        (t("Prompt"), judge.prompt_hash or t("not known")),
    ]
    if judge.parameters:
        text = json.dumps(judge.parameters, ensure_ascii=False, sort_keys=True)
        entries.append((t("Parameters"), text[:_LONGEST]))
    if judge.settings is not None:
        used = judge.settings.model_dump_json(exclude=judge.settings.unused)
        entries.append((t("Settings"), used))
    if judge.anchors:
        entries.append((t("Anchored responses"), ", ".join(judge.anchors)[:_LONGEST]))
    return tuple(entries)
