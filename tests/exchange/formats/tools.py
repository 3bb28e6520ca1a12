"""Runs the tools of others on what we export, cut off from the network and the user's settings.

The tools live in ``.venv-tools`` (``make tools``). Where they are not installed, the tests that need
them are skipped; with ``XPERT_STUDIO_NEEDS_TOOLS`` set, as in CI, they fail instead.
"""

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
import tempfile
from collections.abc import Mapping
from pathlib import Path
from types import ModuleType
from typing import Any
from urllib.parse import unquote, urlsplit

import pytest

from tests.loopback import LoopbackServer
from tests.sampling import NIGHTLY, some

ROOT = Path(__file__).resolve().parents[3]
PATIENCE = 3_600
"""Seconds after which a tool hangs, also on a machine that is busy: every test ends."""

GRADER = ("--model-role", "grader=openai-api/loopback/grader")
"""Options of Inspect AI by which the loopback decides checkpoints."""

_NOWHERE = "http://127.0.0.1:9"
_ALONE = {
    "HTTP_PROXY": _NOWHERE, "HTTPS_PROXY": _NOWHERE, "ALL_PROXY": _NOWHERE,
    "http_proxy": _NOWHERE, "https_proxy": _NOWHERE, "all_proxy": _NOWHERE,
    "NO_PROXY": "127.0.0.1,localhost", "no_proxy": "127.0.0.1,localhost",
    "DO_NOT_TRACK": "1", "PYTHONUTF8": "1", "NO_COLOR": "1", "CI": "1",
    "HF_HUB_OFFLINE": "1", "HF_DATASETS_OFFLINE": "1", "HF_HUB_DISABLE_TELEMETRY": "1",
    "LITELLM_LOCAL_MODEL_COST_MAP": "True",
    "PROMPTFOO_DISABLE_TELEMETRY": "1", "PROMPTFOO_DISABLE_UPDATE": "1",
    "PROMPTFOO_FAILED_TEST_EXIT_CODE": "0",
    "PROMPTFOO_DISABLE_REMOTE_GENERATION": "1", "PROMPTFOO_DISABLE_SHARING": "1",
    "INSPECT_DISPLAY": "none",
}  # fmt: skip
"""What keeps the tools from asking for updates, telling on us, or reaching past the loopback."""


def _load_installer() -> ModuleType:
    place = ROOT / "packaging" / "format_tools.py"
    spec = importlib.util.spec_from_file_location("format_tools", place)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


_installer = _load_installer()


_RUNS = [
    path.name
    for path in sorted(Path(__file__).parent.glob("test_*.py"))
    if path.name != "test_tools.py" and "need_tools()" in path.read_text(encoding="utf-8")
]
"""The files of tests that run tools."""
_CHOSEN = {"test_tools.py", *some(_RUNS, 4, "tools")}


def need_tools() -> None:
    """Skips the test where the tools are not installed, and where it is for the nightly run.

    Fails it where the tools must be there, and are not.
    """
    running = Path(os.environ["PYTEST_CURRENT_TEST"].partition("::")[0]).name
    if not NIGHTLY and running not in _CHOSEN:
        pytest.skip("run by make nightly")
    if _installer.installed():
        return
    reason = "the tools of others are not installed, or older than their locks: make tools"
    if os.environ.get("XPERT_STUDIO_NEEDS_TOOLS"):
        pytest.fail(reason)
    pytest.skip(reason)


def run_python(
    *arguments: str | Path, at: Path, env: Mapping[str, str] | None = None, lock: str = "tools"
) -> str:
    """Runs the Python that has the tools, as ``python ARGUMENTS``, and gives what it printed.

    Args:
        arguments: Say, ``"-m", "inspect_ai", "eval", "task.py"``.
        at: The folder to run in. The tool's home is an empty one, so nothing of the user's counts.
        env: Variables beside those that all tools get.
        lock: Whose tools: ``tools``, ``tools-autorubric`` or ``tools-verifiers``.
    """
    return _run([_installer.python(lock), *arguments], at, env)


