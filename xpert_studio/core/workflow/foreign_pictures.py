"""Pictures of files that others made: what a file that comes in says of them may be anything."""

from __future__ import annotations

from typing import Final

from xpert_studio.core.documents.png import png_size
from xpert_studio.core.records import KeptRendering
from xpert_studio.core.store import Transaction, files

MEGAPIXELS: Final = 8
MEGABYTES: Final = 16
_MOST_PIXELS: Final = MEGAPIXELS * 10**6
_MOST_BYTES: Final = MEGABYTES * 1024**2


def is_fit(data: bytes) -> bool:
    """Whether bytes are a PNG that may be decoded: of bounded size, by its header."""
    if len(data) > _MOST_BYTES:
        return False
    size = png_size(data)
    return size is not None and size[0] * size[1] <= _MOST_PIXELS


def has_fit_pictures(tx: Transaction, record: KeptRendering) -> bool:
    """Whether all pictures of a rendering are in the project, and may be decoded."""
    named = {picture.sha256 for picture in record.pictures}
    return all(files.has_blob(tx, one) and is_fit(files.get_blob(tx, one)) for one in named)
