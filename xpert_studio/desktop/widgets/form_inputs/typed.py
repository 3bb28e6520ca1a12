"""Inputs that a person types in: texts, numbers, paths."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterable
from dataclasses import replace
from decimal import Decimal
from pathlib import Path
from typing import Any, Final

from PySide6.QtWidgets import (
    QFileDialog,
    QLineEdit,
    QWidget,
)

from xpert_studio.core.wording import t
from xpert_studio.desktop.widgets.fields import (
    field,
    text_box,
)
from xpert_studio.desktop.widgets.form_inputs.input import Input, described
from xpert_studio.desktop.widgets.labels import button
from xpert_studio.desktop.widgets.layouts import box, row
from xpert_studio.desktop.widgets.number_field import NumberField, Spin
from xpert_studio.desktop.widgets.texts import WritingField

_WHOLE: Final = 2.0**53
"""Doubles from here on are whole, and not every whole number is one."""


@described
def text(
    name: str,
    hint: str = "",
    *,
    is_secret: bool = False,
    wide: int = 0,
    enter: Callable[[], object] | None = None,
    is_exact: bool = False,
) -> Input:
    """One line.

    Args:
        name: What screen readers call it.
        hint: What stands in it while it is empty.
        is_secret: Whether what is written is never shown.
        wide: Its width in pixels at 100 %.
        enter: What the Enter key does in it.
        is_exact: Whether spaces around what is written belong to it.
    """
    made = field(name=name, hint=t(hint), least=wide, most=wide)
    if enter is not None:
        made.returnPressed.connect(enter)
    if is_secret:
        made.setEchoMode(QLineEdit.EchoMode.Password)
    return Input(
        made,
        lambda: made.text() if is_exact else made.text().strip(),
        lambda value: made.setText(value or ""),
        made.textChanged,
        made.editingFinished,
        is_wide=True,
        set_open=lambda is_open: made.setReadOnly(not is_open),
    )


@described
def texts(name: str, hint: str = "") -> Input:
    """Several texts on one line, with commas between them."""

    def read(written: str) -> tuple[str, ...]:
        found = (one.strip() for one in written.replace("，", ",").split(","))
        return tuple(filter(None, found))

    return _as_one(text(hint)(name), read, ", ".join)


@described
def lines(name: str, hint: str = "", *, high: int = 64, is_exact: bool = False) -> Input:
    """Several texts, one a line; spaces around them belong to them where ``is_exact``."""

    def read(written: str) -> tuple[str, ...]:
        found = written.splitlines()
        return tuple(one if is_exact else one.strip() for one in found if one.strip())

    return _as_one(long_text(hint, high=high, is_exact=is_exact)(name), read, "\n".join)


@described
def typed(
    name: str, reads: Callable[[str], Any], hint: str = "", *, wide: int = 0, is_exact: bool = False
) -> Input:
    """One line that a function reads; its text where that makes None of it, None where empty."""
    made = text(hint, wide=wide, is_exact=is_exact)(name)

    def read() -> Any:
        written = made.read()
        found = reads(written) if written else None
        return (written or None) if found is None else found

    def show(value: Any) -> None:
        is_plain = isinstance(value, float) and abs(value) < _WHOLE
        written = f"{Decimal(repr(value)).normalize():f}" if is_plain else str(value)
        made.show("" if value is None else written)

    return replace(made, read=read, show=show, is_wide=not wide)


@described
def command_words(name: str, hint: str = "") -> Input:
    """The words of a command, as a shell reads them; none while a quotation mark is open."""
    made = text(hint)(name)

    def read(written: str) -> tuple[str, ...]:
        try:
            return tuple(shlex.split(written))
        except ValueError:
            return ()

    def fault() -> str:
        is_open = made.read() and not read(made.read())
        return t("Close its quotation marks.") if is_open else ""

    return replace(_as_one(made, read, shlex.join), fault=fault)


def _as_one(
    made: Input,
    read: Callable[[str], tuple[str, ...]],
    written: Callable[[Iterable[str]], str],
) -> Input:
    """Several texts that are written as one; one that is given whole is shown as it is."""
    return replace(
        made,
        read=lambda: read(made.read()),
        show=lambda value: made.show(value if isinstance(value, str) else written(value or ())),
    )


@described
def writing(name: str, hint: str = "", *, lines: int = 3) -> Input:
    """A text that grows with what is written, and is left when a person pauses too."""
    made = WritingField(name, t(hint), lines=lines)
    return Input(
        made,
        lambda: made.toPlainText().strip(),
        lambda value: made.show_text(value or ""),
        made.textChanged,
        made.finished,
        finish=made.finish,
        set_open=made.set_open,
        is_wide=True,
    )


@described
def long_text(name: str, hint: str = "", *, high: int = 110, is_exact: bool = False) -> Input:
    """Several lines; spaces around them belong to them where ``is_exact``."""
    made = text_box(name=name, hint=t(hint), high=high)
    return Input(
        made,
        lambda: made.toPlainText() if is_exact else made.toPlainText().strip(),
        lambda value: made.setPlainText(value or ""),
        made.textChanged,
        made.textChanged,
        is_wide=True,
    )


@described
def number(
    name: str,
    least: float,
    most: float,
    *,
    digits: int = 0,
    empty: str | None = None,
    suffix: str = "",
    step: int = 1,
    lowest: str = "",
    wide: int = 0,
) -> Input:
    """A number of a range; another one is offered as its lowest and highest.

    Args:
        name: What screen readers call it.
        least: The lowest.
        most: The highest.
        digits: Behind the point; 0 for whole numbers.
        empty: What an empty field means; None where there always is a number.
        suffix: Its unit, behind it.
        step: By how much an arrow key changes it.
        lowest: What the lowest number is called, where it is no plain number.
        wide: Its width in pixels at 100 %.
    """
    if empty is None:
        spin = Spin(name, int(least), int(most), suffix, step, wide)
        spin.setSpecialValueText(t(lowest))
        return Input(
            spin,
            spin.value,
            spin.setValue,
            spin.valueChanged,
            spin.editingFinished,
            offer=lambda bounds: spin.setRange(*bounds),
        )
    made = NumberField(name, least, most, digits=digits, empty=t(empty), wide=wide)
    return Input(
        made,
        lambda: made.number if digits else made.whole,
        made.show_number,
        made.textChanged,
        made.editingFinished,
        made.fault,
    )


@described
def share(name: str) -> Input:
    """A part of a whole, from 0 to 1, which is written in per cent."""
    made, shown = number(0, 100, suffix=" %")(name), [0.0]

    def read() -> float:
        """One that was shown and is no whole per cent stays as it is."""
        is_same = round(shown[0] * 100) == made.read()
        return shown[0] if is_same else float(made.read()) / 100

    def show(value: float | None) -> None:
        shown[0] = value or 0.0
        made.show(round(shown[0] * 100))

    return replace(made, read=read, show=show)


@described
def path(
    name: str, choose: Callable[[QWidget, str, str], str], fault: Callable[[Path], str]
) -> Input:
    """A path, typed or chosen.

    Args:
        name: What screen readers call it.
        choose: Asks for one, given the window, a title and the path so far; empty where cancelled.
        fault: What is wrong with one; empty for nothing.
    """
    line = field(name=name)

    def read() -> Path:
        return Path(line.text().strip()).expanduser()

    def ask() -> None:
        line.setText(choose(made, name, line.text()) or line.text())

    made = box(row(line, button(t("Choose…"), ask)))
    made.setFocusProxy(line)
    return Input(
        made,
        read,
        lambda value: line.setText(str(value)),
        line.textChanged,
        line.editingFinished,
        lambda: fault(read()),
        is_wide=True,
    )


def no_folder(found: Path) -> str:
    """Says that a folder is not there; empty where it is."""
    return "" if found.is_dir() else t("There is no folder {path}.", path=found)


FOLDER: Final = path(QFileDialog.getExistingDirectory, no_folder)
"""A folder that there is."""
