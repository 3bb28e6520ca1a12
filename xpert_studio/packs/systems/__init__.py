"""Systems as records: their models and settings, and two settings of one model compared."""

from xpert_studio.api import Offer, Pack, mark

PACK = Pack(
    id="systems",
    title=mark("Systems"),
    order=58,
    sections={
        "systems-described": "section_systems:SYSTEMS",
        "settings": "section_settings:SETTINGS",
    },
    board_columns={"settings": "section_column:COLUMN"},
    boards={"settings": Offer("section_settings:SETTINGS", "settings (of one model)")},
    commands={
        "system": Offer(
            "command:app",
            mark("Systems: their models, versions and settings, and names of one made one."),
            after="response",
        )
    },
)
