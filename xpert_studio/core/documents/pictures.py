"""One picture of an image file as people and models see it: upright, still, opaque, in sRGB.

Works in the process of ``worker``: image files are hostile. The original is not changed; metadata
is read for what it says, and is not in the picture.
"""

from __future__ import annotations

import io
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import islice
from typing import TYPE_CHECKING, Final

from xpert_studio.core.documents.document import Findings, GapReason, NotReadError
from xpert_studio.core.documents.media_types import HEIC, media_type_of

if TYPE_CHECKING:
    from PIL import Image

LONGEST: Final = 3072
"""Pixels of the longer side of a picture for people; models get what their provider takes."""
MAX_PIXELS: Final = 40_000_000
MAX_FRAMES: Final = 9
"""Moments of an animation that are shown, in rows of three."""
_MAX_FRAMES_READ: Final = 300
_MAX_PNG: Final = 3_000_000
_QUALITY: Final = 92
_SPACE: Final = 8
_GROUND, _DARK = (255, 255, 255), (64, 64, 64)
_BRIGHT: Final = 200
"""What is brighter than this on average, of 255, would be lost on a white ground."""
_LOSSY: Final = frozenset({"JPEG", "MPO", "AVIF"})
_READ: Final = ("PNG", "JPEG", "GIF", "WEBP", "BMP", "TIFF", "AVIF", "MPO")
"""Pillow's names of what is read: its other formats have no use here, and faults of their own."""
_EXIF_PARTS: Final = (0x8769, 0x8825, 0xA005)


def read_image(data: bytes, findings: Findings) -> bytes:
    """The picture, as PNG or JPEG.

    Args:
        data: The file.
        findings: Takes what its metadata says, and what is not in the picture.

    Raises:
        NotReadError: It is damaged, too large, or of a kind that cannot be shown.
    """
    from PIL import Image

    try:
        with _opened(data) as image:
            findings.metadata += _said(image)
            if image.width * image.height > MAX_PIXELS:
                raise NotReadError(GapReason.TOO_LARGE)
            made = _sheet(image, findings)
            findings.metadata += [one for one in _said(image) if one not in findings.metadata]
            return _encoded(made, is_lossy=image.format in _LOSSY)
    except Image.DecompressionBombError as error:
        raise NotReadError(GapReason.TOO_LARGE) from error
    except _unreadable() as error:
        raise NotReadError(GapReason.UNREADABLE) from error


@contextmanager
def _opened(data: bytes) -> Iterator[Image.Image]:
    from PIL import Image

    if media_type_of(data) == HEIC:
        raise NotReadError(GapReason.KIND)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with Image.open(io.BytesIO(data), formats=_READ) as image:
            yield image


def _unreadable() -> tuple[type[Exception], ...]:
    # What Pillow raises for damaged files.
    return (
        OSError,
        ValueError,
        SyntaxError,
        KeyError,
        TypeError,
        IndexError,
        EOFError,
        AttributeError,
        ArithmeticError,
        MemoryError,
    )


def _said(image: Image.Image) -> list[str]:
    """The texts of EXIF with its parts, of XMP, and of what PNG, GIF and TIFF hold beside it."""
    exif = image.getexif()
    values = [*exif.values(), *image.info.values()]
    values += [one for part in _EXIF_PARTS for one in exif.get_ifd(part).values()]
    values += getattr(image, "text", {}).values()
    values += dict(getattr(image, "tag_v2", {})).values()
    found = (_text(value) for value in values)
    return [text for text in dict.fromkeys(found) if text.strip()]


def _text(value: object) -> str:
    if isinstance(value, bytes):
        return value.replace(b"\x00", b"").decode("utf-8", "replace")
    return value if isinstance(value, str) else ""


