"""A request as the arguments of ``xpert-studio score``: what a window asks for can be typed too.

Names of systems may hold anything, so lists of names are written as one line of CSV: a name with
a comma stands in quotes.
"""

from __future__ import annotations

import csv
import io
import json
import re
import shlex
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from xpert_studio.core.judge.providers.registry import EMBEDDED, LOCAL
from xpert_studio.core.judge.request import ScoreRequest
from xpert_studio.core.records import JudgeMode, JudgeSettings

NAMED_PARAMETERS: Final = {
    "temperature": "--temperature",
    "max_output_tokens": "--max-output-tokens",
    "reasoning_effort": "--reasoning-effort",
    "seed": "--seed",
}
"""Parameters of models that have an option of their own; others go by ``--parameter NAME=JSON``."""

_PLAIN: Final = re.compile(r"[^\s,\"@-]([^,\"\r\n]*[^\s,\"])?")
"""Names that need no quotes: "@" would begin a file's name, "-" alone is standard input."""

_DEFAULT: Final = ScoreRequest(provider=EMBEDDED[0])


def arguments_of(request: ScoreRequest) -> list[str]:
    """What follows ``xpert-studio score PROJECT``, or ``compare judge PROJECT``.

    What is as by default is left out.

    The API key is never among it.
    """
    is_local = request.provider in LOCAL
    judge = request.provider if is_local else f"{request.provider}:{request.model}"
    found = ["--judge", judge]
    for name in request.others:
        found += ["--judge", name]
    if request.panel is not None:
        found += ["--panel", request.panel.value]
    if request.exclude_same_family:
        found.append("--exclude-same-family")
    if request.mode is JudgeMode.ANCHORED:
        found += ["--mode", "anchored"]
    return [
        *found,
        *_selection(request),
        *_settings(request.settings, request.mode),
        *_parameters(request),
        *_terms(request),
    ]


def command_of(project: Path, request: ScoreRequest, person_id: str = "") -> str:
    """The whole command, as a shell reads it; by a person where one is named."""
    command = ["compare", "judge"] if request.selection.comparisons else ["score"]
    who = ["--as", person_id] if person_id else []
    return shlex.join(["xpert-studio", *command, str(project), *arguments_of(request), *who])


def written(names: Iterable[str]) -> str:
    """Names as one argument."""
    out = io.StringIO(newline="")
    listed = list(names)
    is_plain = all(map(_PLAIN.fullmatch, listed))
    writer = csv.writer(
        out, lineterminator="", quoting=csv.QUOTE_MINIMAL if is_plain else csv.QUOTE_ALL
    )
    writer.writerow(listed)
    return out.getvalue()


def read_names(argument: str) -> tuple[str, ...]:
    """The names in one argument; spaces after a comma do not matter."""
    rows = csv.reader([argument], skipinitialspace=True)
    return tuple(name for row in rows for name in row if name.strip())


def _selection(request: ScoreRequest) -> list[str]:
    selection = request.selection
    found: list[str] = []
    for option, names in (
        ("--systems", selection.models),
        ("--tasks", selection.task_ids),
        ("--domains", selection.domains),
        ("--responses", selection.response_ids),
    ):
        found += _given(option, written(names) if names else None)
    return found + _given("--subset", selection.subset or None)


def _settings(settings: JudgeSettings, mode: JudgeMode) -> list[str]:
    default = JudgeSettings()
    found: list[str] = []
    for option, name in (
        ("--trials", "trials"),
        ("--chunk", "chunk_size"),
        ("--prompt", "prompt_version"),
        ("--prompt-language", "prompt_language"),
        ("--max-asks", "max_asks"),
        ("--fuzzy-threshold", "fuzzy_threshold"),
    ):
        value = getattr(settings, name)
        found += _given(option, None if value == getattr(default, name) else value)
    if mode is JudgeMode.ANCHORED:
        found += _given("--anchors", settings.anchors if settings.anchors > 1 else None)
        found += _given("--anchor-seed", settings.anchor_seed)
    shown = ("show_weights", "show_reference", "show_checks")
    return [*found, *(f"--{name.replace('_', '-')}" for name in shown if getattr(settings, name))]


def _parameters(request: ScoreRequest) -> list[str]:
    found: list[str] = []
    for name, value in request.parameters.items():
        if name in NAMED_PARAMETERS:
            found += _given(NAMED_PARAMETERS[name], value)
        else:
            found += ["--parameter", f"{name}={json.dumps(value, ensure_ascii=False)}"]
    return found


def _terms(request: ScoreRequest) -> list[str]:
    found = _given("--base-url", request.base_url)
    for option, value, usual in (
        ("--concurrency", request.concurrency, _DEFAULT.concurrency),
        ("--rpm", request.requests_per_minute, None),
        ("--tpm", request.tokens_per_minute, None),
        ("--timeout", request.timeout, _DEFAULT.timeout),
        ("--retries", request.max_retries, _DEFAULT.max_retries),
        ("--budget", request.limits.money, None),
        ("--max-calls", request.limits.calls, None),
        ("--max-tokens", request.limits.tokens, None),
    ):
        found += _given(option, None if value == usual else value)
    return found


def _given(option: str, value: object) -> list[str]:
    """An option with its value; nothing for None. One word where the value looks like an option."""
    if value is None:
        return []
    text = repr(value) if isinstance(value, float) else str(value)
    return [f"{option}={text}"] if text.startswith("-") else [option, text]
