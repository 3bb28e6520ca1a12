"""The options of ``score`` as a request, typed whole or taken from a run there was."""

from __future__ import annotations

import json
import sys
from collections.abc import Collection, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from xpert_studio.cli.acting import now
from xpert_studio.errors import UsageError
from xpert_studio.judge.budget import Limits
from xpert_studio.judge.command_line import read_names
from xpert_studio.judge.providers.registry import parse_judge_name
from xpert_studio.judge.repeating import request_again
from xpert_studio.judge.request import ScoreRequest, check_settings
from xpert_studio.judge.selection import Selection
from xpert_studio.records import JudgeMode, JudgeSettings
from xpert_studio.store import ProjectFile

if TYPE_CHECKING:
    from pydantic import JsonValue

_MODES: Final = {"zero-shot": "zero_shot", "zero_shot": "zero_shot", "anchored": "anchored"}
_PARAMETERS: Final = ("temperature", "max_output_tokens", "reasoning_effort", "seed")
_BUDGET: Final = {"budget": "money", "max_calls": "calls", "max_tokens": "tokens"}
_TERMS: Final = {
    "base_url": "base_url",
    "concurrency": "concurrency",
    "rpm": "requests_per_minute",
    "tpm": "tokens_per_minute",
    "timeout": "timeout",
    "retries": "max_retries",
}
CHANGEABLE: Final = frozenset({*_BUDGET, *_TERMS})
"""What may be asked for differently when a run is carried out again."""


def typed_request(options: Mapping[str, Any]) -> ScoreRequest:
    """The request that the options of ``score`` make, by the names of its parameters.

    Raises:
        UsageError: One makes no sense.
    """
    mode, language = options["mode"], options["prompt_language"]
    if mode not in _MODES:
        raise UsageError(f"There is no mode {mode}.", remedy="Choose zero-shot or anchored.")
    if language not in {"auto", "en", "zh"}:
        raise UsageError(f"There is no prompt in {language}.", remedy="Choose auto, en or zh.")
    provider, model = parse_judge_name(options["judge"])
    settings = JudgeSettings(
        prompt_version=options["prompt"],
        prompt_language=language,
        chunk_size=options["chunk"],
        trials=options["trials"],
        anchors=options["anchors"],
        anchor_seed=options["anchor_seed"],
        show_weights=options["show_weights"],
        max_asks=options["max_asks"],
        fuzzy_threshold=options["fuzzy_threshold"],
    )
    check_settings(settings)
    given: dict[str, JsonValue] = {
        name: options[name] for name in _PARAMETERS if options[name] is not None
    }
    return ScoreRequest(
        provider=provider,
        model=model,
        mode=JudgeMode(_MODES[mode]),
        parameters=given | _more_parameters(options["parameter"] or ()),
        settings=settings,
        selection=Selection(
            models=_names(options["models"]),
            task_ids=_names(options["tasks"]),
            domains=_names(options["domains"]),
            subset=options["subset"] or "",
            response_ids=_names(options["responses"]),
        ),
        limits=Limits(**{field: options[name] for name, field in _BUDGET.items()}),
        **{field: options[name] for name, field in _TERMS.items()},
    )


def repeated_request(
    project: ProjectFile, run_id: str, options: Mapping[str, Any], given: Collection[str]
) -> ScoreRequest:
    """The request that a run came of, with what is asked for differently now.

    Args:
        project: Where the run is recorded.
        run_id: The run.
        options: All options by the names of their parameters.
        given: The names of those that were typed.

    Raises:
        UsageError: An option was typed that would make it another run.
        NotFoundError: There is no such run.
    """
    wrong = sorted(f"--{name.replace('_', '-')}" for name in set(given) - CHANGEABLE)
    if wrong:
        raise UsageError(
            f"{', '.join(wrong)} cannot be changed with --again: that would be another run.",
            remedy="Leave it out, or type the whole command.",
        )
    request = request_again(project, run_id, now=now())
    typed = set(given)
    return replace(
        request,
        limits=replace(
            request.limits,
            **{field: options[name] for name, field in _BUDGET.items() if name in typed},
        ),
        **{field: options[name] for name, field in _TERMS.items() if name in typed},
    )


def _names(values: list[str] | None) -> tuple[str, ...]:
    """Names as they were given: separated by commas, ``@FILE`` or ``-`` with one a line."""
    found: dict[str, None] = {}
    for value in values or ():
        lines = _lines(value)
        for name in read_names(value) if lines is None else lines:
            found[name] = None
    return tuple(found)


def _lines(value: str) -> list[str] | None:
    """The lines of a file or of standard input; None where the names stand there themselves."""
    if value == "-":
        text = sys.stdin.read()
    elif value.startswith("@"):
        try:
            text = Path(value[1:]).read_text(encoding="utf-8-sig")
        except (OSError, UnicodeDecodeError) as error:
            raise UsageError(
                f"{value[1:]} cannot be read as UTF-8 text.", remedy="Check its name and encoding."
            ) from error
    else:
        return None
    return [line.strip() for line in text.splitlines() if line.strip()]


def _more_parameters(written: Collection[str]) -> dict[str, JsonValue]:
    found: dict[str, JsonValue] = {}
    for item in written:
        name, equals, value = item.partition("=")
        if not name.isidentifier() or not equals:
            raise UsageError(
                f"--parameter {item} is not of the form NAME=VALUE.",
                remedy="Write one such as --parameter top_p=0.9.",
            )
        try:
            found[name] = json.loads(value)
        except ValueError:
            found[name] = value
    return found
