"""Takes in logs of Inspect: each sample's messages, with its tool calls, as a response.

A log is a ``.json`` file, or an ``.eval`` archive with a file a sample; those of newer versions are
packed with Zstandard, which this version of Python cannot read by itself.
"""

from __future__ import annotations

import json
import struct
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from xpert_studio.api.formats import FaultError, Message, Reading, id_like
from xpert_studio.core.exchange.formats.taken import MAX_BYTES, read_whole
from xpert_studio.core.exchange.lines import strict_json, unread
from xpert_studio.core.extras import need
from xpert_studio.core.records.transcripts import ChatTurn, Speaker
from xpert_studio.packs.conversations.assembling import Conversation, ConversationReading
from xpert_studio.packs.conversations.reading import as_text, read_messages

EVAL: Final = ".eval"
_ATTACHED: Final = "attachment://"
_ZSTANDARD: Final = 93
_LOCAL_HEADER: Final = struct.Struct("<26xHH")
_NOTES: Final = {
    "scores": Message(
        "Samples with scores of Inspect's scorers, which were excluded: {n:,}. Judges and experts "
        "decide by the checkpoints of this project."
    ),
    "failed": Message("Samples that ended in an error; their messages up to it came in: {n:,}."),
    "targets": Message("Targets, which came in as reference answers: {n:,}."),
    "metadata": Message("Samples with metadata, store or files, which were excluded: {n:,}."),
}


class _LogError(FaultError):
    """A log that cannot be read."""


def _plain(source: Path, reading: Reading) -> tuple[dict[str, Any], list[Any]]:
    data = read_whole(source, reading.problems)
    try:
        value = strict_json(data) if data is not None else {}
    except (ValueError, RecursionError) as error:
        raise _LogError(*unread(error, Message("Save it as JSON in UTF-8."))) from error
    samples = value.get("samples") if isinstance(value, dict) else None
    return value, samples if isinstance(samples, list) else []


def _archived(source: Path, _: Reading) -> tuple[dict[str, Any], list[Any]]:
    with zipfile.ZipFile(source) as archive:
        entries = {info.filename: info for info in archive.infolist()}
        if sum(info.file_size for info in entries.values()) > MAX_BYTES:
            raise _LogError(Message("unpacks to more than 1 GB."), Message("Split it."))
        header = next(
            (entries[name] for name in ("header.json", "_journal/start.json") if name in entries),
            None,
        )
        if header is None:
            raise _LogError(Message("has no header.json."), Message("Choose a log of Inspect."))
        named = [info for name, info in entries.items() if name.startswith("samples/")]
        return json.loads(_unpacked(archive, header)), [
            json.loads(_unpacked(archive, info)) for info in named
        ]


