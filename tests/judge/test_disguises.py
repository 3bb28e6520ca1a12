"""Known keys are found in every disguise, and nothing else is."""

from __future__ import annotations

import base64
import hashlib
import json
import random
import string
from pathlib import Path
from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from xpert_studio.core.judge.disguises import KeyFinder

ROOT = Path(__file__).resolve().parents[2]
PREFIXES = ("sk-", "sk-proj-", "sk-ant-api03-", "gsk_", "AIza", "ghp_", "")
SPACERS = ("", " ", "-", "\n", "\u200b", "\u2060", "\u00ad", "\t ", "*", "\r\n")
URL_SAFE = (string.ascii_letters + string.digits) * 3 + "-_"


def _key(prefix: str, length: int, seed: int) -> str:
    return prefix + "".join(random.Random(seed).choices(URL_SAFE, k=length))


keys = st.builds(_key, st.sampled_from(PREFIXES), st.integers(24, 160), st.integers(0, 1 << 30))

PLAIN = st.sampled_from([lambda key: key, lambda key: key[::-1], str.upper, str.lower])
ENCODINGS = st.sampled_from(
    [
        lambda key: key,
        lambda key: key.encode().hex(),
        lambda key: base64.b64encode(b"x" + key.encode()).decode(),
        lambda key: base64.b64encode(b"xy" + key.encode() + b"z").decode(),
        lambda key: base64.urlsafe_b64encode(key.encode()).decode(),
    ]
)
ESCAPES = st.sampled_from(
    [
        lambda text: text,
        lambda text: json.dumps(text)[1:-1],
        lambda text: "".join(f"\\u{ord(char):04x}" for char in text),
        lambda text: "".join(f"%{byte:02X}" for byte in text.encode()),
        lambda text: quote(text, safe=""),
        lambda text: "".join(f"&#x{ord(char):x};" for char in text),
        lambda text: "".join(f"&#{ord(char)};" for char in text),
    ]
)


@given(key=keys, data=st.data(), around=st.tuples(st.text(), st.text()))
def test_a_key_is_found_however_it_is_written(key, data, around):
    written = data.draw(PLAIN)(key)
    if written in {key, key[::-1]}:
        written = data.draw(ENCODINGS)(written)
    written = data.draw(st.sampled_from(SPACERS)).join(written)
    for escape in (data.draw(ESCAPES), data.draw(ESCAPES)):
        written = escape(written)
    spans = KeyFinder([key]).spans(f"{around[0]}|{written}|{around[1]}")
    begin = len(around[0]) + 1
    assert spans, written
    found = sum(end - start for start, end in spans if end > begin)
    # The provider's public prefix and the last bits before padding may be left.
    assert found >= 0.6 * len(written)


@given(key=keys, data=st.data())
def test_sixteen_characters_in_a_row_are_enough(key, data):
    public = max(len(prefix) for prefix in PREFIXES if key.startswith(prefix))
    at = data.draw(st.integers(public, len(key) - 16))
    part = key[at : at + 16]
    spacer = data.draw(st.sampled_from(SPACERS))
    assert KeyFinder([key]).spans(f"It says: {spacer.join(part)}.")


@given(key=keys, text=st.text())
def test_without_a_key_nothing_is_found(key, text):
    finder = KeyFinder([key])
    assert finder.spans(_key("sk-proj-", 120, seed=1 << 31)) == []
    assert finder.spans(text) == []


@given(key=keys, text=st.text())
def test_places_are_in_order_and_in_the_text(key, text):
    whole = f"{text}{key}{text} {key[:-3]}"
    spans = KeyFinder([key]).spans(whole)
    flat = [place for span in spans for place in span]
    assert flat == sorted(flat)
    assert flat[0] >= 0 and flat[-1] <= len(whole)


def test_ordinary_texts_hashes_and_encoded_files_are_left():
    chosen = ("sk-proj-" + "kJ8vQ2mT5xWz" * 5, hashlib.sha256(b"a key").hexdigest(), "local-key")
    finder = KeyFinder(chosen)
    sample = ROOT / "sample_projects" / "four_professions"
    for path in sorted(sample.glob("*.jsonl")):
        assert finder.spans(path.read_text(encoding="utf-8")) == []
    assert finder.spans("这是一个本地密钥；the local key, a local\nkey or LOCAL-KEYS" * 20) == []
    hashes = "\n".join(hashlib.sha256(str(n).encode()).hexdigest() for n in range(5000))
    assert finder.spans(hashes) == []
    data = b"".join(hashlib.sha256(str(n).encode()).digest() for n in range(20000))
    assert finder.spans(base64.b64encode(data).decode()) == []


@pytest.mark.parametrize(
    "hidden",
    ["tok-41x9", "tok-41\n x9".replace(" ", ""), "tok\\u002d41x9", "746f6b2d34317839", "dG9rLTQxeD",
     "tok\u200b-41x9", "tok%2D41x9"],
)  # fmt: skip
def test_a_short_key_is_found_whole(hidden):
    assert KeyFinder(["tok-41x9"]).spans(f"with {hidden}= here")


def test_a_part_of_a_short_key_is_an_ordinary_word():
    assert KeyFinder(["local-server"]).spans("a local server, LOCAL-SERVER, local-serve") == []
