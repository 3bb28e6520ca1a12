"""Graded checkpoints: whether their bands cover the scale, and whether a degree is meant at all."""

from __future__ import annotations

import re
from itertools import chain
from typing import Final

from xpert_studio.core.instruments import INSTRUMENTS, problem_of
from xpert_studio.core.lint.findings import Context, Found, Level, LintedLine
from xpert_studio.core.lint.linter import Rule
from xpert_studio.core.lint.rules import wording
from xpert_studio.packs.graded.instrument import Graded
from xpert_studio.packs.graded.scale import GradedScale, band_faults, scale_of

ENOUGH_BANDS: Final = 3
"""So many described bands show that degrees are told apart."""
_PRESENCE: Final = re.compile(
    r"(?:the (?:response|answer|report|letter|text) )?(?:correctly |explicitly |also )?"
    r"(?:states?|mentions?|names?|lists?|cites?|gives?|includes?|contains?|identifies|identify|"
    r"specifies|specify|quotes?|notes?|recommends?|warns?|concludes?|refuses?|asks?)\b"
    r"|(?:(?:该|本)?(?:回答|答案|报告)(?:应|须|需)?)?"
    r"(?:明确)?(?:指出|列出|提到|提及|写明|给出|注明|引用|包含|说明|建议|提醒)",
    re.IGNORECASE,
)
_DEGREE: Final = re.compile(
    r"\b(?:how|clear|clearly|clarity|quality|depth|extent|degree|fluen\w+|well|thorough\w*|"
    r"complete\w*|detail\w*|persuasive\w*|style|tone|readab\w+)\b"
    r"|程度|清晰|质量|深度|充分|完整|详细|流畅|说服力|文风|语气|易读",
    re.IGNORECASE,
)
_CAP_RULES: Final = (
    wording.subjective,
    wording.vague_quantity,
    wording.hedging,
    wording.unfalsifiable,
)


def _scale(line: LintedLine) -> GradedScale | None:
    """The scale of a graded checkpoint whose settings can be read."""
    is_graded = isinstance(INSTRUMENTS.get(line.point.instrument), Graded)
    return scale_of(line.point) if is_graded and problem_of(line.point) is None else None


def band_overlap(line: LintedLine, context: Context) -> Found:
    """A value in two bands has two descriptions."""
    return _band_faults(line, context, "overlap")


def band_gap(line: LintedLine, context: Context) -> Found:
    """A value in no band has no description."""
    return _band_faults(line, context, "gap")


def _band_faults(line: LintedLine, context: Context, wanted: str) -> Found:
    scale = _scale(line)
    for fault, values in band_faults(scale) if scale else []:
        if fault == wanted:
            yield context.finding(f"band_{fault}", Level.ERROR, line, None, what=values)


def band_undescribed(line: LintedLine, context: Context) -> Found:
    """Without a description raters agree on numbers by chance."""
    scale = _scale(line)
    if scale is None:
        return
    silent = [band.name for band in scale.descending if not band.text.strip()]
    if silent or not scale.bands:
        what = ", ".join(silent or [scale.name])
        yield context.finding("band_undescribed", Level.WARNING, line, None, what=what)


def graded_fact(line: LintedLine, context: Context) -> Found:
    """What is either there or not is no matter of degree."""
    scale = _scale(line)
    if scale is None:
        return
    described = sum(bool(band.text.strip()) for band in scale.bands)
    has_two = scale.steps == 1 or len(scale.bands) in {1, 2}
    text = line.masked[line.body :].strip()
    names_fact = _PRESENCE.match(text) is not None and _DEGREE.search(text) is None
    if has_two or (names_fact and described < ENOUGH_BANDS):
        yield context.finding("graded_fact", Level.WARNING, line, None)


def cap_unverifiable(line: LintedLine, context: Context) -> Found:
    """A condition that two readers read differently caps one response and spares another."""
    scale = _scale(line)
    for cap in scale.caps if scale else ():
        as_line = LintedLine(line.point.model_copy(update={"text": cap.text}))
        if any(True for _ in chain(*(rule(as_line, context) for rule in _CAP_RULES))):
            yield context.finding("cap_unverifiable", Level.WARNING, line, None, what=cap.text)


RULES: Final = tuple(
    Rule(name, on_line=check, blocks=blocks, for_others=False, after="instrument")
    for name, check, blocks in (
        ("band_overlap", band_overlap, True),
        ("band_gap", band_gap, True),
        ("band_undescribed", band_undescribed, False),
        ("graded_fact", graded_fact, False),
        ("cap_unverifiable", cap_unverifiable, False),
    )
)
