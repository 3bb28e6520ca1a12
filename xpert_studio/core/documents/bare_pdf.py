"""The pages of a PDF in a new file, without what any part of it says of its making.

Pages, images, fonts and annotations may each have metadata, thumbnails, authors and data of the
program that made them. PDFium copies them with the pages; its own way of writing is read here: one
object after the other, none of them packed.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from xpert_studio.core.documents.bare_images import bare_image

_TOKEN: Final = re.compile(
    rb"(?P<open><<|\[)|(?P<close>>>|\])|(?P<name>/[^\s<>\[\]()/%{}]*)|(?P<text>\()"
    rb"|(?P<other><[^<>]*>|[^\s<>\[\]()/%]+)|(?P<comment>%[^\r\n]*)"
)
_OBJECT: Final = re.compile(rb"(\d+) (\d+) obj\s")
_ROOT: Final = re.compile(rb"/Root\s+(\d+)\s+\d+\s+R")
_STREAM: Final = re.compile(rb"\s*stream\r?\n")
_PASSWORD: Final = 4  # FPDF_ERR_PASSWORD
_OF_MAKING: Final = frozenset({b"/Metadata", b"/PieceInfo", b"/LastModified", b"/Thumb"})
_OF_ANNOTATIONS: Final = frozenset({b"/T", b"/NM", b"/M", b"/CreationDate"})
"""Author, name and times of an annotation."""
_DEEPEST: Final = 100

_Value = bytes | list["_Value"]
"""A token, or what stands in brackets: the opening one, then its values."""


@dataclass(frozen=True, slots=True)
class _Object:
    """An object; ``stream`` is None where it has none."""

    value: list[_Value]
    stream: bytes | None = None


def bare_pdf(data: bytes) -> bytes:
    """The pages in a new file; what only the old file's catalogue had (outline) is lost.

    What is filled in stays: fields are found on the pages.

    Args:
        data: The file; one that needs a password stays as it is, as nobody reads it here.
    """
    import pypdfium2

    try:
        source = pypdfium2.PdfDocument(data)
    except pypdfium2.PdfiumError as error:
        if getattr(error, "err_code", None) == _PASSWORD:
            return data
        raise
    made, written = pypdfium2.PdfDocument.new(), io.BytesIO()
    made.import_pages(source)
    made.save(written)
    return _without_making(written.getvalue())


def _without_making(data: bytes) -> bytes:
    root = _ROOT.search(data, data.rindex(b"trailer"))
    if root is None:
        raise ValueError(_ROOT)
    objects = {number: _bare(one) for number, one in _objects(data)}
    reached = _reached(objects, int(root[1]))
    fields = sorted({_field(objects, number) for number in reached if _is_field(objects[number])})
    if fields:
        catalogue = objects[int(root[1])].value[0]
        if isinstance(catalogue, list):
            catalogue += [b"/AcroForm", [b"<<", b"/Fields", [b"[", *map(_named, fields)]]]
    return _written({number: objects[number] for number in sorted(reached)}, int(root[1]))


def _is_field(one: _Object) -> bool:
    return bool(one.value) and _entry(one.value[0], b"/Subtype") == b"/Widget"


def _field(objects: Mapping[int, _Object], number: int) -> int:
    """The field that a widget belongs to: the highest one above it."""
    for _ in range(_DEEPEST):
        above = next(_references(_given(objects[number].value[0], b"/Parent")), None)
        if above is None or above not in objects:
            break
        number = above
    return number


def _named(number: int) -> bytes:
    return b"%d 0 R" % number


def _objects(data: bytes) -> Iterator[tuple[int, _Object]]:
    place = 0
    while head := _OBJECT.search(data, place):
        value, place = _values(data, head.end())
        stream = None
        if begins := _STREAM.match(data, place):
            size = _entry(value[0], b"/Length") if value else None
            if size is None or not size.isdigit():
                raise ValueError(head[0])
            place = begins.end() + int(size)
            stream = data[begins.end() : place]
        yield int(head[1]), _Object(value, stream)


def _values(data: bytes, place: int) -> tuple[list[_Value], int]:
    """Values until the end of an object, or of its dictionary where a stream follows."""
    stack: list[list[_Value]] = [[]]
    while found := _TOKEN.search(data, place):
        token, place = found[0], found.end()
        if found["text"]:
            end = _after_text(data, found.start())
            token, place = data[found.start() : end], end
        if len(stack) == 1 and token in {b"endobj", b"stream"}:
            return stack[0], found.start()
        if found["open"]:
            if len(stack) > _DEEPEST:
                break
            stack.append([token])
        elif found["close"]:
            inner = stack.pop()
            stack[-1].append(inner)
        elif not found["comment"]:
            stack[-1].append(token)
    raise ValueError(place)


def _after_text(data: bytes, place: int) -> int:
    depth = 0
    while True:
        letter = data[place]
        if letter == 0x5C:
            place += 1
        else:
            depth += {0x28: 1, 0x29: -1}.get(letter, 0)
        place += 1
        if not depth:
            return place


def _entries(value: Sequence[_Value]) -> Iterator[tuple[bytes, list[_Value]]]:
    """Key and value of each entry of a dictionary; a reference is three tokens."""
    place = 1
    while place < len(value):
        key, end = value[place], place + 2
        if value[end + 1 : end + 2] == [b"R"]:
            end += 2
        yield key if isinstance(key, bytes) else b"", list(value[place + 1 : end])
        place = end


def _is_dictionary(value: _Value) -> bool:
    return isinstance(value, list) and value[:1] == [b"<<"]


def _given(value: _Value, name: bytes) -> list[_Value]:
    """The value of a key of a dictionary; empty where there is none."""
    if not isinstance(value, list) or not _is_dictionary(value):
        return []
    return next((one for key, one in _entries(value) if key == name), [])


def _entry(value: _Value, name: bytes) -> bytes | None:
    """The same where it is one token."""
    found = _given(value, name)
    return found[0] if len(found) == 1 and isinstance(found[0], bytes) else None


def _bare(one: _Object) -> _Object:
    value = [_without(part) for part in one.value]
    stream = one.stream
    if stream is not None and _filters(value[0]) == [b"/DCTDecode"]:
        stream = bare_image(stream)
        if len(stream) != len(one.stream or b""):
            value[0] = _with_length(value[0], len(stream))
    return _Object(value, stream)


def _without(value: _Value) -> _Value:
    if isinstance(value, bytes):
        return value
    if not _is_dictionary(value):
        return [_without(part) for part in value]
    left = _OF_MAKING
    if _entry(value, b"/Subtype") not in {None, b"/Widget"} and _given(value, b"/Rect"):
        left |= _OF_ANNOTATIONS
    made: list[_Value] = [b"<<"]
    for key, inner in _entries(value):
        if key not in left:
            made += [key, *map(_without, inner)]
    return made


def _filters(value: _Value) -> list[_Value]:
    found = _given(value, b"/Filter")
    return found[0][1:] if found and isinstance(found[0], list) else found


def _with_length(value: _Value, size: int) -> _Value:
    made: list[_Value] = [b"<<"]
    for key, inner in _entries(value if isinstance(value, list) else []):
        made += [key, *([b"%d" % size] if key == b"/Length" else inner)]
    return made


def _references(value: Sequence[_Value]) -> Iterator[int]:
    for place, part in enumerate(value):
        if isinstance(part, list):
            yield from _references(part)
        elif part == b"R" and place > 1 and isinstance(number := value[place - 2], bytes):
            yield int(number)


def _reached(objects: Mapping[int, _Object], root: int) -> set[int]:
    """The numbers of objects that something shown names: others were named by what is left out."""
    reached, waiting = set[int](), [root]
    while waiting:
        number = waiting.pop()
        if number in objects and number not in reached:
            reached.add(number)
            waiting += _references(objects[number].value)
    return reached


def _said(value: _Value) -> bytes:
    if isinstance(value, bytes):
        return value
    return b" ".join(map(_said, value)) + (b">>" if value[0] == b"<<" else b"]")


def _written(objects: Mapping[int, _Object], root: int) -> bytes:
    out, places = bytearray(b"%PDF-1.7\n%\xa1\xb3\xc5\xd7\n"), dict[int, int]()
    for number, one in objects.items():
        places[number] = len(out)
        out += b"%d 0 obj\n%s" % (number, b" ".join(map(_said, one.value)))
        if one.stream is not None:
            out += b"\nstream\n%s\nendstream" % one.stream
        out += b"\nendobj\n"
    start, size = len(out), max(objects) + 1
    out += b"xref\n0 %d\n" % size
    for number in range(size):
        if number in places:
            out += b"%010d 00000 n \n" % places[number]
        else:
            out += b"0000000000 65535 f \n"
    out += b"trailer\n<</Size %d/Root %d 0 R>>\nstartxref\n%d\n%%%%EOF\n" % (size, root, start)
    return bytes(out)
