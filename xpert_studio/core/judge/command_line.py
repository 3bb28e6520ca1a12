"""A request as the arguments of ``xpert-studio score``: what a window asks for can be typed too."""

from __future__ import annotations

import json
import shlex
from enum import Enum
from functools import reduce
from pathlib import Path
from typing import Any

from xpert_studio.core.fields import Asks, Parameter, fields_of
from xpert_studio.core.judge.asked_models import NAMED_PARAMETERS
from xpert_studio.core.judge.providers.registry import LOCAL
from xpert_studio.core.judge.request import ScoreRequest
from xpert_studio.core.name_lists import written
from xpert_studio.core.records import JudgeMode


def arguments_of(request: ScoreRequest) -> list[str]:
    """What follows ``xpert-studio score PROJECT``, or ``compare judge PROJECT``.

    What is as by default is left out.

    The API key is never among it.
    """
    is_local = request.provider in LOCAL
    judge = request.provider if is_local else f"{request.provider}:{request.model}"
    found = [word for name in (judge, *request.others) for word in ("--judge", name)]
    for item in fields_of(ScoreRequest):
        if item.path == ("parameters",):
            found += _parameters(request)
        elif isinstance(item.asks, Asks) and _is_of(item, request):
            found += _option(item, reduce(getattr, item.path, request))
    return found


def typed_again(chosen: Any) -> list[str]:  # noqa: ANN401 - a model or dataclass
    """A filled-in model as the options that fill it in; what is as by default is left out."""
    return [
        word
        for item in fields_of(chosen.__class__)
        if isinstance(item.asks, Asks)
        for word in _option(item, reduce(getattr, item.path, chosen))
    ]


def _is_of(item: Parameter, request: ScoreRequest) -> bool:
    """Whether it means anything for the request: anchors are for a judge that is shown some."""
    return request.mode is JudgeMode.ANCHORED or item.name not in {"anchors", "anchor_seed"}


def _option(item: Parameter, value: Any) -> list[str]:  # noqa: ANN401 - of the kind of the field
    """An option with a value; nothing for what is not typed, or is as it would be without."""
    if value in (item.default, item.preset):
        return []
    asks = item.asks
    assert isinstance(asks, Asks)  # noqa: S101 - see the callers
    if item.kind is bool or asks.sets is not None:
        return [item.option]
    if item.is_many and asks.is_list:
        return _given(
            item.option, written(sorted(value) if isinstance(value, frozenset) else value)
        )
    if item.is_many:
        return [word for one in value for word in _given(item.option, one)]
    return _given(item.option, value.value.replace("_", "-") if isinstance(value, Enum) else value)


def command_of(project: Path, request: ScoreRequest, person_id: str = "") -> str:
    """The whole command, as a shell reads it; by a person where one is named."""
    command = ["compare", "judge"] if request.selection.comparisons else ["score"]
    who = ["--as", person_id] if person_id else []
    return shlex.join(["xpert-studio", *command, str(project), *arguments_of(request), *who])


def _parameters(request: ScoreRequest) -> list[str]:
    found: list[str] = []
    for name, value in request.parameters.items():
        if name in NAMED_PARAMETERS:
            found += _given(NAMED_PARAMETERS[name], value)
        else:
            found += ["--parameter", f"{name}={json.dumps(value, ensure_ascii=False)}"]
    return found


def _given(option: str, value: object) -> list[str]:
    """An option with its value; nothing for None. One word where the value looks like an option."""
    if value is None:
        return []
    text = repr(value) if isinstance(value, float) else str(value)
    return [f"{option}={text}"] if text.startswith("-") else [option, text]
