"""Pages of the window and forms for the settings of instruments, and what they are built from.

- A page is a ``PageEntry`` with a subclass of ``Page``, which is given the ``Shell`` around it.
- A form for settings is a subclass of ``SettingsEditor``; ``TriedForm`` is one whose settings are
  tried on a text, ``FieldRows`` holds rows that come and go, and ``tab_through`` says in which
  order Tab goes through them.
- A ``LinePart`` stands below a decision in the form where experts judge; it shows the form and the
  line that it is given.
- A ``CasePart`` stands where verdicts and judgments are shown; it is told which.
- Layouts: ``row``, ``column``, ``scrolled_column``, ``Flow`` (breaks into lines), ``box`` (a widget
  around a layout) and ``clear``, with the spaces ``TIGHT`` and ``GAP``.
- Parts: ``label``, ``button``, ``check_box``, ``tick``, ``picker``, ``field`` (one line),
  ``text_box`` (several). An ``inputs`` function makes a ``Kind``, and that an ``Input``, for a
  value whose type is known only when the program runs.
- ``wire`` calls a function when a signal comes, ``show_if`` shows and hides.
- Words: ``t`` (in the language of the window), ``mark`` (translated where it is shown),
  ``translated`` (of a message), ``listed`` (several in a sentence).
"""

from xpert_studio.core.wording import listed, mark, t, translated
from xpert_studio.desktop.look import GAP, TIGHT
from xpert_studio.desktop.pages import PageEntry
from xpert_studio.desktop.pages.base import Page
from xpert_studio.desktop.pages.case_part import CasePart, ShownDecision
from xpert_studio.desktop.pages.judging.form_table import FormRow
from xpert_studio.desktop.pages.judging.line_part import LinePart
from xpert_studio.desktop.pages.task.rubric.settings_editor import (
    FieldRow,
    FieldRows,
    SettingsEditor,
    tab_through,
)
from xpert_studio.desktop.pages.task.rubric.trial import TriedForm
from xpert_studio.desktop.shell import Shell
from xpert_studio.desktop.widgets import form_inputs as inputs
from xpert_studio.desktop.widgets.fields import check_box, field, picker, text_box, tick
from xpert_studio.desktop.widgets.flow import Flow
from xpert_studio.desktop.widgets.form_inputs import Input, Kind
from xpert_studio.desktop.widgets.labels import button, label
from xpert_studio.desktop.widgets.layouts import box, clear, column, row
from xpert_studio.desktop.widgets.scrolling import scrolled_column
from xpert_studio.desktop.widgets.wiring import show_if, wire

__all__ = [
    "GAP",
    "TIGHT",
    "CasePart",
    "FieldRow",
    "FieldRows",
    "Flow",
    "FormRow",
    "Input",
    "Kind",
    "LinePart",
    "Page",
    "PageEntry",
    "SettingsEditor",
    "Shell",
    "ShownDecision",
    "TriedForm",
    "box",
    "button",
    "check_box",
    "clear",
    "column",
    "field",
    "inputs",
    "label",
    "listed",
    "mark",
    "picker",
    "row",
    "scrolled_column",
    "show_if",
    "t",
    "tab_through",
    "text_box",
    "tick",
    "translated",
    "wire",
]
