"""Multiple choice: a program reads which options a response names."""

from xpert_studio.api import Pack, mark

PACK = Pack(
    id="choice",
    title=mark("Multiple choice"),
    order=40,
    instruments={"choice": "instrument:CHOICE"},
    editors={"choice": "page_settings:ChoiceForm"},
    imports={"choice": "incoming:CHOICE"},
)
