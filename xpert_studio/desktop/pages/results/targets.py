"""What a row, a cell or a mark of the results opens, by its target."""

from __future__ import annotations

from typing import Final

from xpert_studio.core.records import DisagreementKey
from xpert_studio.desktop.pages.alignment.places import CasePlace
from xpert_studio.desktop.pages.alignment.places import open_target as open_cases
from xpert_studio.desktop.pages.results.section import Section
from xpert_studio.desktop.places import Place
from xpert_studio.report.cases import CaseFilter
from xpert_studio.report.sections.systems import TWO_SYSTEMS

UNUSABLE: Final = "invalid,error"
VERDICTS: Final = "verdicts"
"""What Explore calls the list of verdicts."""


def open_target(section: Section, target: tuple[str, ...]) -> None:
    """Opens it, from a part of the page.

    Args:
        section: The part.
        target: What is opened, from the outside in.
    """
    if not section.choice.rater.id:
        return  # comparisons without scores: nothing more is known of a system
    match target:
        case ("system", system, "coverage") if _has_unusable(section, system):
            section.go("explore", show=VERDICTS, system=system, kinds=UNUSABLE)
        case ("system", system, *_):
            section.go("system", system=system)
        case ("behind", *words):
            section.go("system", **dict(zip(words[::2], words[1::2], strict=True)))
        case ("part", system, by, name):
            section.go("system", system=system, part=f"{by}:{name}")
        case ("bin", system, tenth):
            section.go("system", system=system, bin=tenth)
        case _:
            _open_of_several(section, target)


def _open_of_several(section: Section, target: tuple[str, ...]) -> None:
    """Opens what is of two systems, or of a task."""
    match target:
        case ("two", first, second):
            section.go("compare", show=TWO_SYSTEMS.id, first=first, second=second)
        case ("compared", show, first, second):
            section.go("compare", show=show, first=first, second=second)
        case ("both", task_id, first, second):
            section.go_beside(task_id, first, second)
        case ("response", task_id, response_id):
            section.open_response(task_id, response_id)
        case ("scores", task_id, *system):
            _open_scores(section, task_id, *system)
        case _:
            _open_elsewhere(section, target)


def _open_elsewhere(section: Section, target: tuple[str, ...]) -> None:
    """Opens what stands on another page."""
    shell = section.shell
    match target:
        case ("case", judge_id, response_id, checkpoint_id):
            key = DisagreementKey(judge_id, response_id, checkpoint_id)
            shell.go(CasePlace("", "", CaseFilter(judge=judge_id, said="differ")).at(key).place())
        case ("cases" | "pairs", *_):
            open_cases(shell, target)
        case ("checkpoint", task_id, checkpoint_id):
            shell.go(Place("task", task_id=task_id, tab="rubric", item=checkpoint_id))
        case ("responses", task_id):
            shell.go(Place("task", task_id=task_id, tab="responses"))
        case ("task", task_id):
            shell.go(Place("task", task_id=task_id))


def _open_scores(section: Section, task_id: str, system: str = "") -> None:
    """Opens a system's verdicts on a task; without a system, all verdicts on the task."""
    choice = section.choice
    response_id = system and choice.results.task_scores(*choice.key).response(system, task_id)
    if response_id:
        section.open_response(task_id, response_id)
    elif choice.rater.is_judge and not system:
        section.go("explore", show=VERDICTS, task=task_id)
    else:
        section.shell.go(Place("task", task_id=task_id, tab="responses"))


def _has_unusable(section: Section, system: str) -> bool:
    choice = section.choice
    if not choice.rater.is_judge or choice.rater.panel is not None:
        return False
    gap = choice.results.board(*choice.key).gaps.get(system)
    return gap is not None and bool(gap.unusable)
