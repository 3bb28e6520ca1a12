"""A folder that promptfoo runs as it stands: one test a task, one assertion a checkpoint.

promptfoo reads many strings as nunjucks templates, which can run code and reach into the
environment, and some as names of files. No text of a project reaches it as either: see ``literal``.
The code in the folder is the same for every project (``resources/exports/promptfoo``).
"""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Final

from pydantic import BaseModel, Field

from xpert_studio.api.formats import (
    ANSWERED_CARRIED,
    POINT_CARRIED,
    PROMPT_CARRIED,
    RESPONSE_CARRIED,
    SORTING_CARRIED,
    Asks,
    Attachment,
    Checkpoint,
    Content,
    ForeignFormat,
    Task,
    decided_by_a_model,
    fill_resource,
    image_paths,
    inline,
    mark,
    one_line,
    write_json,
    write_text,
)
from xpert_studio.core.exchange.formats.writing import images_among, write_attachments
from xpert_studio.core.judge.attached import fence, prompt_with_documents, read_attachments
from xpert_studio.core.judge.prompt import (
    language_of,
    load_templates,
    prompt_versions,
    task_text,
)
from xpert_studio.core.records import ProjectInfo
from xpert_studio.core.resources import resource_text
from xpert_studio.packs.promptfoo.checks import assertion_of
from xpert_studio.packs.promptfoo.own import (
    PROJECT,
    PROMPT,
    RESPONSES,
    SCORE,
    STORED,
    TASK_FIELDS,
    TASKS,
    assertion_for,
    by_system,
)
from xpert_studio.packs.promptfoo.parts import OwnProject, OwnSystem, OwnTask
from xpert_studio.packs.promptfoo.texts import label, literal

_HERE: Final = ("exports", "promptfoo")
_CODE: Final = (PROMPT, STORED, SCORE)
_ANSWER: Final = (
    "A model answers the tasks, and a grader decides every checkpoint of their rubrics:",
    "promptfoo eval -r openai:chat:MODEL --grader openai:chat:GRADER",
)
_STORED: Final = (
    "A grader decides every checkpoint on the stored responses; no model answers anything:",
    "promptfoo eval -c stored.yaml --grader openai:chat:GRADER",
)
_IMAGES: Final = """
Tasks with images show them to model and grader in the form that OpenAI's chat completions and what
is compatible with them take; with another provider such a task ends in an error.
"""


class PromptfooOptions(BaseModel):
    """What a person can choose of a configuration."""

    provider: Annotated[
        str,
        Field(pattern=r"^([a-z0-9-]+:[\w.:/@-]+)?$"),
        Asks(
            "The model that answers, as promptfoo names it.",
            "openai:chat:MODEL",
            title=mark("Model that answers"),
            empty=mark("named at each run, with -r"),
        ),
    ] = ""


_CHOSEN: Final = PromptfooOptions()


def write_promptfoo(
    content: Content, folder: Path, chosen: PromptfooOptions = _CHOSEN
) -> Mapping[str, int]:
    """Writes the configuration.

    Args:
        content: The benchmark.
        folder: An empty folder.
        chosen: What a person chose of it.

    Returns:
        Rows by file.
    """
    tasks = list(enumerate(content.tasks, start=1))
    attachments = write_attachments(content, folder)
    for number, task in tasks:
        write_json(folder / _grader_path(number), _grader_prompt(content, task))
    write_json(
        folder / "tests.json",
        [_test(number, task, content.rubrics[task.id]) for number, task in tasks],
    )
    write_json(folder / TASKS, [_task(content, task).model_dump() for task in content.tasks])
    write_json(folder / PROJECT, _project(content.info).model_dump())
    systems = _systems(content)
    write_json(folder / RESPONSES, [system.model_dump() for system in systems])
    for name in _CODE:
        write_text(folder / name, resource_text(*_HERE, name))
    answering = f"providers: [{_yaml(chosen.provider) if chosen.provider else ''}]"
    _write_config(content, folder / "promptfooconfig.yaml", _ANSWER, providers=answering)
    _write_config(content, folder / "stored.yaml", _STORED, providers=_stored_providers(systems))
    responses = sum(len(system.responses) for system in systems)
    write_text(folder / "README.md", _readme(content, responses, len(systems)))
    rows = {"tests.json": len(tasks), RESPONSES: responses, "attachments": attachments}
    return {name: count for name, count in rows.items() if count}


def _grader_path(number: int) -> str:
    return f"grader/{number:04}.json"


def _test(number: int, task: Task, rubric: tuple[Checkpoint, ...]) -> dict[str, Any]:
    metadata = {"task": task.id, "domain": task.domain, "category": task.category}
    return {
        "description": label(task.name),
        # A number is no template and no name of a file, as an id might be.
        "vars": {"number": number},
        "metadata": {key: label(value) for key, value in metadata.items() if value},
        "options": {"rubricPrompt": f"file://{_grader_path(number)}"},
        "assert": [assertion_for(point) for point in rubric],
    }


