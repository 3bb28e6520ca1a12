"""Starts Python as a process of its own, which has libraries and the core of the program imported.

A new process takes most of its second of CPU to import pydantic, SQLAlchemy and their like. Here
one process imports them, and forks whenever a test starts one: what is forked reads its arguments,
environment and folder, and finds packs, as a new one does. What is imported is not tested by it.
Of a copy of the program, which a test has changed, that is the copy's core.
"""

from __future__ import annotations

import atexit
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path

_ROOT = Path(__file__).resolve().parents[1]
RUN = "import sys; sys.argv[0] = 'xpert-studio'; from xpert_studio.start import run; run()"
"""The code of a command of the program."""
_LIBRARIES = (
    "pydantic", "sqlalchemy.dialects.sqlite", "typer", "rich.console", "rich.table", "numpy",
    "jinja2", "yaml", "aiohttp", "httpx2",
)  # fmt: skip
_PROGRAM = ("xpert_studio.cli.acting", "xpert_studio.core.judge.planning", "xpert_studio.core.lint")
"""Of the program, what looks for no pack when it is imported."""


def started(
    code: str, *arguments: object, folder: Path, environment: Mapping[str, str]
) -> subprocess.CompletedProcess[str]:
    """What ``python -c CODE ARGUMENTS`` ends with, in a folder and an environment.

    ``PYTHONPATH`` is read; other variables that Python reads when it starts are those of the tests.
    """
    parent = _parent(environment.get("PYTHONPATH", "").split(os.pathsep)[0] or str(_ROOT))
    assert parent.stdin
    assert parent.stdout
    with tempfile.TemporaryDirectory(prefix="started-") as place:
        out, err = Path(place) / "out", Path(place) / "err"
        asked = {
            "code": code, "arguments": [*map(str, arguments)], "folder": str(folder),
            "environment": dict(environment), "files": [os.devnull, str(out), str(err)],
        }  # fmt: skip
        parent.stdin.write(json.dumps(asked) + "\n")
        parent.stdin.flush()
        code_of_it = int(parent.stdout.readline())
        said = (out.read_text(encoding="utf-8"), err.read_text(encoding="utf-8"))
    return subprocess.CompletedProcess([code, *asked["arguments"]], code_of_it, *said)


_parents: dict[str, subprocess.Popen[str]] = {}
"""By the folder of a program, what forks; at most this program's, and that of one copy."""


def _parent(program: str) -> subprocess.Popen[str]:
    """The process that forks; it ends when nothing more can be asked of it."""
    if program not in _parents:
        for other in _parents.keys() - {str(_ROOT)}:
            _parents.pop(other).communicate()
        made = subprocess.Popen(
            [sys.executable, "-P", __file__, *_LIBRARIES, *_PROGRAM],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
            env=os.environ | {"PYTHONPATH": program},
        )  # fmt: skip
        _parents[program] = made
    return _parents[program]


@atexit.register
def _end() -> None:
    for parent in _parents.values():
        parent.communicate()


def _fork_when_asked() -> None:
    """Forks for each line of standard input; says on standard output with what the child ended."""
    for name in sys.argv[1:]:
        import_module(name)
    packs = sys.modules["xpert_studio.core.packs"]
    assert packs.packs.cache_info().currsize == 0, "what is forked would not look for packs"
    own = [place for place in sys.path if place not in os.environ.get("PYTHONPATH", "").split(":")]
    for line in sys.stdin:
        child = os.fork()
        if child == 0:
            _be(json.loads(line), own)
            return  # and end as a process of its own does
        ended = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        print(ended, flush=True)


def _be(asked: dict[str, object], own: list[str]) -> None:
    """Becomes the process that was asked for."""
    for number, file in enumerate(asked["files"]):
        os.dup2(os.open(file, os.O_RDWR | os.O_CREAT, 0o600), number)
    sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115 - it lasts
    os.environ.clear()
    os.environ.update(asked["environment"])
    os.chdir(asked["folder"])
    sys.path[:] = ["", *os.environ.get("PYTHONPATH", "").split(os.pathsep), *own]
    sys.argv[:] = ["-c", *asked["arguments"]]
    exec(compile(asked["code"], "<string>", "exec"), {"__name__": "__main__"})


if __name__ == "__main__":
    _fork_when_asked()
