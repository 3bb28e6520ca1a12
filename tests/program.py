"""Runs the program in the process of the tests, as its entry point does: a new one takes seconds."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Mapping
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from io import StringIO

import pytest

from xpert_studio.cli.main import run
from xpert_studio.core.wording import speak


@dataclass(frozen=True)
class Said:
    """What a command ended with."""

    code: int
    out: str
    err: str

    @property
    def json(self):
        return json.loads(self.out)


def exit_code_of(command: Callable[[], object]) -> int:
    """What the command ends with.

    The exception goes with it, and with its traceback all that a broken-off command still read:
    kept, it would keep the file from being written, until the wait for it ends.
    """
    try:
        command()
    except SystemExit as ended:
        return int(ended.code or 0)
    pytest.fail("The command returned, and did not exit.")


def carried_out(*arguments: object, environment: Mapping[str, str] | None = None) -> Said:
    """Runs ``xpert-studio ARGUMENTS``, where it is given with this environment alone."""
    out, err = StringIO(), StringIO()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "argv", ["xpert-studio", *map(str, arguments)])
        patch.setattr(sys.modules["__main__"], "__package__", None)  # not "python -m pytest …"
        if environment is not None:
            for name in set(os.environ) - environment.keys():
                patch.delenv(name)
            for name, value in environment.items():
                patch.setenv(name, value)
        try:
            with redirect_stdout(out), redirect_stderr(err):
                code = exit_code_of(run)
        finally:
            speak("en")
    return Said(code, out.getvalue(), err.getvalue())
