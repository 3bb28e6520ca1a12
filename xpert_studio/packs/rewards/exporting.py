"""A Python package whose rewards are our scores: an environment for verifiers, a function for TRL.

The code in it is the same for every project (``resources/exports/rewards`` and ``rubric``); all
that comes from a project is data beside it.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

from pydantic import BaseModel

from xpert_studio import __version__
from xpert_studio.api.changes import UsageError
from xpert_studio.api.formats import (
    ANSWERED_CARRIED,
    POINT_CARRIED,
    TASK_CARRIED,
    Asks,
    Content,
    ForeignFormat,
    Judge,
    Task,
    counted,
    fill_resource,
    image_paths,
    inline,
    instrument_of,
    mark,
    one_line,
    write_json,
    write_lines,
    write_text,
)
from xpert_studio.core.exchange.held_out import sound_entries
from xpert_studio.core.judge.prompt import prompt_versions
from xpert_studio.core.records import JudgeSettings
from xpert_studio.core.wording import listed
from xpert_studio.core.workflow.publications import held_out_before
from xpert_studio.packs.checks.exported import PACKAGES
from xpert_studio.packs.checks.instrument import Check
from xpert_studio.packs.inspect.rows import sample_row, write_code, write_grader, write_reader
from xpert_studio.packs.rewards.kinds import kind_of

if TYPE_CHECKING:
    from xpert_studio.packs.rewards.section_judged import Evidence

_HERE: Final = ("exports", "rewards")
_SENT: Final = {"max_output_tokens": "max_tokens"}
"""What parameters of a judge are called by servers that speak OpenAI's chat completions."""
_CARRIED: Final = frozenset({"temperature", "top_p", "seed", "reasoning_effort", *_SENT})
_ASKED: Final = frozenset({"prompt_version", "chunk_size", "max_asks", "fuzzy_threshold"})
"""Settings of a judge that the export asks by."""
_OTHERWISE: Final = (
    "The certificate is of the judge as it was asked in Xpert Studio. This package asks it "
    "without these settings: {names}."
)


class RewardOptions(BaseModel):
    """What a person can choose of what is trained on."""

    judge: Annotated[
        str,
        Asks(
            "The judge whose verdicts count.",
            "JUDGE",
            title=mark("Judge"),
            empty=mark("the judge that leads, or the first"),
        ),
    ] = ""
    also_held_out: Annotated[
        bool,
        Asks(
            "Also tasks that were held out of an earlier public bundle or site.",
            title=mark("Held-out tasks too"),
        ),
    ] = False


_CHOSEN: Final = RewardOptions()


def trainable(content: Content, *, also_held_out: bool) -> list[Task]:
    """The tasks to train on: those that are texts, and are not held out.

    What ``--hold-out`` names is not in the content; what was held out of an earlier public bundle
    or site, of this project or of that from which it was imported, may be.

    Args:
        content: What goes out.
        also_held_out: Whether these are taken too.

    Raises:
        UsageError: There is none.
    """
    found = [task for task in content.tasks if not image_paths(task.attachments)]
    if not also_held_out:
        listed = {entry["content_hash"] for entry in sound_entries(content.info.extra)}
        with content.rated.project.reading() as tx:
            before = held_out_before(tx)
        found = [
            task for task in found if task.content_hash not in listed and task.id not in before
        ]
    if not found:
        raise UsageError(
            "Every task that was chosen is held out or shows a picture: there is nothing to train "
            "on.",
            remedy="Choose other tasks.",
        )
    return found


def write_rewards(
    content: Content, folder: Path, chosen: RewardOptions = _CHOSEN
) -> Mapping[str, int]:
    """Writes the package.

    Args:
        content: The benchmark, with what judges said.
        folder: An empty folder.
        chosen: What a person chose of it.

    Returns:
        Rows by file.

    Raises:
        NotFoundError: The judge that was named has no verdicts.
        UsageError: It is a panel; or there is no task to train on.
    """
    from xpert_studio.packs.rewards.section_judged import (  # what computes takes long to import
        judged,
        whole,
        worth_by_response,
    )

    tasks = trainable(content, also_held_out=chosen.also_held_out)
    analysis, found, evidence = judged(content, chosen.judge)
    judge, worth = None, {}
    if found is not None and evidence is not None:
        judge = next(iter(content.rated.published([found.judge])))
        evidence.write(folder)
        marks = whole(analysis.catalog, found.scored)
        worth = worth_by_response(analysis.catalog, marks)
    package = package_name(content.info.name)
    place, stored = folder / package, _stored(content, tasks, worth)
    version = _prompt_version(judge)
    rows = {
        f"{package}/tasks.jsonl": write_lines(
            place / "tasks.jsonl", (_task_row(content, task, version) for task in tasks)
        ),
        f"{package}/stored.jsonl": write_lines(place / "stored.jsonl", stored),
    }
    write_grader(content, place, version)
    write_reader(content, place)
    write_code(place, _HERE)
    write_json(place / "judge.json", _judge_row(judge))
    names = {"package": package, "distribution": package.replace("_", "-")}
    write_text(folder / "pyproject.toml", fill_resource(*_HERE, "pyproject.toml", **names))
    write_text(folder / "README.md", _readme(content, names, rows, judge, evidence))
    return rows


def package_name(project: str) -> str:
    """What the package is called: the project's name as far as Python takes it."""
    plain = re.sub(r"[^a-z0-9]+", "_", project.lower()).strip("_")[:40]
    if not plain.isascii() or not plain or plain[0].isdigit():
        plain = f"project_{hashlib.sha256(project.encode()).hexdigest()[:8]}"
    return f"{plain}_rewards"


