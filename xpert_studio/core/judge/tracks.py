"""A judge of one track is shown only the source of responses, or only pictures of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from xpert_studio.core.documents import Gap, GapReason
from xpert_studio.core.documents.document import WHOLE
from xpert_studio.core.documents.media_types import FOLDER, HTML, SOURCE
from xpert_studio.core.documents.page_source import judged_source
from xpert_studio.core.errors import JudgeError
from xpert_studio.core.judge.attached import Shown
from xpert_studio.core.judge.prompt import load_templates, prompt_language
from xpert_studio.core.messages import Message, joined
from xpert_studio.core.records import (
    Anchor,
    Attachment,
    Checkpoint,
    JudgeSettings,
    KeptRendering,
    Response,
    Shows,
    Task,
)
from xpert_studio.core.workflow.assignments.blind_records import names_system
from xpert_studio.core.workflow.media import gaps_of

_WITHHELD: Final = (Gap(WHOLE, GapReason.TEXT_ONLY),)
NONE_KEPT: Final[Mapping[str, KeptRendering]] = {}


def as_source(items: Sequence[Attachment], shows: Shows) -> tuple[Attachment, ...]:
    """Attachments as they are read: a judge of the source reads a page letter by letter."""
    if shows != "source":
        return tuple(items)
    return tuple(
        item.model_copy(update={"media_type": SOURCE}) if item.media_type == HTML else item
        for item in items
    )


def of_track(
    files: Iterable[Shown],
    shows: Shows,
    kept: Mapping[str, KeptRendering] = NONE_KEPT,
    *,
    system: str = "",
) -> tuple[Shown, ...]:
    """What a judge of a track is shown of attachments that were read.

    Args:
        files: The attachments, and pictures that were made of them.
        shows: The track.
        kept: The renderings there are, by the SHA-256 of the files.
        system: The name of the system that is judged.
    """
    if shows == "all":
        return tuple(files)
    if shows == "source":
        return tuple(_as_source(file, system) for file in files)
    return tuple(_as_pictures(file, kept) for file in files)


def _as_source(file: Shown, system: str) -> Shown:
    if file.is_picture:
        return replace(file, text="", pictures=(), gaps=_WITHHELD)
    if file.item.media_type != SOURCE:
        return file
    text = judged_source(file.text, lambda said: names_system(said, system))
    return replace(file, text=text)


def _as_pictures(file: Shown, kept: Mapping[str, KeptRendering]) -> Shown:
    """A picture, of which no text says the same here; or a file without its text."""
    if file.is_picture:
        return replace(file, page=replace(file.page, is_beside=False)) if file.page else file
    return replace(file, text="", gaps=tuple(_on_no_picture(file, kept.get(file.item.sha256))))


def _on_no_picture(file: Shown, rendering: KeptRendering | None) -> Iterator[Gap]:
    shown, every = file.pages
    if not shown or rendering is None:
        # What was changed in a folder is told by the response's text.
        yield from () if file.item.media_type == FOLDER else (Gap(WHOLE, GapReason.PICTURES_ONLY),)
        return
    yield from gaps_of(rendering)
    if shown < every:
        yield Gap(Message("pages {first} to {last}", first=shown + 1, last=every), GapReason.PAGES)


def response_shown(response: Response, task: Task, settings: JudgeSettings) -> Response:
    """A response with the text that a judge is shown: in place of it, that it is not."""
    if settings.shows != "pictures":
        return response
    return response.model_copy(update={"text": _in_place_of_text(task, settings)})


def anchors_shown(
    anchors: Sequence[Anchor], task: Task, settings: JudgeSettings
) -> tuple[Anchor, ...]:
    """Worked examples with the text that a judge is shown; see ``response_shown``."""
    if settings.shows != "pictures":
        return tuple(anchors)
    text = _in_place_of_text(task, settings)
    return tuple(anchor.model_copy(update={"response_text": text}) for anchor in anchors)


def _in_place_of_text(task: Task, settings: JudgeSettings) -> str:
    language = prompt_language(settings.prompt_language, task)
    return str(load_templates(settings.prompt_version, language).words["pictures_only"])


def without_pictures(
    settings: JudgeSettings,
    responses: Sequence[Response],
    files_of: Callable[[Response], Sequence[Shown]],
) -> dict[str, str]:
    """Responses that a judge of pictures sees nothing of, each with its task.

    Args:
        settings: Of the judge.
        responses: Those that it is to judge.
        files_of: Gives the attachments of a response, as the judge is shown them.

    Raises:
        JudgeError: It sees nothing of any.
    """
    if settings.shows != "pictures":
        return {}
    found = {
        response.id: response.task_id
        for response in responses
        if not any(file.is_picture for file in files_of(response))
    }
    if len(found) == len(responses):
        raise JudgeError(
            "The judge is shown pictures only, and no selected response has one.",
            remedy="Have pictures made of attached files first, or show it text and files.",
        )
    return found


def of_dimensions(
    rubrics: Mapping[str, tuple[Checkpoint, ...]], names: Sequence[str]
) -> Mapping[str, tuple[Checkpoint, ...]]:
    """The checkpoints of some dimensions, by task; tasks without any are left out.

    Args:
        rubrics: By task.
        names: The dimensions, in any case; without any, every checkpoint.

    Raises:
        JudgeError: No checkpoint has one of them.
    """
    wanted = {name.casefold() for name in names}
    if not wanted:
        return rubrics
    found = {
        task: tuple(one for one in rubric if (one.dimension or "").casefold() in wanted)
        for task, rubric in rubrics.items()
    }
    found = {task: rubric for task, rubric in found.items() if rubric}
    if rubrics and not found:
        raise JudgeError(
            Message("No checkpoint has one of the dimensions {names}.", names=joined(names)),
            remedy="'xpert-studio people vocabulary PROJECT' lists dimensions.",
        )
    return found
