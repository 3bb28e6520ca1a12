"""The judge's prompt: templates of one version, filled in for a task and a candidate.

Everything before the candidate is the same, byte for byte, for all candidates of a task, so that
a provider's prompt cache serves it. Text from outside stands between markers that it cannot
forge: the candidate's carry a random code; those of the task and the worked example carry a hash
of the very text they enclose, which no text can contain.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from string import Template
from typing import Any, Final

from xpert_studio.core.documents import IMAGES
from xpert_studio.core.errors import UsageError
from xpert_studio.core.instruments import instrument_of
from xpert_studio.core.judge.attached import Files, Shown, attachment_notes, candidate_text, fence
from xpert_studio.core.judge.failure_kinds import (
    FailureKind,
    failures_schema,
    failures_text,
)
from xpert_studio.core.messages import Message, joined
from xpert_studio.core.records import (
    ANSWERED,
    Anchor,
    Attachment,
    Checkpoint,
    GradingPolicy,
    Judgment,
    RatingState,
    Task,
    content_hash,
)
from xpert_studio.core.records.recordings import is_recording
from xpert_studio.core.records.transcripts import conversation_of
from xpert_studio.core.resources import resource_json, resource_path, resource_text

LANGUAGES = ("en", "zh")
_PARTS = ("system.md", "prefix.md", "anchor.md", "suffix.md")
_ATTACHMENTS = "attachments.json"
"""Words of prompts with attachments only: part of the keys of those verdicts. They are no part of
the judge's hash, so that it is the same where there are no attachments."""

BESIDE = "beside.json"
"""Words of prompts with a reference answer or results of checks; part of the keys of these only."""

GRADED = "graded.json"
"""Words of prompts with checkpoints that are not met or not met; part of the keys of these only."""

ABSTAINING = "abstaining.json"
"""Words of prompts of projects whose raters may abstain; part of the keys of these only."""

CONVERSATION = "conversation.json"
"""Words of prompts of tasks with turns; part of the keys of these only."""

_FAILURES = "failures.json"
"""Words of prompts that ask for types of failures; part of the keys of these only."""
TRACKS = "tracks.json"
"""Words of prompts of judges that are shown only pictures; part of the keys of these only."""
PAGES = "pages.json"
"""Words of prompts with pictures of attached files; part of the keys of these only."""
_RECORDINGS: Final = "recordings.json"
"""Words of prompts with sound or films; part of the keys of these only."""
REGIONS: Final = "regions.json"
"""Words of prompts that ask for regions; part of the keys of judges that are asked for them."""
_WORDS: Final = (
    "words.json", _ATTACHMENTS, BESIDE, "system_prompt.json", GRADED, ABSTAINING, CONVERSATION,
    _FAILURES, TRACKS, PAGES, _RECORDINGS, REGIONS,
)  # fmt: skip

_FIRST_RULE: Final = re.compile(r"^1\. .*$", re.MULTILINE)
_READING: Final = 1
_READING_DOCUMENTS: Final = 2
_READING_IMAGES: Final = 3
"""Versions of how attachments are read and placed: of images and texts, of documents, and of
images of which models are shown something else than the file; part of the same keys."""
SHOWN_AS_THEY_ARE: Final = frozenset({"image/png", "image/jpeg"})
"""Images that models were always shown as they are, but for size and metadata."""
_READ_AS_THEY_ARE: Final = SHOWN_AS_THEY_ARE | {"text/plain", "text/markdown"}

OTHERWISE: Final = {
    "en": "Where lines below a checkpoint say how it is answered, answer it so: they take the "
    'place of met and not met, and of "met" in the reply.',
    "zh": "若检查点下方另有说明如何作答的文字，请照其作答："
    '以其代替“满足”与“不满足”，并代替回复中的 "met"。',
}
"""Follows a rubric with checkpoints that are not met or not met."""


@dataclass(frozen=True, slots=True)
class Templates:
    """The prompt templates of one version in one language."""

    version: str
    language: str
    system: str
    prefix: Template
    anchor: Template
    suffix: Template
    words: Mapping[str, str]