def _prompt_version(judge: Judge | None) -> str:
    known = prompt_versions()
    asked = judge.settings.prompt_version if judge and judge.settings else ""
    return asked if asked in known else known[-1]


def _task_row(content: Content, task: Task, version: str) -> dict[str, Any]:
    """As Inspect AI's sample, without its reference answer and with the kinds of checkpoints."""
    row = sample_row(content, task, version)
    kinds = {point.id: kind_of(point) for point in content.rubrics[task.id]}
    row["metadata"]["kinds"] = kinds
    return {name: value for name, value in row.items() if name != "target"}


def _stored(
    content: Content, tasks: Iterable[Task], worth: Mapping[str, list[tuple[str, float]]]
) -> list[dict[str, Any]]:
    """What each checkpoint earns, by the key of the response.

    Of responses with one text that have different verdicts none is stored.
    """
    found: dict[str, list[list[tuple[str, float]]]] = defaultdict(list)
    for task in tasks:
        for response in content.responses.get(task.id, ()):
            if response.id in worth and not response.attachments:
                found[response_key(task.id, response.text)].append(worth[response.id])
    return [
        {"response": key, "worth": said[0]}
        for key, said in found.items()
        if all(one == said[0] for one in said)
    ]


def response_key(task_id: str, text: str) -> str:
    """By what the exported code finds a response again; as ``response_key`` of its ``judge.py``."""
    return hashlib.sha256(json.dumps([task_id, text.strip()]).encode()).hexdigest()


def _judge_row(judge: Judge | None) -> dict[str, Any]:
    """How the judge is asked; where it is and its key are never part of it."""
    settings = (judge and judge.settings) or JudgeSettings()
    parameters = judge.parameters if judge else {}
    return {
        "judge": judge.id if judge else "",
        "model": (judge and judge.model) or "",
        "checkpoints_per_call": settings.chunk_size,
        "asks": settings.max_asks,
        "parameters": {
            _SENT.get(name, name): value for name, value in parameters.items() if name in _CARRIED
        },
        "asked_otherwise": _asked_otherwise(judge),
    }


def _asked_otherwise(judge: Judge | None) -> list[str]:
    """Settings of the judge that the export does not ask by: its certificate knows them."""
    if judge is None or judge.settings is None:
        return []
    usual, own = JudgeSettings(), judge.settings
    names = [name for name in JudgeSettings.PUBLIC if name not in _ASKED]
    return [name for name in names if getattr(own, name) != getattr(usual, name)]


def _readme(
    content: Content,
    names: Mapping[str, str],
    rows: Mapping[str, int],
    judge: Judge | None,
    evidence: Evidence | None,
) -> str:
    tasks, stored = rows.values()
    missing = "Not enough: no judge has scored anything, so that neither is known."
    otherwise = _asked_otherwise(judge)
    return fill_resource(
        *_HERE,
        "README.md",
        **names,
        name=one_line(inline(content.info.name)),
        tasks=f"{tasks:,}",
        stored=f"{stored:,}",
        judge=inline(judge.id) if judge else "none",
        evidence=evidence.told() if evidence else missing,
        otherwise=f"\n{_OTHERWISE.format(names=listed(otherwise))}\n" if otherwise else "",
        version=__version__,
        packages=" ".join(PACKAGES),
        licence=inline(content.info.licence or "not stated"),
        canary=one_line(content.info.canary or "none"),
    )


def rewards_losses(content: Content) -> tuple[str, ...]:
    """What stays out, and what runs there only on a condition."""
    points = [p for many in content.rubrics.values() for p in many if p.instrument == Check.id]
    code = sum(instrument_of(point).runs_code(point) for point in points)
    return tuple(_told(content, len(points), code))


def _told(content: Content, checks: int, code: int) -> Iterator[str]:
    yield from left_out(content)
    if checks:
        yield counted(
            "1 check is decided only where Xpert Studio is installed beside the trainer; elsewhere "
            "new responses to its task have no reward. README.md says more.",
            "{n:,} checks are decided only where Xpert Studio is installed beside the trainer; "
            "elsewhere new responses to their tasks have no reward. README.md says more.",
            checks,
        )
    if code:
        yield counted(
            "1 check runs code of responses: only with XPERT_ALLOW_CODE=1, and in a sandbox.",
            "{n:,} checks run code of responses: only with XPERT_ALLOW_CODE=1, and in a sandbox.",
            code,
        )


def left_out(content: Content) -> Iterator[str]:
    """How many tasks stay out because they show pictures."""
    pictures = sum(bool(image_paths(task.attachments)) for task in content.tasks)
    if pictures:
        yield counted(
            "Excluded: 1 task that shows a picture; training is on texts.",
            "Excluded: {n:,} tasks that show pictures; training is on texts.",
            pictures,
        )


FORMAT: Final = ForeignFormat(
    id="rewards",
    tool="verifiers, TRL (rewards)",
    what=mark("A Python package that rewards responses with their scores, to train on."),
    write=write_rewards,
    is_rated=True,
    losses=rewards_losses,
    carries={
        "tasks": (TASK_CARRIED | {"system_prompt"}) - {"reference_answer"},
        "checkpoints": POINT_CARRIED | ANSWERED_CARRIED,
        "responses": frozenset({"task_id"}),
        "judges": frozenset({"id", "model", "parameters", "settings"}),
        "verdicts": frozenset({"response_id", "checkpoint_id", "judge_id", "value"}),
    },
    options=RewardOptions,
    instruments=frozenset({"binary", "graded", "check", "choice"}),
)
