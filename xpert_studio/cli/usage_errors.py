"""What is wrong with how a command was called, and its usage line, in the language spoken.

The library that reads the arguments says both in English only.
"""

from __future__ import annotations

from typing import Any

import typer
from typer.core import TyperGroup

from xpert_studio.core.wording import listed, t, translated

_Context: Any = TyperGroup.context_class


class _Formatter(_Context.formatter_class):  # type: ignore[misc]
    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        super().write_usage(prog, args, prefix or f"{t('Usage:')} ")


class SpokenContext(_Context):  # type: ignore[misc]
    """The context of a command whose usage line and ``--help`` are translated."""

    formatter_class = _Formatter

    def __init__(self, command: Any, *args: Any, **more: Any) -> None:  # noqa: ANN401 - as in the class above it
        super().__init__(command, *args, **more)
        option = command.get_help_option(self)
        if option is not None:
            option.help = t(option.help)


def without_keys(text: str) -> str:
    """A message without the keys of the environment, which may have been typed by mistake."""
    from xpert_studio.core.judge.keys import remember_keys
    from xpert_studio.core.judge.redaction import redact_known

    remember_keys(stored=False)
    return redact_known(text)


def say_usage_error(error: Any) -> None:  # noqa: ANN401 - its classes are not exported
    """Writes what is wrong to the standard error, after the usage line of the command."""
    context = getattr(error, "ctx", None)
    lines = []
    if context is not None:
        hint = t(
            "Try '{command} {option}' for help.", command=context.command_path, option="--help"
        )
        lines = [context.get_usage(), hint, ""]
    lines.append(t("Error: {message}", message=without_keys(_message(error))))
    typer.echo("\n".join(lines), err=True)


def _message(error: Any) -> str:  # noqa: ANN401 - its classes are not exported
    name = _named(error)
    match type(error).__name__:
        case "NoSuchOption":
            said = t("No such option: {name}", name=name)
            likely = listed(sorted(error.possibilities or ()))
            return said + (
                " " + t("Did you mean {possibility}?", possibility=likely) if likely else ""
            )
        case "MissingParameter" if error.param is not None:
            return (
                t("Missing argument {name}.", name=name)
                if error.param.param_type_name == "argument"
                else t("Missing option {name}.", name=name)
            )
    if isinstance(error, typer.BadParameter):
        return t(
            "Invalid value for {name}: {message}", name=name, message=translated(error.message)
        )
    return str(error.format_message())


def _named(error: Any) -> str:  # noqa: ANN401 - its classes are not exported
    """The option or argument that an error is about, without characters that cannot be printed."""
    hint = getattr(error, "option_name", None) or getattr(error, "param_hint", None)
    if hint is None and getattr(error, "param", None) is not None:
        hint = error.param.get_error_hint()
    said = hint if isinstance(hint, str) else listed(hint or ())
    return "".join(sign if sign.isprintable() else "?" for sign in said)
