"""Pages of the window and forms for the settings of instruments, and what they are built from.

- A page is a ``PageEntry`` with a subclass of ``Page``, which is given the ``Shell`` around it.
- The settings of an instrument have a form by the fields that it asks for. Where it needs another,
  that is a subclass of ``FieldsEditor``, which is given its ``FormField``s (``fields_for`` makes
  them of a model, ``rows`` is a list of models), or of ``SettingsEditor``; ``tab_through`` says in
  which order Tab goes through fields that are made later.
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
from xpert_studio.desktop.pages.task.rubric.settings_editor import FieldsEditor, SettingsEditor
from xpert_studio.desktop.shell import Shell
from xpert_studio.desktop.widgets import form_inputs as inputs
from xpert_studio.desktop.widgets.asked_fields import fields_for
from xpert_studio.desktop.widgets.fields import check_box, field, picker, text_box, tick
from xpert_studio.desktop.widgets.flow import Flow
from xpert_studio.desktop.widgets.form import Form, FormField
from xpert_studio.desktop.widgets.form_inputs import Input, Kind
from xpert_studio.desktop.widgets.form_rows import FieldRow, FieldRows, rows, tab_through
from xpert_studio.desktop.widgets.labels import button, label
from xpert_studio.desktop.widgets.layouts import box, clear, column, put_in, row
from xpert_studio.desktop.widgets.scrolling import scrolled_column
from xpert_studio.desktop.widgets.wiring import show_if, wire

__all__ = [
    "GAP",
    "TIGHT",
    "CasePart",
    "FieldRow",
    "FieldRows",
    "FieldsEditor",
    "Flow",
    "Form",
    "FormField",
    "FormRow",
    "Input",
    "Kind",
    "LinePart",
    "Page",
    "PageEntry",
    "SettingsEditor",
    "Shell",
    "ShownDecision",
    "box",
    "button",
    "check_box",
    "clear",
    "column",
    "field",
    "fields_for",
    "inputs",
    "label",
    "listed",
    "mark",
    "picker",
    "put_in",
    "row",
    "rows",
    "scrolled_column",
    "show_if",
    "t",
    "tab_through",
    "text_box",
    "tick",
    "translated",
    "wire",
]
