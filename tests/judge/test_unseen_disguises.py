"""Disguises of API keys, written down from the specification before the redactor was written.

Each is a way to write a key, and the way to read it again. The redactor is not to be adapted to
this list: what it misses here is a finding about its rules.
"""

from __future__ import annotations

import base64
import codecs
import html
import json
import quopri
import re
import textwrap
import unicodedata
from collections.abc import Callable
from urllib.parse import quote_plus, unquote_plus

import pytest

from xpert_studio.core.judge import redaction
from xpert_studio.core.judge.redaction import redact_known, remember_secret

KEYS = (
    "sk-proj-Zq3vT9_bLwX0-nRk7HdYp2GcAe5MfUj8SiVoQx1tBz4E6lW",
    "sk-ant-api03-mK4tR_8vQz2LpX-w9BnYc6HdJf0GsAe7UiTo3Vx5Wl1_Cb-AAAA",
    "9f86d081884c7d659a2feaa0c55ad015",
    "AIzaSyD4kTq8_Rz1XvB-mN6wLpY3cHf0GsJe7Ui",
)
BEFORE, AFTER = "The response names fact 3 and says: ", " — which is met, see line 12."


def _quoted_printable(key: str) -> str:
    return "".join(f"={ord(char):02X}" for char in key)


def _letters(text: str) -> str:
    return re.sub(r"[^A-Za-z0-9]", "", text)


DISGUISES: dict[str, tuple[Callable[[str], str], Callable[[str], str]]] = {
    "JSON, every character escaped": (
        lambda key: "".join(f"\\u{ord(char):04X}" for char in key),
        lambda text: re.sub(r"\\u([0-9a-fA-F]{4})", lambda m: chr(int(m[1], 16)), text),
    ),
    "JSON within JSON": (
        lambda key: json.dumps(json.dumps({"key": key.replace("-", "\u2011")})),
        lambda text: text.replace("\\\\u2011", "-"),
    ),
    "every other character percent-encoded": (
        lambda key: "".join(f"%{ord(c):02x}" if n % 2 else c for n, c in enumerate(key)),
        unquote_plus,
    ),
    "percent-encoded twice": (
        lambda key: quote_plus(quote_plus("".join(f"%{ord(char):02X}" for char in key))),
        lambda text: unquote_plus(unquote_plus(unquote_plus(text))),
    ),
    "decimal entities": (
        lambda key: "".join(f"&#{ord(char)};" for char in key),
        html.unescape,
    ),
    "hexadecimal entities with zeros": (
        lambda key: "".join(f"&#x{ord(char):06X};" for char in key),
        html.unescape,
    ),
    "a zero-width joiner after every character": ("\u200d".join, lambda t: t.replace("\u200d", "")),
    "soft hyphens": ("\u00ad".join, lambda text: text.replace("\u00ad", "")),
    "one character a line": ("\r\n".join, lambda text: re.sub(r"\s", "", text)),
    "groups of four": (
        lambda key: " ".join(textwrap.wrap(key, 4, break_on_hyphens=False)),
        lambda text: text.replace(" ", ""),
    ),
    "hyphens between": ("-".join, _letters),
    "no-break spaces and tabs": ("\u00a0\t".join, lambda text: re.sub(r"\s", "", text)),
    "escaped line breaks in JSON": (
        lambda key: json.dumps("\n".join(textwrap.wrap(key, 7, break_on_hyphens=False))),
        lambda text: text.replace("\\n", ""),
    ),
    "bold in Markdown": (
        lambda key: "".join(f"**{part}**" for part in textwrap.wrap(key, 5)),
        lambda text: text.replace("*", ""),
    ),
    "a list of characters": (lambda key: str(list(key)), _letters),
    "base64 behind one character": (
        lambda key: base64.b64encode(b":" + key.encode()).decode(),
        lambda text: text,
    ),
    "base64 of a header": (
        lambda key: base64.b64encode(f"Authorization: Bearer {key}\r\n".encode()).decode(),
        lambda text: text,
    ),
    "base64 for addresses, without padding": (
        lambda key: base64.urlsafe_b64encode(b"\xff\xfb" + key.encode()).decode().rstrip("="),
        lambda text: text,
    ),
    "base64 in lines": (
        lambda key: "\n".join(textwrap.wrap(base64.b64encode(key.encode()).decode(), 10)),
        lambda text: text.replace("\n", ""),
    ),
    "base64 of base64": (
        lambda key: base64.b64encode(base64.b64encode(key.encode())).decode(),
        lambda text: text,
    ),
    "hexadecimal": (lambda key: key.encode().hex(), lambda text: text),
    "hexadecimal with colons, in capitals": (
        lambda key: key.encode().hex(":").upper(),
        lambda text: text.replace(":", "").lower(),
    ),
    "backwards": (lambda key: key[::-1], lambda text: text),
    "in capitals": (str.upper, lambda text: text),
    "with case swapped": (str.swapcase, lambda text: text),
    "wide characters": (
        lambda key: "".join(chr(ord(char) + 0xFEE0) for char in key),
        lambda text: unicodedata.normalize("NFKC", text),
    ),
    "C escapes": (
        lambda key: "".join(f"\\x{ord(char):02x}" for char in key),
        lambda text: codecs.decode(text.encode("ascii", "ignore"), "unicode_escape"),
    ),
    "JavaScript escapes": (
        lambda key: "".join(f"\\u{{{ord(char):x}}}" for char in key),
        lambda text: re.sub(r"\\u\{([0-9a-f]+)\}", lambda m: chr(int(m[1], 16)), text),
    ),
    "quoted-printable": (
        _quoted_printable,
        lambda text: quopri.decodestring(text.encode()).decode("utf-8", "replace"),
    ),
    "sixteen characters from the middle": (lambda key: key[-20:-4], lambda text: text),
    "sixteen characters, spaced": (lambda key: " ".join(key[-20:-4]), lambda t: t.replace(" ", "")),
    "base64 of sixteen characters from the middle": (
        lambda key: base64.b64encode(key[-20:-4].encode()).decode(),
        lambda text: text,
    ),
}
"""By name: how a key is written, and how a reader makes it out again."""


@pytest.fixture(autouse=True)
def _forget(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(redaction, "_known", set())


@pytest.mark.parametrize("name", DISGUISES)
@pytest.mark.parametrize("key", KEYS)
def test_a_disguise_is_removed_and_the_words_around_it_stay(key: str, name: str) -> None:
    remember_secret(key)
    write, read = DISGUISES[name]
    hidden = write(key)
    cleaned = redact_known(f"{BEFORE}{hidden}{AFTER}")
    assert redaction.MASK in cleaned
    assert hidden not in cleaned
    assert key[-20:-4] not in read(cleaned)
    assert BEFORE.split(":")[0] in cleaned
    assert "which is met, see line 12." in cleaned
    if not any(part in name for part in ("middle", "sixteen")):
        left = cleaned.replace(BEFORE.strip(), "").replace(AFTER.strip(), "")
        assert len(left) < len(redaction.MASK) + 30 + len(hidden) // 8, left
