"""What the inputs of forms have in common: they are described, and made once they have a name."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import wraps
from typing import Any, Concatenate, ParamSpec, Protocol

from PySide6.QtCore import SignalInstance
from PySide6.QtWidgets import (
    QWidget,
)

from xpert_studio.desktop.look import GAP
from xpert_studio.desktop.widgets.layouts import box, row


@dataclass(frozen=True, slots=True)
class Input:
    """What one value is entered in.

    Attributes:
        widget: What is put into the form; it takes the focus.
        read: Gives the value; empty or None where nothing is entered.
        show: Shows a value.
        changed: Signals another value, with every key.
        left: Signals that a person is done with it.
        fault: Says what is wrong with what is entered; empty for nothing.
        offer: Takes other things to choose from; what was chosen stays chosen where it is among them.
        finish: Ends what is being written in it, where that is kept back until a person pauses.
        set_open: Lets it be changed, or only be read; it is disabled for that where None.
        is_wide: Whether it fills the form from side to side.
        rows: Its rows, where it has such.
    """

    widget: QWidget
    read: Callable[[], Any]
    show: Callable[[Any], object]
    changed: SignalInstance
    left: SignalInstance
    fault: Callable[[], str] = str
    offer: Callable[[Iterable[Any]], object] = tuple
    finish: Callable[[], object] = tuple
    set_open: Callable[[bool], object] | None = None
    is_wide: bool = False
    rows: Rows | None = None


class Rows(Protocol):
    """Rows of fields, each of which can be wrong by itself; see ``form_rows``."""

    fill: Callable[[], Mapping[str, Any]]

    def begin(self) -> bool:
        """Goes where a text is missing; returns whether one is."""

    def tell(self, faults: Mapping[tuple[str | int, ...], str]) -> None:
        """Says what is wrong, by the place of a row and the name of a field in it."""


Kind = Callable[[str], Input]
"""Makes an input of the name that a screen reader says."""
P = ParamSpec("P")


def described(make: Callable[Concatenate[str, P], Input]) -> Callable[P, Kind]:
    """Has all arguments but the name describe an input that is made once the name is given."""

    @wraps(make)
    def describe(*args: P.args, **kwargs: P.kwargs) -> Kind:
        return lambda name: make(name, *args, **kwargs)

    return describe


@described
def beside(name: str, kind: Kind, *others: QWidget) -> Input:
    """What a kind makes, with other things behind it, such as a button that goes with it."""
    made = kind(name)
    ground = box(row(made.widget, *others, gap=GAP // 2, grow=0))
    ground.setFocusProxy(made.widget)
    return replace(made, widget=ground)
