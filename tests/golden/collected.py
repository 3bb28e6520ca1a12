"""What must never change by a redesign, computed from a project kept from version 11.

``v11.xpert.xz`` is the sample with responses judged by experts (confirmed, overridden, submitted
and unfinished judgments), embedded judges and six configurations of chat judges that a loopback
provider answered: zero-shot and anchored, with several anchors, trials, parts of rubrics, weights.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence
from itertools import product
from pathlib import Path
from typing import Any

from xpert_studio.core.judge.attached import read_attachments
from xpert_studio.core.judge.material import read_material
from xpert_studio.core.judge.planning import anchors_for, make_judge
from xpert_studio.core.judge.prompt import (
    candidate_suffix,
    load_templates,
    prompt_hash,
    prompt_language,
    reply_schema,
    shared_prefix,
)
from xpert_studio.core.judge.selection import Selection
from xpert_studio.core.judge.work import KeyMaker, chunks
from xpert_studio.core.records import Judge, JudgeMode, JudgeSettings, rated_hash_of
from xpert_studio.core.store import ProjectFile, certificates, judges, judgments, tasks, verdicts

MOST = 50
CODE = "0123456789abcdef01234567"


def collected(project: ProjectFile) -> dict[str, Any]:
    """All of it, as JSON can hold it."""
    material = read_material(project, Selection())
    with project.reading() as tx:
        found_judges = judges.all_judges(tx)
        found_judgments = list(judgments.all_judgments(tx))
        found_verdicts = [*verdicts.all_verdicts(tx)]
        forms = judgments.forms(tx)
        kept = certificates.all_certificates(tx)
        points = [point for rubric in tasks.rubrics(tx).values() for point in rubric]
    records: dict[str, Sequence[Any]] = {
        "task": list(material.tasks.values()),
        "checkpoint": points,
        "response": material.all_responses,
        "judgment": found_judgments,
        "form": forms,
        "judge": found_judges,
        "policy": [material.policy],
    }
    chat = [judge for judge in found_judges if judge.provider != "baseline"]
    return {
        "content_hashes": {
            kind: [record.content_hash for record in some(found)] for kind, found in records.items()
        },
        "rated_hashes": [
            [verdict.judge_id, verdict.response_id, verdict.checkpoint_id, verdict.rated_hash]
            for verdict in some(found_verdicts)
        ],
        "rated_hashes_now": [
            rated_hash_of(task.prompt_hash, point.text, response.content_hash)
            for response in some(material.all_responses)
            for task in [material.tasks[response.task_id]]
            for point in material.rubrics.get(task.id, ())[:4]
        ],
        "judge_ids": [judge.id for judge in configurations()],
        "keys": {judge.id: some(keys_of(judge, material)) for judge in chat},
        "stored_keys": {
            judge.id: some([v.key for v in found_verdicts if v.judge_id == judge.id])
            for judge in found_judges
        },
        "prompts": {
            judge.id: some([digest(text) for text in prompts_of(judge, material)]) for judge in chat
        },
        "certificates": [
            [found.id, found.key, found.evidence, found.bindings.model_dump()] for found in kept
        ],
    }


def configurations() -> Iterable[Judge]:
    """Judges of fifty settings."""
    made = product(
        ("openai", "anthropic", "compatible"), tuple(JudgeMode), (0, 5), ("en", "auto"), (1, 3)
    )
    for number, (provider, mode, chunk, language, trials) in enumerate(made):
        yield make_judge(
            provider,
            f"model-{number % 7}/x",
            mode,
            {"temperature": number / 10, "max_output_tokens": 100 + number} if number % 3 else {},
            prompt_hash("v1"),
            JudgeSettings(
                chunk_size=chunk,
                prompt_language=language,
                trials=trials,
                anchors=number % 3,
                show_weights=bool(number % 2),
            ),
        )
    yield make_judge("baseline", "baseline, no LLM", JudgeMode.ANCHORED, {}, None, JudgeSettings())
    yield Judge(id="elsewhere", extra={"kept": 1})


def keys_of(judge: Judge, material: Any) -> list[str]:
    """Keys of everything a judge would rate."""
    maker = KeyMaker(judge, material.policy)
    anchors = anchors_for(judge, material)
    return [
        key
        for response in material.responses
        for rubric in [material.rubrics.get(response.task_id, ())]
        if rubric
        for key in maker.for_rubric(
            material.tasks[response.task_id], rubric, anchors.get(response.task_id, ())
        )(
            maker.of_response(response),
            1,
        ).values()
    ]


def prompts_of(judge: Judge, material: Any) -> list[str]:
    """Every prompt a judge would get, with its reply schema, without attachments' contents."""
    settings = judge.settings or JudgeSettings()
    anchors = anchors_for(judge, material)
    found = []
    for response in material.responses:
        task = material.tasks[response.task_id]
        rubric = material.rubrics.get(task.id, ())
        templates = load_templates("v1", prompt_language(settings.prompt_language, task))
        shown = read_attachments(response.attachments, lambda _: None)
        for part in chunks(rubric, settings.chunk_size):
            prefix = shared_prefix(
                templates,
                material.policy,
                task,
                part,
                anchors.get(task.id, ()),
                show_weights=settings.show_weights,
            )
            ids = [point.id for point in part]
            before, after = candidate_suffix(templates, response.text, ids, CODE, shown)
            schema = json.dumps(reply_schema(part))
            found.append("\n----\n".join([templates.system, prefix, before, after, schema]))
    return found


def some(found: Sequence[Any]) -> list[Any]:
    """At most ``MOST``, evenly."""
    step = max(1, -(-len(found) // MOST))
    return list(found[::step])


def digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def main(path: str, target: str) -> None:
    with ProjectFile.open(Path(path)) as project:
        found = collected(project)
        material = read_material(project, Selection())
        with project.reading() as tx:
            shown = next(j for j in judges.all_judges(tx) if j.settings and j.settings.show_weights)
        texts = prompts_of(shown, material)
    Path(target).write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n")
    folder = Path(target).parent
    (folder / "prompt_en.txt").write_text(texts[0])
    zh = next(text for text in texts if "出院" in text)
    (folder / "prompt_zh.txt").write_text(zh)


if __name__ == "__main__":
    import sys

    main(*sys.argv[1:])
