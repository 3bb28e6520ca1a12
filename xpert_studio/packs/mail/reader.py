"""Letters (.eml) and saved pages (.mht): headers, the text, and a gap for each attachment."""

from __future__ import annotations

from collections.abc import Iterator
from email import message_from_bytes
from email.message import MIMEPart
from email.policy import default
from typing import Final

from xpert_studio.api.readers import Findings, GapReason, Message, decoded, without_blanks
from xpert_studio.packs.web_pages import reader as web_page

_HEADERS: Final = ("From", "To", "Cc", "Bcc", "Date", "Subject")
_DEEPEST: Final = 5


def read(data: bytes, findings: Findings) -> str:
    """The letter as a mail program shows it."""
    message = message_from_bytes(data, policy=default)
    return without_blanks(_letter(message, findings, 0))


def _letter(message: MIMEPart, findings: Findings, depth: int) -> str:
    headers = [
        f"{name}: {' '.join(str(message[name]).split())}" for name in _HEADERS if message[name]
    ]
    body = message.get_body(("plain", "html"))
    parts = ["\n".join(headers), "" if body is None else _text(body, findings)]
    for part in _others(message, body):
        kind = part.get_content_type()
        is_named = part.get_filename() or part.get_content_disposition() == "attachment"
        if kind == "message/rfc822" and depth < _DEEPEST:
            inner = part.get_content()
            parts.append(f"[Forwarded message]\n{_letter(inner, findings, depth + 1)}")
        elif kind in {"text/plain", "text/html"} and not is_named:
            parts.append(_text(part, findings))
        else:
            is_picture = part.get_content_maintype() == "image"
            name = part.get_filename() or kind
            findings.gap(
                GapReason.PICTURES if is_picture else GapReason.ATTACHED,
                Message("attachment {name}", name=name),
            )
    return "\n\n".join(filter(None, parts))


def _others(part: MIMEPart, body: MIMEPart | None, *, is_said: bool = False) -> Iterator[MIMEPart]:
    """The parts beside the text, without those that say the same in another way.

    Args:
        part: Where to look.
        body: The text.
        is_said: Whether texts in it say the same as ``body``.
    """
    if part is body:
        return
    if part.get_content_type() == "message/rfc822" or not part.is_multipart():
        if not (is_said and part.get_content_maintype() == "text"):
            yield part
        return
    inner = list(part.iter_parts())
    if part.get_content_type() == "multipart/alternative":
        is_said = is_said or any(item is body for one in inner for item in one.walk())
    for item in inner:
        yield from _others(item, body, is_said=is_said)


def _text(part: MIMEPart, findings: Findings) -> str:
    data = part.get_payload(decode=True)
    raw = data if isinstance(data, bytes) else b""
    if part.get_content_type() == "text/html":
        return web_page.read(raw, findings, part.get_content_charset())
    text = _decoded(raw, part.get_content_charset())
    if text is None:
        text = raw.decode("utf-8", "replace")
        findings.gap(GapReason.ENCODING)
    text = text.replace("\r\n", "\n")
    if str(part.get_param("format", "")).lower() != "flowed":
        return text
    return _joined(text, drops_space=str(part.get_param("delsp", "")).lower() == "yes")


def _joined(text: str, *, drops_space: bool) -> str:
    """Lines that were parted for sending as the paragraphs that they are (RFC 3676, 4)."""
    made: list[str] = []
    is_open = False
    for line in text.split("\n"):
        depth = len(line) - len(line.lstrip(">"))
        said = line[depth:].removeprefix(" ")
        before = made[-1] if made else ""
        if is_open and depth == len(before) - len(before.lstrip(">")):
            made[-1] = before.removesuffix(" " if drops_space else "") + said
        else:
            made.append(f"{'>' * depth}{' ' * bool(depth)}{said}")
        is_open = said.endswith(" ") and said != "-- "
    return "\n".join(made)


def _decoded(raw: bytes, charset: str | None) -> str | None:
    try:
        return raw.decode(charset or "utf-8")
    except (UnicodeDecodeError, LookupError):
        known = decoded(raw)
        return known.text if known else None
