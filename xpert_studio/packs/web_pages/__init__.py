"""Web pages: their text as a browser shows it, and pictures that Chromium draws, cut off."""

from xpert_studio.api import Offer, Pack, mark

PACK = Pack(
    id="web_pages",
    title=mark("Web pages"),
    order=84,
    needs=("office", "code", "workspaces"),
    readers={
        "text/html": "reader:read",
    },
    renderers={
        "text/html": "rendering:PAGE",
        "application/vnd.xpert-studio.workspace+zip": "rendering:FOLDERS",
    },
    openers={
        "text/html": "opening:open_file",
        "application/vnd.xpert-studio.workspace+zip": "opening:open_folder",
    },
    probes={"web_pages": "probes:PROBES"},
    commands={
        "page": Offer(
            "command:app",
            mark("Web pages as responses: their visual track, and the live page, cut off."),
            after="workspace",
        )
    },
)
