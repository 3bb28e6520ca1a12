"""The program ``xpert-studio``: its commands, and how every error ends.

A command's module is imported when the command is asked for, so that help is there at once.
"""

from __future__ import annotations

import errno
import gettext
import inspect
import os
import sys
from collections.abc import Sequence
from copy import copy
from datetime import UTC, datetime
from functools import cache
from importlib import import_module
from typing import Annotated, Any, Final

import typer
from typer.core import TyperCommand, TyperGroup
from typer.exceptions import TyperException

from xpert_studio import __version__
from xpert_studio.cli.output import Exit, Output, exit_code
from xpert_studio.cli.usage_errors import SpokenContext, say_usage_error
from xpert_studio.core.errors import UsageError, XpertError
from xpert_studio.core.language import language_of, taken_from
from xpert_studio.core.messages import Message, joined
from xpert_studio.core.pack_manifest import Offer
from xpert_studio.core.packs import brought, failed_in, in_order, pack_in, packs, reserve
from xpert_studio.core.processes import use_garbage_collector
from xpert_studio.core.resources import resource_path
from xpert_studio.core.streams import give_output_back, is_of_output, leave_output, output
from xpert_studio.core.wording import CATALOGUES, LANGUAGES, speak, spoken, t

_OWN: Final = {
    "new": "Create an empty project.",
    "info": "Show what a project holds.",
    "describe": "Set the name, licence and citation of a project. With no option, it is shown.",
    "search": (
        "Find text in tasks, rubrics, responses, rationales and comments, best places first."
    ),
    "history": "Show who did what, when and why, newest first.",
    "undo": "Take back your newest step; it works across restarts.",
    "redo": "Do again what you undid last.",
    "import": "Take in a bundle, a table, or another tool's file: all of it or nothing.",
    "export": "Write the project as a bundle, as a table, or in the format of another tool.",
    "score": "Score responses with a judge; what is known already is not asked again.",
    "runs": "List the runs of a project, look into one, or pause, resume, stop or cancel one.",
    "verdict": "Show a judge's verdict on a checkpoint of a response, beside what the experts "
    "said.",
    "align": "Measure how well judges follow the experts: CDR, κ within checkpoints, and the "
    "evidence.",
    "disagreements": "List where a judge and the experts differ, most costly first, and say what "
    "each comes of.",
    "leaderboard": "Rank the systems by their mean score over tasks; incomplete ones are shown "
    "apart.",
    "sections": "List the sections of reports and boards, or show one of them for a project.",
    "report": "Write a report: one self-contained HTML file, or the same as PDF or Excel workbook.",
    "verify": "Verify that a project file is undamaged, and name the newest good backup if any.",
    "backup": "Back a project up, list its backups, or go back to one.",
    "sample": "Take the sample project through scoring, alignment, leaderboard, report and bundle.",
    "people": "People, their roles and qualification, and the project's policies.",
    "category": "Categories of tasks: their vocabulary, names made one, how many are wanted.",
    "documents": "Attached files: what of them experts and judges are shown.",
    "media": "Pictures of attached files: pages of documents, web pages on the screen.",
    "task": ("Briefs: write, submit, accept, return, discard. Texts may be given as @FILE or -."),
    "rubric": "Rubrics: write, split, merge, reorder; spreadsheets; revisions and their "
    "differences.",
    "library": "Earlier projects whose checkpoints are suggested, on this computer.",
    "lint": ("Find what makes a rubric hard to judge; fix it, or dismiss it with a reason."),
    "draft": (
        "Draft a rubric with a model, or offline from the brief; accept, edit or "
        "reject its suggestions."
    ),
    "review": (
        "Peer review of rubrics, checkpoint by checkpoint, and spot checks by senior experts."
    ),
    "response": "Responses of systems: add from files, have models write them, name the baseline.",
    "judge": "Judge responses blind, checkpoint by checkpoint; confirm or override as a senior.",
    "gold": "Gold forms and anchors; the gold subset, sampled with a seed.",
    "doctor": "Check what the program needs of this computer, and say how to get what is missing.",
    "packs": "What brings instruments, checks and formats; add those of others.",
    "keys": "API keys (in the system's keyring or the environment) and the price list.",
}
"""The core's commands and groups of commands, with their help: of a command, its first sentence."""
_MODULES: Final = {"import": "import_", "undo": "history", "redo": "history"}
"""The module of each of those that does not lie in the one of its name."""


reserve("commands", _OWN)


