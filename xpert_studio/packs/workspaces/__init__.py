"""Tasks that begin with a folder of files; a response is what a system changed in it."""

from xpert_studio.api import Offer, Pack, mark

PACK = Pack(
    id="workspaces",
    title=mark("Workspaces"),
    order=57,
    needs=("checks", "code"),
    readers={"application/vnd.xpert-studio.workspace+zip": "reader:read"},
    viewers={"application/vnd.xpert-studio.workspace+zip": "page_folder:view"},
    checks={
        "folder": "kinds:KINDS",
        "folder_content": "kind_content:KIND",
        "folder_code": "kinds_code:KINDS",
    },
    answering={"workspace": "answering:ANSWERING"},
    sections={"workspaces": "section:WORKSPACES"},
    commands={
        "workspace": Offer(
            "command:app",
            mark("Folders that tasks begin with, and what systems change in them."),
            after="suite",
        )
    },
)