@cache
def load_templates(version: str, language: str) -> Templates:
    """The templates of a version.

    Raises:
        UsageError: There is no such version or language.
    """
    if language not in LANGUAGES or not resource_path("prompts", version, language).is_dir():
        raise UsageError(
            Message(
                "There is no judge prompt {version} in {language}.",
                version=version,
                language=language,
            ),
            remedy=Message(
                "Versions: {part}; languages: {languages}.",
                part=joined(prompt_versions()),
                languages=joined(LANGUAGES),
            ),
        )
    system, prefix, anchor, suffix = (
        resource_text("prompts", version, language, part) for part in _PARTS
    )
    words: dict[str, str] = {}
    for part in _WORDS:
        words |= resource_json("prompts", version, language, part)
    return Templates(
        version,
        language,
        system.strip(),
        Template(prefix),
        Template(anchor),
        Template(suffix),
        words,
    )


def prompt_versions() -> list[str]:
    """The versions there are, oldest first."""
    return sorted(path.name for path in resource_path("prompts").iterdir() if path.is_dir())


@cache
def prompt_hash(version: str) -> str:
    """Hash of a version's templates in all languages: part of what identifies a judge."""
    parts = (*_PARTS, "words.json")
    return content_hash(
        {
            f"{lang}/{part}": resource_text("prompts", version, lang, part)
            for lang in LANGUAGES
            for part in parts
        }
    )


def attachments_hash(
    version: str, of_task: Iterable[Attachment], of_responses: Iterable[Attachment]
) -> str:
    """Hash of how attachments are shown: part of the keys of verdicts that depend on it.

    Args:
        version: Of the prompt.
        of_task: The task's attachments: documents are read in another way since their structure
            is, and by their names transcripts are known.
        of_responses: Those of the responses, whose captions were shown before.
    """
    others = tuple(of_responses)
    found = _read_hash(version, (*of_task, *others))
    return f"{found}\nwithout captions" if any(item.caption for item in others) else found


def _read_hash(version: str, items: Sequence[Attachment]) -> str:
    kinds = {file.media_type for file in items}
    if any(map(is_recording, items)):
        return content_hash([_recordings_hash(version), sorted(file.path for file in items)])
    if kinds & IMAGES - SHOWN_AS_THEY_ARE:
        return _shown_hash(version, _READING_IMAGES)
    return _shown_hash(version, _READING if kinds <= _READ_AS_THEY_ARE else _READING_DOCUMENTS)


@cache
def _shown_hash(version: str, reading: int) -> str:
    words = {lang: resource_text("prompts", version, lang, _ATTACHMENTS) for lang in LANGUAGES}
    return content_hash({"reading": reading, **words})


@cache
def _recordings_hash(version: str) -> str:
    words = {lang: resource_text("prompts", version, lang, _RECORDINGS) for lang in LANGUAGES}
    return content_hash([words, _shown_hash(version, _READING_IMAGES)])


@cache
def words_hash(version: str, part: str) -> str:
    """Hash of some words of prompts: part of the keys of the verdicts for which they are said.

    Args:
        version: Of the prompt.
        part: The file of the words, such as ``BESIDE``.
    """
    return content_hash({lang: resource_text("prompts", version, lang, part) for lang in LANGUAGES})


def failures_hash(version: str, kinds: Sequence[FailureKind]) -> str:
    """Hash of what is said of types of failures: part of the keys where they are asked for."""
    words = {lang: load_templates(version, lang).words["failures"] for lang in LANGUAGES}
    return content_hash({lang: failures_text(kinds, words[lang], lang) for lang in LANGUAGES})


def templates_for(templates: Templates, rubric: Sequence[Checkpoint]) -> Templates:
    """The templates for a part of a rubric: where nothing is met or not met, none of that is said.

    Args:
        templates: Of a version.
        rubric: The checkpoints of a call.
    """
    if not all(instrument_of(point).prompt(point, templates.language) for point in rubric):
        return templates
    rule = templates.words["rule"]
    return replace(templates, system=_FIRST_RULE.sub(lambda _: rule, templates.system, count=1))


def prompt_language(setting: str, task: Task) -> str:
    """The language to ask in: as set, or by ``auto`` the task's own where there is a template."""
    return language_of(task) if setting == "auto" else setting


def language_of(task: Task) -> str:
    """The language of the templates that fits a task."""
    return "zh" if (task.language or "").lower().startswith("zh") else "en"