def promptfoo_losses(content: Content) -> tuple[str, ...]:
    """How many checkpoints a program decides here and a grader there."""
    return decided_by_a_model(
        content, "promptfoo", but=lambda point: assertion_of(point) is not None
    )


def _project(info: ProjectInfo) -> OwnProject:
    policy = info.grading_policy.text
    return OwnProject(name=info.name, licence=info.licence, canary=info.canary, policy=policy)


def _task(content: Content, task: Task) -> OwnTask:
    words = load_templates(prompt_versions()[-1], language_of(task)).words
    files = read_attachments(task.attachments, content.files.__getitem__)
    said = task.model_dump(mode="json", include=set(TASK_FIELDS))
    return OwnTask(
        id=task.id,
        prompt=prompt_with_documents(task.full_prompt, files, words),
        images=image_paths(task.attachments),
        attached=len(task.attachments),
        task={name: said[name] for name in TASK_FIELDS if said[name] is not None},
    )


def _systems(content: Content) -> list[OwnSystem]:
    """Responses by the number of their task, for each system; beside them their ids."""
    found: dict[str, OwnSystem] = {}
    for number, task in enumerate(content.tasks, start=1):
        for name, response in by_system(content.responses.get(task.id, ())):
            new = OwnSystem(system=name, model=response.model, responses={}, ids={})
            system = found.setdefault(name, new)
            system.responses[str(number)] = response.text
            system.ids[str(number)] = response.id
    return list(found.values())


def _stored_providers(systems: Sequence[OwnSystem]) -> str:
    lines = ["providers:"]
    for number, system in enumerate(systems, start=1):
        lines += [
            "  - id: file://stored.mjs",
            f"    label: {_yaml(label(system.system))}",
            "    config:",
            f"      number: {number}",
        ]
    return "\n".join(lines) if systems else "providers: []"


def _yaml(text: str) -> str:
    """A text as YAML reads it back: JSON in ASCII is YAML."""
    return json.dumps(text)


def _write_config(content: Content, path: Path, about: tuple[str, str], *, providers: str) -> None:
    text = fill_resource(
        *_HERE,
        "promptfooconfig.yaml",
        purpose=about[0],
        command=about[1],
        description=_yaml(label(content.info.name)),
        providers=providers,
    )
    write_text(path, text)


def _grader_prompt(content: Content, task: Task) -> list[dict[str, Any]]:
    """What the grader reads of a task; promptfoo fills in the response and one checkpoint."""
    language = language_of(task)
    words = load_templates(prompt_versions()[-1], language).words
    text = task_text(task, words, read_attachments(task.attachments, content.files.__getitem__))
    opening, closing = fence("TASK", text)
    # Systems are never shown this file, so they cannot know the code; and as it stays the same,
    # promptfoo finds in its cache what was asked before.
    code = hashlib.sha256(f"{content.info.canary}\n{text}".encode()).hexdigest()[:24]
    policy = content.info.grading_policy.text.strip() or words["no_policy"]
    shown = fill_resource(
        *_HERE,
        f"user.{language}.md",
        policy=literal(policy),
        task_open=opening,
        task=literal(text),
        task_close=closing,
        code=code,
    )
    images = [_image(content, item) for item in images_among(task.attachments)]
    user = [*images, {"type": "text", "text": shown}] if images else shown
    system = resource_text(*_HERE, f"system.{language}.md").strip()
    return [{"role": "system", "content": system}, {"role": "user", "content": user}]


def _image(content: Content, item: Attachment) -> dict[str, Any]:
    data = base64.b64encode(content.files[item.sha256]).decode("ascii")
    return {"type": "image_url", "image_url": {"url": f"data:{item.media_type};base64,{data}"}}


def _readme(content: Content, responses: int, systems: int) -> str:
    has_images = any(images_among(task.attachments) for task in content.tasks)
    return fill_resource(
        *_HERE,
        "README.md",
        name=inline(content.info.name),
        tasks=f"{len(content.tasks):,}",
        responses=f"{responses:,}",
        systems=f"{systems:,}",
        images=_IMAGES if has_images else "",
        licence=inline(content.info.licence or "not stated"),
        canary=one_line(content.info.canary or "none"),
    )


FORMAT: Final = ForeignFormat(
    "promptfoo",
    "promptfoo",
    mark("A configuration that promptfoo runs unchanged, with an assertion for each checkpoint."),
    write_promptfoo,
    losses=promptfoo_losses,
    carries={
        "tasks": PROMPT_CARRIED | SORTING_CARRIED | {"attachments"},
        "checkpoints": POINT_CARRIED | ANSWERED_CARRIED,
        "responses": RESPONSE_CARRIED | {"attachments"},
    },
    instruments=frozenset({"binary", "check", "choice"}),
    options=PromptfooOptions,
)
