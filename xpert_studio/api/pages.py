"""Pages of the window and forms for the settings of instruments, and what they are built from.

- A page is a ``PageEntry`` with a subclass of ``Page``, which is given the ``Shell`` around it.
- The settings of an instrument have a form by the fields that it asks for. Where it needs another,
  that is a subclass of ``FieldsEditor``, which is given its ``FormField``s (``fields_for`` makes
  them of a model, ``rows`` is a list of models), or of ``SettingsEditor``; ``tab_through`` says in
  which order Tab goes through fields that are made later.
- A ``LinePart`` stands below a decision in the form where experts judge; it shows the form and the
  line (``FormRow``) that it is given.
- A ``CasePart`` stands where verdicts and judgments are shown; it is told each ``ShownDecision``.
  A ``ShellWidget`` is any other part that needs the shell.
- Layouts: ``row``, ``column``, ``scrolled_column``, ``stacked`` (one of several is seen), ``Flow``
  (breaks into lines), ``SideSplitter`` (a list beside what is chosen in it), ``box`` and ``card``
  (a widget around a layout), ``put_in`` and ``clear``, with the spaces ``TIGHT``, ``GAP``,
  ``PAD``, ``SPACE`` and ``WIDE``; ``px`` is a length at the size of text that is set.
- Parts: ``label``, ``chip``, ``button``, ``menu_button``, ``check_box``, ``tick``, ``picker``
  (``refill`` gives it others), ``field`` (one line), ``text_box`` (several), ``EntryView`` (a list
  of ``Entry``), ``BlocksView`` (what sections show), ``EmptyState`` (what stands where there is
  nothing yet). An ``inputs`` function makes a ``Kind``, and that an ``Input``, for a value whose
  type is known only when the program runs.
- Forms: ``Form`` of ``FormField``, which ``fields_for`` makes of a model or command, gives
  ``Values``; a list of models has ``FieldRows``, each a ``FieldRow``. A ``CommandDialog`` asks for
  what a command needs, an ``ActionDialog`` before something is done.
- An ``Action`` is in menu, palette and on its button; a ``Place`` is where one goes, a ``Job`` work
  beside the window. ``wire`` calls a function when a signal comes, ``later`` once it is quiet;
  ``show_if`` and ``enable_if`` show and allow, ``retone`` changes how a widget looks.
- Words: ``t`` and ``tn`` (in the language of the window, for one or many), ``mark`` (translated
  where it is shown), ``translated`` (of a message), ``explained`` (of an error), ``listed``
  (several in a sentence), ``labelled``, ``in_a_row`` (sentences), ``number``, ``money``,
  ``provider_title``.
"""

from xpert_studio.core.wording import (
    explained,
    in_a_row,
    labelled,
    listed,
    mark,
    money,
    number,
    t,
    tn,
    translated,
)
from xpert_studio.desktop.actions import Action
from xpert_studio.desktop.bridge import Job
from xpert_studio.desktop.look import GAP, PAD, SPACE, TIGHT, WIDE, px
from xpert_studio.desktop.names import provider_title
from xpert_studio.desktop.pages import PageEntry
from xpert_studio.desktop.pages.base import Page
from xpert_studio.desktop.pages.case_part import CasePart, ShownDecision
from xpert_studio.desktop.pages.judging.form_table import FormRow
from xpert_studio.desktop.pages.judging.line_part import LinePart
from xpert_studio.desktop.pages.task.rubric.settings_editor import FieldsEditor, SettingsEditor
from xpert_studio.desktop.places import Place
from xpert_studio.desktop.shell import Shell, ShellWidget
from xpert_studio.desktop.widgets import form_inputs as inputs
from xpert_studio.desktop.widgets.asked_fields import fields_for
from xpert_studio.desktop.widgets.asking import ActionDialog
from xpert_studio.desktop.widgets.blocks_view import BlocksView
from xpert_studio.desktop.widgets.command_dialog import CommandDialog
from xpert_studio.desktop.widgets.entries import Entry, EntryView
from xpert_studio.desktop.widgets.explorer import EmptyState
from xpert_studio.desktop.widgets.fields import (
    check_box,
    field,
    menu_button,
    picker,
    refill,
    text_box,
    tick,
)
from xpert_studio.desktop.widgets.flow import Flow
from xpert_studio.desktop.widgets.form import Form, FormField, Values
from xpert_studio.desktop.widgets.form_inputs import Input, Kind
from xpert_studio.desktop.widgets.form_rows import FieldRow, FieldRows, rows, tab_through
from xpert_studio.desktop.widgets.labels import button, card, chip, label, retone
from xpert_studio.desktop.widgets.layouts import box, clear, column, put_in, row, stacked
from xpert_studio.desktop.widgets.scrolling import scrolled_column
from xpert_studio.desktop.widgets.side_splitter import SideSplitter
from xpert_studio.desktop.widgets.wiring import enable_if, later, show_if, wire

__all__ = [
    "GAP",
    "PAD",
    "SPACE",
    "TIGHT",
    "WIDE",
    "Action",
    "ActionDialog",
    "BlocksView",
    "CasePart",
    "CommandDialog",
    "EmptyState",
    "Entry",
    "EntryView",
    "FieldRow",
    "FieldRows",
    "FieldsEditor",
    "Flow",
    "Form",
    "FormField",
    "FormRow",
    "Input",
    "Job",
    "Kind",
    "LinePart",
    "Page",
    "PageEntry",
    "Place",
    "SettingsEditor",
    "Shell",
    "ShellWidget",
    "ShownDecision",
    "SideSplitter",
    "Values",
    "box",
    "button",
    "card",
    "check_box",
    "chip",
    "clear",
    "column",
    "enable_if",
    "explained",
    "field",
    "fields_for",
    "in_a_row",
    "inputs",
    "label",
    "labelled",
    "later",
    "listed",
    "mark",
    "menu_button",
    "money",
    "number",
    "picker",
    "provider_title",
    "put_in",
    "px",
    "refill",
    "retone",
    "row",
    "rows",
    "scrolled_column",
    "show_if",
    "stacked",
    "t",
    "tab_through",
    "text_box",
    "tick",
    "tn",
    "translated",
    "wire",
]