def _unpacked(archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> bytes:
    """The content of an entry, no longer than it says."""
    if info.compress_type != _ZSTANDARD:
        with archive.open(info) as stream:
            return stream.read(MAX_BYTES)
    need("parquet")
    import pyarrow as pa

    raw = archive.fp
    if raw is None:
        raise _LogError(Message("is closed."), "")
    raw.seek(info.header_offset)
    name, extra = _LOCAL_HEADER.unpack(raw.read(_LOCAL_HEADER.size))
    raw.seek(name + extra, 1)
    packed = pa.BufferReader(raw.read(info.compress_size))
    with pa.CompressedInputStream(packed, "zstd") as unpacked:
        found: bytes = unpacked.read(info.file_size)
    return found


class Log(ConversationReading):
    """The samples of a log; what of it Zstandard packs needs the extra that reads it."""

    notes = _NOTES
    nothing = Message("holds no sample."), Message("Choose a log with samples.")

    def read(self) -> None:
        """Takes the samples."""
        read = _archived if self.source.suffix.lower() == EVAL else _plain
        try:
            with self.noting("", ""):
                self.take(*read(self.source, self))
        except (OSError, zipfile.BadZipFile, ValueError, RecursionError) as error:
            self.problem(
                "",
                "",
                Message("is no log of Inspect that can be read ({error}).", error=error),
                Message("Convert it: inspect log convert FILE --to json --output-dir FOLDER"),
            )

    def take(self, log: Mapping[str, Any], samples: list[Any]) -> None:
        """Takes the samples of a log."""
        model = str(_object(log.get("eval")).get("model") or "")
        for number, sample in enumerate(samples, start=1):
            place = Message("sample {number}", number=number)
            if isinstance(sample, dict):
                self._take_sample(place, model, sample)
            else:
                self.problem(place, "", "is no object.", "Save the log again.")

    def _take_sample(self, place: str, model: str, sample: dict[str, Any]) -> None:
        held = _object(sample.get("attachments"))
        values = _resolved(sample.get("messages") or [], held)
        if not isinstance(values, list):
            self.problem(place, "messages", "are no list.", "Save the log again.")
            return
        with self.noting(place, "messages"):
            self._conversation(place, model, sample, held, read_messages(values, self.told))

    def _conversation(
        self,
        place: str,
        model: str,
        sample: dict[str, Any],
        held: Mapping[str, Any],
        messages: list[ChatTurn],
    ) -> None:
        given = sample.get("input")
        if isinstance(given, str) and not any(
            message.speaker is Speaker.USER for message in messages
        ):
            messages = [ChatTurn(Speaker.USER, str(_resolved(given, held))), *messages]
        self._count(sample)
        target = _target(sample.get("target"))
        self.told["targets"] += bool(target)
        output = _object(sample.get("output"))
        self.conversations.append(
            Conversation(
                place,
                messages,
                task_id=id_like(str(sample.get("id") or "")) if sample.get("id") else "",
                response_id=id_like(str(sample["uuid"])) if sample.get("uuid") else "",
                model=model or str(output.get("model") or ""),
                task={"reference_answer": target} if target else {},
                response=_facts(sample, output),
            )
        )

    def _count(self, sample: Mapping[str, Any]) -> None:
        self.told["scores"] += bool(sample.get("scores") or sample.get("score"))
        self.told["failed"] += bool(sample.get("error"))
        self.told["metadata"] += any(sample.get(key) for key in ("metadata", "store", "files"))


def _object(value: object) -> Mapping[str, Any]:
    """A value that should be an object; an empty one where it is none."""
    return value if isinstance(value, Mapping) else {}


def _resolved(value: Any, held: Mapping[str, Any]) -> Any:  # noqa: ANN401 - any JSON value
    """A value with the texts that the log keeps once, in the places of their names."""
    if isinstance(value, str) and value.startswith(_ATTACHED):
        return held.get(value.removeprefix(_ATTACHED), value)
    if isinstance(value, list):
        return [_resolved(item, held) for item in value]
    if isinstance(value, dict):
        return {key: _resolved(item, held) for key, item in value.items()}
    return value


def _target(value: object) -> str:
    return "\n".join(filter(None, map(as_text, value if isinstance(value, list) else [value])))


def _facts(sample: Mapping[str, Any], output: Mapping[str, Any]) -> dict[str, Any]:
    """What is known of how the response was made: tokens of all calls, time, why it ended."""
    usage = sample.get("model_usage")
    counted = list(usage.values()) if isinstance(usage, dict) else []
    found: dict[str, Any] = {}
    for name, key in (("prompt_tokens", "input_tokens"), ("completion_tokens", "output_tokens")):
        counts = [one.get(key) for one in counted if isinstance(one, dict)]
        if counts and all(isinstance(count, int) for count in counts):
            found[name] = sum(counts)
    seconds = sample.get("total_time")
    if isinstance(seconds, int | float) and seconds >= 0:
        found["latency_ms"] = round(seconds * 1000, 1)
    choices = output.get("choices")
    first = choices[0] if isinstance(choices, list) and choices else {}
    reason = first.get("stop_reason") if isinstance(first, dict) else None
    if isinstance(reason, str) and reason != "stop":
        found["finish_reason"] = reason
    return found
