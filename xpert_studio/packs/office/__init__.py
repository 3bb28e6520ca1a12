"""Reads attached files of Microsoft Office and OpenDocument, and rich text; shows their pages."""

from xpert_studio.api import Pack, mark

PACK = Pack(
    id="office",
    title=mark("Office documents"),
    order=80,
    needs=("code", "workspaces"),
    readers={
        "application/vnd.openxmlformats-officedocument.wordprocessingml.document": "word:read",
        "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": "workbook:read",
        "application/vnd.openxmlformats-officedocument.presentationml.presentation": "slides:read",
        "application/vnd.ms-excel": "workbook_97:read",
        "application/vnd.oasis.opendocument.text": "open_text:read",
        "application/vnd.oasis.opendocument.spreadsheet": "open_workbook:read",
        "application/vnd.oasis.opendocument.presentation": "open_slides:read",
        "application/rtf": "rich_text:read",
        "application/x-ole-storage": "unread:locked",
        "application/msword": "unread:old",
        "application/vnd.ms-powerpoint": "unread:old",
    },
    renderers=dict.fromkeys(
        (
            "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
            "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
            "application/vnd.openxmlformats-officedocument.presentationml.presentation",
            "application/vnd.ms-excel",
            "application/vnd.oasis.opendocument.text",
            "application/vnd.oasis.opendocument.spreadsheet",
            "application/vnd.oasis.opendocument.presentation",
            "application/rtf",
            "application/msword",
            "application/vnd.ms-powerpoint",
        ),
        "pages:RENDERER",
    ),
    probes={"pages": "probes:PROBES"},
)
