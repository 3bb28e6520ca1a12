"""Letters (.eml) and saved pages (.mht): headers, the text, and a gap for each attachment."""

from __future__ import annotations

from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from typing import Final

from xpert_studio.documents.document import Findings, GapReason
from xpert_studio.documents.markup import without_blanks
from xpert_studio.documents.readers import web_page
from xpert_studio.documents.readers.plain_text import decoded
from xpert_studio.messages import Message

_HEADERS: Final = ("From", "To", "Cc", "Bcc", "Date", "Subject")
_DEEPEST: Final = 5


def read(data: bytes, found: Findings) -> str:
    """The letter as a mail program shows it."""
    message = message_from_bytes(data, policy=default)
    return without_blanks(_letter(message, found, 0))  # type: ignore[arg-type]


def _letter(message: EmailMessage, found: Findings, depth: int) -> str:
    headers = [f"{name}: {' '.join(str(message[name]).split())}" for name in _HEADERS if message[name]]
    body = message.get_body(("plain", "html"))
    text = "" if body is None else _text(body, found)
    parts = ["\n".join(headers), text]
    for part in message.walk() if body is None else _others(message, body):
        if part.get_content_maintype() == "multipart":
            continue
        name = part.get_filename() or part.get_content_type()
        if part.get_content_type() == "message/rfc822" and depth < _DEEPEST:
            inner = part.get_content()
            parts.append(f"[Forwarded message]\n{_letter(inner, found, depth + 1)}")
        elif part.get_content_type() == "multipart/encrypted":
            found.gap(GapReason.ENCRYPTED)
        elif part is not body:
            is_picture = part.get_content_maintype() == "image"
            found.gap(
                GapReason.PICTURES if is_picture else GapReason.ATTACHED,
                Message("attachment {name}", name=name),
            )
    return "\n\n".join(filter(None, parts))


def _others(message: EmailMessage, body: EmailMessage) -> list[EmailMessage]:
    """The parts that are not the letter's text, said in another way."""
    spared: set[int] = {id(body)}
    kept: list[EmailMessage] = []

    def look(part: EmailMessage) -> None:
        if id(part) in spared:
            return
        kind = part.get_content_type()
        if kind == "message/rfc822":
            kept.append(part)
        elif part.is_multipart():
            inner = [item for item in part.iter_parts() if isinstance(item, EmailMessage)]
            if kind == "multipart/alternative" and any(body in item.walk() for item in inner):
                inner = [item for item in inner if not item.get_content_type().startswith("text/")
                         or item.is_multipart()]  # fmt: skip
            for item in inner:
                look(item)
        elif kind.startswith("text/") and part.get_content_disposition() != "attachment" and part.get_filename() is None:
            kept.append(part)
        else:
            kept.append(part)

    look(message)
    return kept


def _text(part: EmailMessage, found: Findings) -> str:
    data = part.get_payload(decode=True)
    raw = data if isinstance(data, bytes) else b""
    if part.get_content_type() == "text/html":
        return web_page.read(raw, found, part.get_content_charset())
    text = _decoded(raw, part.get_content_charset())
    if text is None:
        text = raw.decode("utf-8", "replace")
        found.gap(GapReason.ENCODING)
    return text.replace("\r\n", "\n")


def _decoded(raw: bytes, charset: str | None) -> str | None:
    try:
        return raw.decode(charset or "utf-8")
    except (UnicodeDecodeError, LookupError):
        known = decoded(raw)
        return known.text if known else None
