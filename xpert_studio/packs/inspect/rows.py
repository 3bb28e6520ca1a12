"""What exports say of tasks and rubrics to code that decides them: rows, the prompt, the reader."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from xpert_studio.api.formats import (
    Checkpoint,
    Content,
    Task,
    image_paths,
    instrument_of,
    write_text,
)
from xpert_studio.core.judge.attached import Shown, prompt_with_documents, read_attachments
from xpert_studio.core.judge.prompt import (
    OTHERWISE,
    language_of,
    load_templates,
    task_text,
    templates_for,
)
from xpert_studio.core.resources import resource_path, resource_text
from xpert_studio.packs.checks.instrument import Check
from xpert_studio.packs.choice import letter_reading
from xpert_studio.packs.choice.instrument import MultipleChoice

READER: Final = "letter_reading"
_SHARED: Final = ("exports", "rubric")


def write_code(folder: Path, *more: tuple[str, ...]) -> None:
    """Writes the code that decides rubrics, and the code of the tool that calls it.

    Args:
        folder: Where to.
        more: Folders of ``resources/`` with Python files.
    """
    for parts in (_SHARED, *more):
        for path in sorted(resource_path(*parts).glob("*.py")):
            write_text(folder / path.name, resource_text(*parts, path.name))


def sample_row(content: Content, task: Task, version: str) -> dict[str, Any]:
    """A row of the dataset: an Inspect AI sample."""
    language = language_of(task)
    words = load_templates(version, language).words
    files = read_attachments(task.attachments, content.files.__getitem__)
    metadata: dict[str, Any] = {
        "title": task.name,
        "domain": task.domain or "",
        "category": task.category or "",
        "difficulty": task.difficulty or "",
        "language": task.language or "",
        "prompt_language": language,
        "task_text": task_text(task, words, files) if files or task.system_prompt else "",
        "rubric": [point_row(point, language) for point in content.rubrics[task.id]],
        "otherwise": f"{OTHERWISE[language]}\n{words['lost']}",
    }
    if any(point.instrument == Check.id for point in content.rubrics[task.id]):
        metadata["checked"] = {"prompt": task.full_prompt, "materials": task.materials or ""}
    return {
        "id": task.id,
        "input": _input(task, files, words),
        "target": task.reference_answer or "",
        "metadata": metadata,
    }


def _input(
    task: Task, files: Sequence[Shown], words: Mapping[str, str]
) -> str | list[dict[str, Any]]:
    """What the system under test is given: its prompts, with documents and images."""
    prompt = prompt_with_documents(task.full_prompt, files, words)
    images = image_paths(task.attachments)
    if not images and not task.system_prompt:
        return prompt
    parts: list[dict[str, Any]] = [{"type": "text", "text": prompt}]
    parts += [{"type": "image", "image": path} for path in images]
    told = [{"role": "system", "content": task.system_prompt}] if task.system_prompt else []
    return [*told, {"role": "user", "content": parts if images else prompt}]


def point_row(point: Checkpoint, language: str) -> dict[str, Any]:
    """A checkpoint; one that is not met or not met says how it is answered and scored."""
    instrument = instrument_of(point)
    answered = instrument.prompt(point, language)
    how = {
        "how": answered,
        "reply": instrument.reply_fields(point),
        "scoring": instrument.scoring(point),
    }
    gate: dict[str, Any] = (
        {"gate": True} if instrument.can_fail_task(point) and not answered else {}
    )
    settings = {name: value for name, value in point.settings.items() if name != "gate"}
    if point.instrument == MultipleChoice.id:
        gate |= {"choice": settings}
    elif point.instrument == Check.id:
        gate |= {"check": settings, "version": instrument.version(point)}
    return {
        "id": point.id,
        "text": point.text,
        "weight": point.weight,
        "tier": point.tier or "",
        "dimension": point.dimension or "",
        **(how if answered else gate),
    }


def write_grader(content: Content, folder: Path, version: str) -> None:
    """The prompt of our own judge, in the languages that the tasks ask for."""
    policy = content.info.grading_policy.text.strip()
    for language in sorted({language_of(task) for task in content.tasks}):
        templates = load_templates(version, language)
        of_values = templates_for(templates, ())  # no checkpoint is met or not met
        parts = {
            "system": templates.system,
            "graded": of_values.system,
            "prefix": templates.prefix.template,
            "suffix": templates.suffix.template,
            "policy": policy or templates.words["no_policy"],
        }
        for name, text in parts.items():
            write_text(folder / "grader" / f"{name}.{language}.md", text)


def write_reader(content: Content, folder: Path) -> None:
    """The reader of multiple choice with its phrases, where there is one: our verdicts are kept."""
    points = (point for rubric in content.rubrics.values() for point in rubric)
    if not any(point.instrument == MultipleChoice.id for point in points):
        return
    for path in sorted(Path(letter_reading.__file__).parent.glob("*.py")):
        write_text(folder / READER / path.name, path.read_text(encoding="utf-8"))
    write_text(folder / READER / "words.json", resource_text("choice", "words.json"))
