"""Evaluations and gates as JUnit XML, which continuous integration reads."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final
from xml.etree import ElementTree as ET

from xpert_studio.core.wording import percent, t, translated
from xpert_studio.packs.suites.evaluations import Evaluation, TaskResult
from xpert_studio.packs.suites.gate import Condition

_FORBIDDEN: Final = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""What XML 1.0 cannot hold."""
Gated = tuple[Evaluation, Sequence[Condition]]


def evaluations_xml(evaluations: Iterable[Evaluation]) -> str:
    """A test case a task: a failure where a trial fails, skipped where it is not decided."""
    root = ET.Element("testsuites")
    for evaluation in evaluations:
        suite = _suite(root, evaluation)
        for task in evaluation.tasks.values():
            _task(suite, evaluation, task)
        _count(suite)
    return _written(root)


def gates_xml(gated: Iterable[Gated]) -> str:
    """A test case a condition: a failure where it is not met, an error where it cannot be told."""
    root = ET.Element("testsuites")
    for evaluation, conditions in gated:
        suite = _suite(root, evaluation)
        for condition in conditions:
            case = _case(suite, evaluation, condition.name)
            if condition.is_met is None:
                _beside(case, "error", condition.said)
            elif not condition.is_met:
                _beside(case, "failure", condition.said)
            else:
                ET.SubElement(case, "system-out").text = _sound(condition.said)
        _count(suite)
    return _written(root)


def _suite(root: ET.Element, evaluation: Evaluation) -> ET.Element:
    first = evaluation.first
    suite = ET.SubElement(
        root,
        "testsuite",
        name=_sound(evaluation.suite),
        timestamp=evaluation.at.isoformat(timespec="seconds"),
    )
    held = ET.SubElement(suite, "properties")
    named = {
        "evaluation": evaluation.id,
        "system": first.system,
        "branch": first.branch,
        "revision": first.revision,
        "suite_version": str(first.suite_version),
        "suite_hash": first.suite_hash,
        "judge": first.judge,
    }
    for name, value in named.items():
        if value:
            ET.SubElement(held, "property", name=name, value=_sound(value))
    return suite


def _case(suite: ET.Element, evaluation: Evaluation, name: str) -> ET.Element:
    of = _sound(f"{evaluation.suite}.{evaluation.first.system}")
    return ET.SubElement(suite, "testcase", classname=of, name=_sound(name))


def _task(suite: ET.Element, evaluation: Evaluation, task: TaskResult) -> None:
    case = _case(suite, evaluation, task.task)
    own = (one.seconds for one in evaluation.results if one.task == task.task)
    known = [seconds for seconds in own if seconds is not None]
    if known:
        case.set("time", f"{sum(known):.3f}")
    if not task.is_known:
        _beside(case, "skipped", t("Not decided in full."))
    elif task.passed < len(task.passes):
        said = t(
            "{passed} of {n} trials passed; score {score}.",
            passed=task.passed,
            n=len(task.passes),
            score=percent(task.score, 1),
        )
        _beside(case, "failure", said)


def _beside(case: ET.Element, kind: str, said: str) -> None:
    made = ET.SubElement(case, kind, message=_sound(translated(said)))
    made.text = _sound(translated(said))


def _count(suite: ET.Element) -> None:
    for plural, kind in (("failures", "failure"), ("errors", "error"), ("skipped", "skipped")):
        suite.set(plural, str(len(suite.findall(f"testcase/{kind}"))))
    suite.set("tests", str(len(suite.findall("testcase"))))


def _sound(text: str) -> str:
    return _FORBIDDEN.sub("\ufffd", text)


def _written(root: ET.Element) -> str:
    ET.indent(root)
    return ET.tostring(root, encoding="unicode", xml_declaration=True) + "\n"
