"""The program ``xpert-studio``: its commands, and how every error ends.

Commands import what they need when they run, so that help is there at once.
"""

from __future__ import annotations

import errno
import os
import sys
import traceback
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Annotated

import typer

from xpert_studio import __version__
from xpert_studio.cli import (
    align,
    backup,
    check,
    describe,
    disagreements,
    draft,
    export,
    gold,
    history,
    import_,
    info,
    judge,
    keys,
    leaderboard,
    lint,
    new,
    packet,
    packet_taking,
    people,
    report,
    response,
    review,
    rubric,
    runs,
    sample,
    score,
    search,
    task,
    verdict,
)
from xpert_studio.cli.exit_codes import Exit, exit_code
from xpert_studio.cli.output import Output
from xpert_studio.errors import UsageError, XpertError

app = typer.Typer(
    name="xpert-studio",
    help="Turn expert judgment into benchmarks that can be trusted.\n\n"
    "Tasks, rubrics, responses and expert judgments go in; a judge calibrated on those judgments "
    "scores every response; scores, alignment and a report come out. Everything but the calls to "
    "a model works offline, in one .xpert file.\n\n"
    "Exit codes: 0 done, 1 found problems, 2 wrong usage, 3 input refused, 4 partly done, "
    "130 interrupted.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)


def _version(value: bool) -> None:
    if value:
        typer.echo(f"xpert-studio {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool,
        typer.Option("--version", callback=_version, is_eager=True, help="Print the version."),
    ] = False,
) -> None:
    """Options of the program itself."""


app.command("new")(new.new)
app.command("info")(info.info)
app.command("describe")(describe.describe)
app.add_typer(people.app, name="people")
app.add_typer(task.app, name="task")
app.add_typer(rubric.app, name="rubric")
app.add_typer(lint.app, name="lint")
app.add_typer(draft.app, name="draft")
app.add_typer(review.app, name="review")
app.add_typer(response.app, name="response")
app.add_typer(judge.app, name="judge")
app.add_typer(gold.app, name="gold")
app.command("search")(search.search)
app.command("history")(history.history)
app.command("undo")(history.undo)
app.command("redo")(history.redo)
app.command("import")(import_.import_)
app.command("export")(export.export)
app.command("score")(score.score)
app.command("runs")(runs.runs)
app.command("verdict")(verdict.verdict)
app.command("align")(align.align)
app.command("disagreements")(disagreements.disagreements)
app.command("leaderboard")(leaderboard.leaderboard)
app.command("report")(report.report)
app.command("check")(check.check)
app.command("backup")(backup.backup)
packet.app.command("take")(packet_taking.take)
app.add_typer(packet.app, name="packet")
app.add_typer(keys.app, name="keys")
app.command("sample")(sample.sample)


@cache
def _command() -> Callable[..., object]:
    """The commands, worked out of their signatures once in a process; that takes 0.1 s."""
    return typer.main.get_command(app)


def run() -> None:
    """Entry point: runs a command and exits with an honest code."""
    try:
        _check_arguments(sys.argv)
        _command()(standalone_mode=True)
    except XpertError as error:
        Output(as_json="--json" in sys.argv).error(error)
        sys.exit(exit_code(error))
    except KeyboardInterrupt:
        sys.exit(Exit.INTERRUPTED)
    except BrokenPipeError:
        # Whoever read our output (head, less) has had enough; nothing is wrong.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(Exit.DONE)
    except OSError as error:
        if error.errno != errno.ENAMETOOLONG:
            _report_crash(error)
            sys.exit(Exit.PROBLEMS)
        why = f"{error.filename} cannot be read: {error.strerror}."
        Output(as_json="--json" in sys.argv).error(XpertError(why, remedy="Check the name."))
        sys.exit(Exit.USAGE)
    except Exception as error:  # noqa: BLE001 - the outermost layer: no traceback reaches a person
        _report_crash(error)
        sys.exit(Exit.PROBLEMS)


def _check_arguments(arguments: Sequence[str]) -> None:
    """Refuses arguments that no project file and no JSON can hold.

    Raises:
        UsageError: One is not UTF-8.
    """
    for argument in arguments:
        try:
            argument.encode("utf-8")
        except UnicodeEncodeError as error:
            readable = argument.encode("utf-8", "backslashreplace").decode("utf-8")
            raise UsageError(
                f"The argument {readable} is not UTF-8.",
                remedy="Rename the file in UTF-8, or write the text in UTF-8.",
            ) from error


def _report_crash(error: Exception) -> None:
    from platformdirs import user_log_path

    from xpert_studio.judge.redaction import redact

    where = user_log_path("xpert-studio", ensure_exists=True)
    path: Path = where / f"crash-{datetime.now(UTC):%Y%m%dT%H%M%S}.txt"
    # Frames and the kind of error only: messages of libraries may quote a project's content.
    frames = "".join(traceback.format_tb(error.__traceback__))
    path.write_text(redact(f"{type(error).__name__}\n{frames}"), encoding="utf-8")
    Output(as_json=False).error(
        XpertError(
            f"Something went wrong inside the program ({type(error).__name__}). "
            "What was saved before is safe.",
            remedy=f"Please report it with the file {path}; it holds no content and no key.",
        )
    )


if __name__ == "__main__":
    run()
