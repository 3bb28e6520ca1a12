"""Work for others as files, what they submit, and copies of a project, on the command line."""

from xpert_studio.api import Offer, Pack, mark

PACK = Pack(
    id="offline",
    title=mark("Assignments and copies"),
    order=48,
    commands={
        "assignment": Offer(
            "command:app",
            mark(
                "Assign work to others as files, and import what they submit; no one needs to be "
                "online."
            ),
            after="gold",
        ),
        "copy": Offer(
            "command_copy:app",
            mark("Copies of a project in other places, and which file decides."),
            after="assignment",
        ),
    },
)
