"""What the fields of a form are filled in with: a text, a number, one of several, any of several.

Each function describes one and makes it when it is given the name that a screen reader says. A
description holds texts that are marked for translation; they are translated when it is made.
"""

from xpert_studio.desktop.widgets.form_inputs.chosen import (
    Several,
    boxes,
    buttons,
    check,
    choice,
    chosen_tasks,
    several,
    suggested,
    ways,
    yes_or_no,
)
from xpert_studio.desktop.widgets.form_inputs.input import Input, Kind, Rows, beside
from xpert_studio.desktop.widgets.form_inputs.typed import (
    FOLDER,
    command_words,
    lines,
    long_text,
    no_folder,
    number,
    path,
    share,
    text,
    texts,
    typed,
    writing,
)

__all__ = [
    "FOLDER",
    "Input",
    "Kind",
    "Rows",
    "Several",
    "beside",
    "boxes",
    "buttons",
    "check",
    "choice",
    "chosen_tasks",
    "command_words",
    "lines",
    "long_text",
    "no_folder",
    "number",
    "path",
    "several",
    "share",
    "suggested",
    "text",
    "texts",
    "typed",
    "ways",
    "writing",
    "yes_or_no",
]