def run_inspect(
    folder: Path, logs: Path, *options: str, server: LoopbackServer, path: str = ""
) -> dict[str, Any]:
    """Runs Inspect AI on an export, and gives its log; fails with its own error.

    Args:
        folder: The export.
        logs: A folder without logs.
        options: Of ``inspect eval``; models are ``openai-api/loopback/NAME``.
        server: Stands in for the models.
        path: Where its Python finds modules besides its own.
    """
    env = {"LOOPBACK_API_KEY": "none", "LOOPBACK_BASE_URL": server.openai_url}
    run_python(
        "-m", "inspect_ai", "eval", f"{folder.name}/task.py", *options,
        "--log-format", "json", "--log-dir", str(logs),
        at=folder.parent, env=env | ({"PYTHONPATH": path} if path else {}),
    )  # fmt: skip
    log = json.loads(next(logs.glob("*.json")).read_text(encoding="utf-8"))
    assert log["status"] == "success", log.get("error")
    errors = [sample["error"] for sample in log["samples"] if sample.get("error")]
    assert not errors, errors
    return log


_EVALS = """
import json, sys
from inspect_ai import eval
places = []
for path, options in json.load(open(sys.argv[1])):
    sys.path += path
    (log,) = eval("task.py", display="none", log_format="json", log_dir=sys.argv[2], **options)
    assert log.status == "success", log.error
    places.append(log.location)
print(json.dumps(places))
"""


def run_inspect_often(
    folder: Path, logs: Path, *runs: tuple[list[str], Mapping[str, Any]], server: LoopbackServer
) -> list[dict[str, Any]]:
    """Runs Inspect AI on an export several times in one process, and gives the logs.

    Args:
        folder: The export.
        logs: A folder without logs.
        runs: For each, where Python finds modules from then on besides, and arguments of ``eval``.
        server: Stands in for the models.
    """
    logs.mkdir()
    (logs / "runs").write_text(json.dumps(runs), encoding="utf-8")
    env = {"LOOPBACK_API_KEY": "none", "LOOPBACK_BASE_URL": server.openai_url}
    printed = run_python("-c", _EVALS, logs / "runs", logs, at=folder, env=env)
    places = json.loads(printed.splitlines()[-1])
    return [json.loads(Path(unquote(urlsplit(at).path)).read_text("utf-8")) for at in places]


def run_node(*arguments: str | Path, at: Path, env: Mapping[str, str] | None = None) -> str:
    """Runs Node.js, as ``node ARGUMENTS``, and gives what it printed."""
    return _run([_installer.node(), *arguments], at, env)


def run_promptfoo(*arguments: str | Path, at: Path, env: Mapping[str, str] | None = None) -> str:
    """Runs promptfoo, as ``promptfoo ARGUMENTS``, and gives what it printed."""
    return run_node(promptfoo_script(), *arguments, at=at, env=env)


def promptfoo_script() -> Path:
    """Where promptfoo begins; what it is built on is found from there."""
    return Path(_installer.TOOLS, "promptfoo/node_modules/promptfoo/dist/src/entrypoint.js")


def _run(command: list[str | Path], at: Path, env: Mapping[str, str] | None) -> str:
    need_tools()
    path = {"PATH": os.pathsep.join([str(_installer.node().parent), os.environ.get("PATH", "")])}
    system = {key: os.environ[key] for key in ("TMPDIR", "LANG", "SYSTEMROOT") if key in os.environ}
    with tempfile.TemporaryDirectory() as home:
        homes = dict.fromkeys(("HOME", "XDG_CACHE_HOME", "PROMPTFOO_CONFIG_DIR"), home)
        try:
            done = subprocess.run(
                command, cwd=at, env=system | path | homes | _ALONE | dict(env or {}), check=False,
                capture_output=True, text=True, encoding="utf-8", timeout=PATIENCE,
            )  # fmt: skip
        except subprocess.TimeoutExpired as late:
            pytest.fail(f"{command} hangs:\n{late.stdout!r}\n{late.stderr!r}")
    if done.returncode:
        pytest.fail(f"{command} ended with {done.returncode}:\n{done.stdout}\n{done.stderr}")
    return done.stdout