def shared_prefix(
    templates: Templates,
    policy: GradingPolicy,
    task: Task,
    rubric: Sequence[Checkpoint],
    anchors: Sequence[Anchor] = (),
    files: Files | None = None,
    *,
    show_weights: bool = False,
    show_reference: bool = False,
    may_abstain: bool = False,
    failures: Sequence[FailureKind] = (),
) -> str:
    """What precedes the candidate: policy, task, rubric, worked examples.

    Args:
        templates: The templates to fill.
        policy: The project's grading policy, the same words the experts see.
        task: The task.
        rubric: The checkpoints of this call's part of the rubric, in order.
        anchors: Gold forms on other responses, shown for these checkpoints.
        files: The attachments as they are shown: listed here with the text of documents, images
            apart. None lists those of the task.
        show_weights: Whether tiers and weights are shown.
        show_reference: Whether the reference answer is shown, where the task has one.
        may_abstain: Whether the judge may abstain from a checkpoint.
        failures: The types of failures that it names; none where it is not asked for them.
    """
    words = templates.words
    lines = [*_rubric_lines(rubric, templates, show=show_weights)]
    lines += ["", words["conversation"]] if conversation_of(task) else []
    lines += ["", words["abstaining"]] if may_abstain else []
    if failures:
        lines += ["", failures_text(failures, words["failures"], templates.language)]
    files = files or Files(task=listed(task), anchors=((),) * len(anchors))
    text = task_text(task, words, files.task)
    task_open, task_close = fence("TASK", text)
    return templates.prefix.substitute(
        policy=policy.text.strip() or words["no_policy"],
        task_open=task_open,
        task=text,
        task_close=task_close + (_reference_text(task, words) if show_reference else ""),
        rubric="\n".join(lines),
        anchors="".join(
            _anchor_text(templates, number, anchor, rubric, shown)
            for number, (anchor, shown) in enumerate(
                zip(anchors, files.anchors, strict=True), start=1
            )
        ),
    )


def _reference_text(task: Task, words: Mapping[str, str]) -> str:
    text = (task.reference_answer or "").strip()
    if not text:
        return ""
    opening, closing = fence("REFERENCE", text)
    return f"\n\n{words['reference']}\n{opening}\n{text}\n{closing}"


def checks_text(outcomes: Sequence[tuple[Checkpoint, bool]], words: Mapping[str, str]) -> str:
    """What programs decided of a response, a line each; empty for nothing.

    Their reasons are left out: they quote the response, which must not speak outside its markers.
    """
    lines = [
        f"- {' '.join(point.text.split())}: {words['passed' if passed else 'failed']}"
        for point, passed in outcomes
    ]
    return "\n".join(["", words["checks"], *lines]) if lines else ""


def candidate_suffix(
    templates: Templates,
    response: str,
    asked: Sequence[str],
    code: str,
    files: Sequence[Shown] = (),
    checked: Sequence[tuple[Checkpoint, bool]] = (),
) -> tuple[str, str]:
    """The candidate between its markers, and the ids to decide.

    Args:
        templates: The templates to fill.
        response: The candidate's text, as it is.
        asked: The checkpoint ids.
        code: From ``fresh_code``: new for every call.
        files: The candidate's attachments as they are shown.
        checked: What programs decided of it, where that is shown.

    Returns:
        What comes before the candidate's images, and what comes after them. The closing marker is
        in the second part, so images stand between the markers.
    """
    ids = ", ".join(f"[{checkpoint_id}]" for checkpoint_id in asked)
    before, _, after = templates.suffix.template.partition("$response")
    opening = Template(before).substitute(code=code)
    return (
        f"{opening}{candidate_text(response, files, templates.words)}",
        Template(after).substitute(code=code, ids=ids).rstrip("\n")
        + checks_text(checked, templates.words)
        if checked
        else Template(after).substitute(code=code, ids=ids),
    )


def fresh_code() -> str:
    """A code that cannot be guessed, for the markers of one call."""
    return secrets.token_hex(12)