def _sheet(image: Image.Image, findings: Findings) -> Image.Image:
    """The image; of an animation its moments in rows; of several pages the first."""
    count = min(getattr(image, "n_frames", 1), _MAX_FRAMES_READ)
    is_large = image.width * image.height * count > 10 * MAX_PIXELS
    if image.format in {"TIFF", "MPO"} or count < 2 or is_large:
        if count > 1 and image.format != "MPO":
            findings.gap(GapReason.FRAMES)
        return _plain(image)
    if getattr(image, "n_frames", 1) > MAX_FRAMES:
        findings.gap(GapReason.FRAMES)
    shown = min(count, MAX_FRAMES)
    places = [round(at * (count - 1) / (shown - 1)) for at in range(shown)]
    return _in_rows(_frames(image, places))


def _frames(image: Image.Image, places: list[int]) -> Iterator[Image.Image]:
    for place in places:
        image.seek(place)
        frame = _plain(image)
        frame.thumbnail((LONGEST // 3, LONGEST // 3))
        yield frame


def _in_rows(frames: Iterator[Image.Image]) -> Image.Image:
    from PIL import Image

    rows = list(iter(lambda: list(islice(frames, 3)), []))
    wide = max(frame.width for row in rows for frame in row) + _SPACE
    high = max(frame.height for row in rows for frame in row) + _SPACE
    sheet = Image.new("RGB", (wide * len(rows[0]) + _SPACE, high * len(rows) + _SPACE), _DARK)
    for down, row in enumerate(rows):
        for across, frame in enumerate(row):
            sheet.paste(frame, (_SPACE + across * wide, _SPACE + down * high))
    return sheet


def _plain(image: Image.Image) -> Image.Image:
    """One frame in sRGB with eight bits, turned as EXIF says, on an opaque ground."""
    from PIL import ImageOps

    image.load()
    turned = ImageOps.exif_transpose(image)
    if turned.mode == "F":
        raise NotReadError(GapReason.KIND)
    if turned.mode.startswith("I"):
        turned = _eight_bits(turned)
    if turned.has_transparency_data:
        return _on_ground(turned)
    return _in_srgb(turned)


def _eight_bits(image: Image.Image) -> Image.Image:
    whole = image.convert("I")
    most = _most(whole)
    limit = next((one for one in (255, 65_535) if most <= one), most)
    return whole.point(lambda value: value * (255 / limit) + 0).convert("L")


def _most(image: Image.Image) -> float:
    """The greatest value of an image of one channel."""
    _, most = image.getextrema()
    return most if isinstance(most, int | float) else max(most)


def _on_ground(image: Image.Image) -> Image.Image:
    from PIL import Image, ImageStat

    whole = image.convert("RGBA")
    alpha, colours = whole.getchannel("A"), _in_srgb(whole.convert("RGB"))
    is_seen = _most(alpha) > 0
    mean = ImageStat.Stat(colours.convert("L"), mask=alpha).mean[0] if is_seen else 0
    ground = Image.new("RGB", whole.size, _DARK if mean > _BRIGHT else _GROUND)
    ground.paste(colours, mask=alpha)
    return ground


def _in_srgb(image: Image.Image) -> Image.Image:
    from PIL import Image, ImageCms

    profile = image.info.get("icc_profile")
    if image.mode == "P":
        image = image.convert("RGB")
    with suppress(ImageCms.PyCMSError, OSError, ValueError, TypeError):
        known = ImageCms.ImageCmsProfile(io.BytesIO(profile)) if profile else None
        if image.mode == "LAB":
            known = known or ImageCms.ImageCmsProfile(ImageCms.createProfile("LAB"))
        if known is not None:
            target = ImageCms.createProfile("sRGB")
            made = ImageCms.profileToProfile(image, known, target, outputMode="RGB")
            if isinstance(made, Image.Image):
                return made
    return image.convert("RGB")


def _encoded(image: Image.Image, *, is_lossy: bool) -> bytes:
    from PIL import Image

    image.thumbnail((LONGEST, LONGEST), Image.Resampling.LANCZOS)
    image.info.clear()
    made = io.BytesIO()
    if not is_lossy:
        image.save(made, "PNG", compress_level=2)
    if is_lossy or made.tell() > _MAX_PNG:
        made = io.BytesIO()
        image.save(made, "JPEG", quality=_QUALITY, subsampling=0)
    return made.getvalue()
