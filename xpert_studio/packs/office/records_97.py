"""Pictures, charts and text boxes in a workbook of 97 to 2003, which are gaps."""

from __future__ import annotations

import io
import struct
from collections import Counter
from collections.abc import Iterator
from typing import Final

from xpert_studio.core.documents.document import Findings, GapReason

_START: Final = 0x0809
_CHART: Final = 0x0020
_PICTURES: Final = 0x00EB
_BOX_TEXT: Final = 0x01B6
_HEADER: Final = 4
_PICTURE_ENTRY: Final = b"\x07\xf0"
_PICTURE_GROUP: Final = b"\x01\xf0"


def say_drawings(data: bytes, notes: int, findings: Findings) -> None:
    """Notes what stands on the sheets beside their cells.

    Args:
        data: The file.
        notes: So many comments have been read: each is a text box, too.
        findings: Takes the gaps.
    """
    kinds: Counter[str] = Counter()
    for kind, content in _records(data):
        if kind == _START and len(content) >= _HEADER:
            kinds["chart"] += struct.unpack_from("<H", content, 2)[0] == _CHART
        elif kind == _PICTURES:
            kinds["picture"] += _PICTURE_GROUP in content and _PICTURE_ENTRY in content
        elif kind == _BOX_TEXT:
            kinds["box"] += 1
    if kinds["chart"] or kinds["picture"]:
        findings.gap(GapReason.PICTURES)
    if kinds["box"] > notes:
        findings.gap(GapReason.DRAWING)


def _records(data: bytes) -> Iterator[tuple[int, bytes]]:
    from xlrd.compdoc import CompDoc

    files = CompDoc(data, logfile=io.StringIO())
    found = map(files.locate_named_stream, ("Workbook", "Book"))
    stream, place, length = next((one for one in found if one[0]), (b"", 0, 0))
    end = place + length
    while place + _HEADER <= end:
        kind, size = struct.unpack_from("<HH", stream, place)
        yield kind, stream[place + _HEADER : place + _HEADER + size]
        place += _HEADER + size