def reply_schema(
    points: Sequence[Checkpoint],
    *,
    may_abstain: bool = False,
    failures: Sequence[FailureKind] = (),
    regions: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """JSON schema of the reply; evidence and rationale come before the value.

    It names all checkpoints of the call's part of the rubric, also when only some are asked
    again, so that the cached prefix stays the same. Checkpoints that are answered in another way
    are another kind of item. Where a judge may abstain, its state comes before the value; where it
    names types of failures, they follow it.

    Args:
        points: The checkpoints.
        may_abstain: Whether the judge may abstain.
        failures: The types that it may name.
        regions: The schema of regions, where they are asked for; they come after the evidence.
    """
    kinds: dict[str, tuple[dict[str, Any], list[str]]] = {}
    for point in points:
        fields = instrument_of(point).reply_fields(point)
        if may_abstain:
            fields = _or_abstaining(fields, instrument_of(point).reply_keys[0])
        fields = {**fields, **failures_schema(failures)} if failures else fields
        kinds.setdefault(content_hash(fields), (fields, []))[1].append(point.id)
    beside = {"regions": regions} if regions else {}
    items = [_item_schema(*kind, beside) for kind in kinds.values()]
    return {
        "type": "object",
        "properties": {
            "verdicts": {
                "type": "array",
                "items": items[0] if len(items) == 1 else {"anyOf": items},
            }
        },
        "required": ["verdicts"],
        "additionalProperties": False,
    }


def _or_abstaining(fields: Mapping[str, Any], value: str) -> dict[str, Any]:
    """The fields of a reply with a state, which may take the place of the value."""
    return {
        "state": {"type": "string", "enum": [state.value for state in ANSWERED]},
        **fields,
        value: {"anyOf": [fields[value], {"type": "null"}]},
    }


def _item_schema(
    fields: Mapping[str, Any], ids: Sequence[str], beside: Mapping[str, Any]
) -> dict[str, Any]:
    properties = {
        "id": {"type": "string", "enum": list(ids)},
        "evidence": {"type": "array", "items": {"type": "string"}},
        **beside,
        "rationale": {"type": "string"},
        **fields,
    }
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def task_text(task: Task, words: Mapping[str, str], files: Sequence[Shown]) -> str:
    """The task as the judge is shown it: its prompts, and a note for each attachment."""
    before = [words["system_prompt"], task.system_prompt.strip()] if task.system_prompt else []
    after = [words["prompt"]] if before else []
    return "\n\n".join([*before, *after, task.full_prompt.strip(), *attachment_notes(files, words)])


def listed(task: Task) -> tuple[Shown, ...]:
    """A task's attachments without their content: their captions alone."""
    return tuple(Shown(item) for item in task.attachments)


def _rubric_lines(
    rubric: Sequence[Checkpoint], templates: Templates, *, show: bool
) -> Iterator[str]:
    for point in rubric:
        yield _rubric_line(point, templates, show=show)
    if any(instrument_of(point).prompt(point, templates.language) for point in rubric):
        yield f"\n{OTHERWISE[templates.language]}"
        yield templates.words["lost"]


def _rubric_line(point: Checkpoint, templates: Templates, *, show: bool) -> str:
    words = templates.words
    text = " ".join(point.text.split())
    answered = instrument_of(point).prompt(point, templates.language)
    if answered:
        text += f"\n    {answered}"
    if point.turn:
        text += f"\n    {Template(words['turn']).substitute(turn=point.turn)}"
    if not show:
        return f"[{point.id}] {text}"
    tier = f"{point.tier.value}, " if point.tier else ""
    return f"[{point.id}] ({tier}{point.weight} {words['points']}) {text}"


def _anchor_text(
    templates: Templates,
    number: int,
    anchor: Anchor,
    rubric: Sequence[Checkpoint],
    files: Sequence[Shown],
) -> str:
    judged = [(point, anchor.judgment_of(point.id)) for point in rubric]
    text = candidate_text(anchor.response_text, files, templates.words)
    opening, closing = fence("EXAMPLE", text)
    return templates.anchor.substitute(
        number=number,
        anchor_open=opening,
        response=text,
        anchor_close=closing,
        judgments="\n".join(
            _judgment_line(point, judgment, templates.words)
            for point, judgment in judged
            if judgment is not None
        ),
    )


def _judgment_line(point: Checkpoint, judgment: Judgment, words: Mapping[str, str]) -> str:
    decision = judgment.final
    said = (
        words[decision.value]
        if isinstance(decision, RatingState)
        else instrument_of(point).prompt_word(decision, point, words)
    )
    line = f"[{point.id}] {said}"
    if judgment.reason:
        line += f", {words['because']}: {' '.join(judgment.reason.split())}"
    quotes = "; ".join(f'"{" ".join(item.quote.split())}"' for item in judgment.quotes[:3])
    return f"{line} ({words['quoting']}: {quotes})" if quotes else line