@cache
def commands() -> dict[str, str]:
    """All commands and groups of commands there are, each with its help, as they are listed."""
    own = {name: Offer("", text) for name, text in _OWN.items()}
    offers = (item for pack in packs() for item in pack.commands.items())
    more = {name: one for name, one in offers if " " not in name}
    return {name: one.text for name, one in in_order(own | {**more, **own}).items()}


_PIPED_WIDTH: Final = 400
EXAMPLE: Final = "Example:"
_ALIASES: Final = {"check": "verify"}
"""Names of earlier versions, until 1.0."""


class _Commands(TyperGroup):
    """Lists commands without importing them, and imports the one that is asked for."""

    def __init__(self, **options: Any) -> None:  # noqa: ANN401 - as in the class above it
        super().__init__(**options)
        for name, line in commands().items():
            self.commands[name] = TyperCommand(name, help=t(line), rich_markup_mode=None)

    def resolve_command(
        self,
        ctx: Any,  # noqa: ANN401 - a class that typer does not export
        args: list[str],
    ) -> tuple[str | None, Any, list[str]]:
        """The name, the imported command, and what is left of the arguments."""
        name, listed, rest = super().resolve_command(
            ctx, [_ALIASES.get(args[0], args[0]), *args[1:]]
        )
        return name, loaded(name, spoken()) if name and listed else None, rest

    def main(self, *args: Any, **extra: Any) -> Any:  # noqa: ANN401 - as in the class above it
        """Reads the arguments and runs the command; says what is wrong in the language spoken."""
        if spoken() == "en":
            return super().main(*args, **extra)
        self.context_class = SpokenContext
        for parameter in self.params:
            if text := getattr(parameter, "help", None):
                setattr(parameter, "help", t(text))  # noqa: B010 - a class that typer does not export
        try:
            ended = super().main(*args, **{**extra, "standalone_mode": False})
        except TyperException as error:
            say_usage_error(error)
            sys.exit(error.exit_code)
        except typer.Abort:
            typer.echo(t("Aborted!"), err=True)
            sys.exit(Exit.PROBLEMS)
        sys.exit(ended if isinstance(ended, int) else Exit.DONE)


@cache
def loaded(name: str, language: str = "en") -> Any:  # noqa: ANN401 - a class that typer does not export
    """A command of the table, made from the signatures in its module; help in the language."""
    from xpert_studio.cli.options import with_requests

    holder, found = typer.Typer(rich_markup_mode=None), _imported(name)
    if isinstance(found, typer.Typer):
        whole = _with_more(found, name)
        for command in whole.registered_commands:
            command.callback = with_requests(command.callback) if command.callback else None
        holder.add_typer(whole, name=name, help=commands()[name])
    else:
        holder.command(name)(with_requests(found))
    use_garbage_collector()
    made = typer.main.get_group(holder).commands[name]
    return made if language == "en" else _translated(made)


def _imported(name: str) -> Any:  # noqa: ANN401 - a function, or a typer
    if name not in _OWN:
        pack = next(pack for pack in packs() if name in pack.commands)
        return brought(pack, "commands", name)[0]
    found = vars(import_module(f"xpert_studio.cli.{_MODULES.get(name, name)}"))
    return found.get("app") or found[{"import": "import_"}.get(name, name)]


def _with_more(app: typer.Typer, name: str) -> typer.Typer:
    """A group of commands, with those that packs bring for it."""
    whole = copy(app)
    whole.registered_commands = list(app.registered_commands)
    for pack in packs():
        for words in pack.commands:
            group, _, last = words.partition(" ")
            if last and group == name:
                for one in brought(pack, "commands", words):
                    whole.command(last)(one)
    return whole


def _translated(command: Any) -> Any:  # noqa: ANN401 - a class that typer does not export
    """A command with its help, and that of its options, in the language that is spoken."""
    command.context_class = SpokenContext
    command.help = help_in_language(command.help or "")
    for parameter in command.params:
        if getattr(parameter, "help", None):
            parameter.help = t(parameter.help)
    for inner in getattr(command, "commands", {}).values():
        _translated(inner)
    return command


def paragraphs(text: str) -> list[str]:
    """The paragraphs of a help, each on one line; an example only as ``EXAMPLE``."""
    found = [" ".join(part.split()) for part in inspect.cleandoc(text).split("\n\n")]
    return [EXAMPLE if part.startswith(EXAMPLE) else part for part in found if part]


