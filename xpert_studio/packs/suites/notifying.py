"""Reports regressions to a command or an address, both set on this computer."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Iterator, Sequence
from typing import Any, Final
from urllib.request import HTTPRedirectHandler, Request, build_opener

from xpert_studio.api.instruments import Message, UsageError
from xpert_studio.core.judge.redaction import redact, remember_secret
from xpert_studio.packs.suites.compare import EvaluationComparison, TaskChange
from xpert_studio.packs.suites.local import LocalSettings

_SECONDS: Final = 20


class _NoRedirect(HTTPRedirectHandler):
    """A webhook stays where it was sent."""

    def redirect_request(self, *_: Any, **__: Any) -> None:  # noqa: ANN401 - of urllib
        return None


def notify(settings: LocalSettings, found: Sequence[EvaluationComparison]) -> list[Message]:
    """Reports significant regressions, if there are any.

    Args:
        settings: Of this computer.
        found: Comparisons with the evaluations before.

    Returns:
        What failed, in sentences; a hook that fails stops nothing.
    """
    regressed = [one for one in found if one.is_regression]
    if not regressed:
        return []
    data = json.dumps({"regressions": [_plain(one) for one in regressed]}, ensure_ascii=False)
    return [*_command(settings, data), *_post(settings, data)]


def notify_test(settings: LocalSettings) -> list[Message]:
    """Sends what is set up a message that reports nothing, so that a person sees whether it works.

    Args:
        settings: Of this computer.

    Returns:
        What failed, in sentences.

    Raises:
        UsageError: Nothing is set up.
    """
    if not settings.hook and not settings.webhook:
        raise UsageError(
            "Neither a command nor an address for regressions is set up.",
            remedy="Set one with 'suite local --hook' or '--webhook', or in the window's settings.",
        )
    data = json.dumps({"test": True, "regressions": []})
    return [*_command(settings, data), *_post(settings, data)]


def _plain(comparison: EvaluationComparison) -> dict[str, Any]:
    first = comparison.after.first
    change = comparison.difference
    return {
        "suite": first.suite,
        "system": first.system,
        "branch": first.branch,
        "revision": first.revision,
        "at": first.at.isoformat(),
        "evaluation": comparison.after.id,
        "before": comparison.before.id,
        "difference": change.value if change else None,
        "difference_interval": change.interval if change else None,
        "p": comparison.p,
        "corrected_p": comparison.corrected_p,
        "regressed": [task.task for task in comparison.of(TaskChange.REGRESSED)],
    }


def _command(settings: LocalSettings, data: str) -> Iterator[Message]:
    if not settings.hook:
        return
    try:
        done = subprocess.run(  # noqa: S603 - the person's own command, from their settings
            list(settings.hook),
            input=data.encode("utf-8", "replace"),
            capture_output=True,
            timeout=_SECONDS,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        yield Message("The hook for regressions failed: {error}.", error=redact(str(error)))
        return
    if done.returncode:
        yield Message("The hook for regressions ended with code {code}.", code=done.returncode)


def _post(settings: LocalSettings, data: str) -> Iterator[Message]:
    address = settings.webhook
    if address.startswith("$"):
        remember_secret(os.environ.get(address[1:]))
        address = os.environ.get(address[1:], "")
    if not settings.webhook:
        return
    if not address.startswith(("http://", "https://")):
        yield Message("The webhook for regressions failed: {error}.", error=settings.webhook)
        return
    head = {"Content-Type": "application/json"}
    request = Request(address, data.encode("utf-8", "replace"), head)  # noqa: S310 - see above
    try:
        with build_opener(_NoRedirect).open(request, timeout=_SECONDS):
            return
    except (OSError, ValueError) as error:
        yield Message("The webhook for regressions failed: {error}.", error=redact(str(error)))