def help_in_language(text: str) -> str:
    """The help of a command, paragraph by paragraph; an example stays as it is typed."""
    parts = inspect.cleandoc(text).split("\n\n")
    said = (
        f"{t(EXAMPLE)} {part.removeprefix(EXAMPLE).strip()}"
        if part.startswith(EXAMPLE)
        else t(" ".join(part.split()))
        for part in parts
    )
    return "\n\n".join(said)


HELP: Final = (
    "Turn expert judgment into benchmarks that can be trusted.\n\n"
    "Tasks, rubrics, responses and expert judgments go in; a judge calibrated on those judgments "
    "scores every response; scores, alignment and a report come out. Everything but the calls to "
    "a model works offline, in one .xpert file. In a notebook, 'import xpert_studio' opens a "
    "project as pandas tables.\n\n"
    "Exit codes: 0 done, 1 found problems, 2 wrong usage, 3 file refused, 4 partly done, "
    "5 not allowed for this person, 6 unusable reply of a model, 130 interrupted."
)

app = typer.Typer(
    cls=_Commands,
    name="xpert-studio",
    help=HELP,
    no_args_is_help=True,
    # In a pipe no line of a list of commands is cut.
    context_settings={} if sys.stdout.isatty() else {"terminal_width": _PIPED_WIDTH},
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
    lang: Annotated[
        str,
        typer.Option(
            help="Language of all texts: en or zh. Otherwise the window's, or the locale's."
        ),
    ] = "",
) -> None:
    """Options of the program itself."""


def run() -> None:
    """Entry point: runs a command and exits with an honest code."""
    try:
        _run()
    finally:
        give_output_back()


def _run() -> None:
    try:
        _check_arguments(sys.argv)
        use_language()
        try:
            app()
        finally:
            output().flush()  # or it would fail where nobody can say so
    except XpertError as error:
        Output(as_json="--json" in sys.argv).error(error)
        sys.exit(exit_code(error))
    except KeyboardInterrupt:
        sys.exit(Exit.INTERRUPTED)
    except BrokenPipeError:
        # The person who read our output (head, less) has had enough; nothing is wrong.
        leave_output()
        sys.exit(Exit.DONE)
    except OSError as error:
        if is_of_output(error):
            leave_output()
            sys.exit(
                t(
                    "The output could not be written: {error}. What the command did is saved.",
                    error=error.strerror,
                )
            )
        if error.errno != errno.ENAMETOOLONG:
            _report_crash(error)
            sys.exit(Exit.PROBLEMS)
        why = t(
            "{filename} cannot be read: {error}.", filename=error.filename, error=error.strerror
        )
        Output(as_json="--json" in sys.argv).error(XpertError(why, remedy="Check the name."))
        sys.exit(Exit.USAGE)
    except Exception as error:  # noqa: BLE001 - the outermost layer: no traceback reaches a person
        _report_crash(error)
        sys.exit(Exit.PROBLEMS)


def use_language() -> None:
    """Speaks the language that is asked for; the libraries that read options do, too.

    Raises:
        UsageError: A language is asked for that the program does not speak.
    """
    asked = taken_from(sys.argv)
    speak(language_of(asked))
    if asked and asked.casefold()[:2] not in LANGUAGES:
        speak(language_of(""))
        raise UsageError(
            Message("There are no texts in the language {asked}.", asked=asked),
            remedy=Message("Choose one of: {known}.", known=joined(LANGUAGES)),
        )
    os.environ["LANGUAGE"] = CATALOGUES.get(spoken(), "en")
    gettext.bindtextdomain("messages", str(resource_path("translations")))
    app.info.help = help_in_language(HELP)


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
                Message("The argument {readable} is not UTF-8.", readable=readable),
                remedy="Rename the file in UTF-8, or write the text in UTF-8.",
            ) from error


def _report_crash(error: Exception) -> None:
    from xpert_studio.core.doctor.problem_report import write_crash_report

    printed = Output(as_json="--json" in sys.argv)
    pack = pack_in(error)
    if pack is not None:
        printed.error(failed_in(pack, f"{type(error).__name__}: {error}"))
        return
    path = write_crash_report(error, now=datetime.now(UTC))
    printed.error(
        XpertError(
            Message(
                "Something went wrong inside the program ({name}). What was saved before is safe.",
                name=type(error).__name__,
            ),
            remedy=Message(
                "Please report it with the file {path}; it holds no content and no key.", path=path
            )
            if path
            else "",
        )
    )


if __name__ == "__main__":
    run()
