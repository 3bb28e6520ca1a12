"""Office files as PDF, by LibreOffice in bubblewrap.

It has no network, sees the programs of the system and a folder in memory with the file alone, and
has a profile of its own, which is empty at the beginning and gone at the end: no macro is run, and
nothing is loaded from elsewhere. All its processes end with it.
"""

from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

from xpert_studio.api import Message
from xpert_studio.core.documents.media_types import (
    DOC,
    DOCX,
    ODP,
    ODS,
    ODT,
    PPT,
    PPTX,
    RTF,
    XLS,
    XLSX,
    media_type_of,
)
from xpert_studio.core.errors import XpertError
from xpert_studio.core.system_packages import how_to_install

SECONDS: Final = 60
MEGABYTES: Final = 1_536
_PART: Final = 8_000_000
"""Bytes of a piece: a folder that is kept holds no larger files."""
MOST_BYTES: Final = 24_000_000
_ENDINGS: Final = {
    DOCX: "docx", XLSX: "xlsx", PPTX: "pptx", ODT: "odt", ODS: "ods", ODP: "odp", RTF: "rtf",
    XLS: "xls", DOC: "doc", PPT: "ppt",
}  # fmt: skip
KINDS: Final = tuple(_ENDINGS)
_SEEN: Final = ("/etc/fonts", "/etc/libreoffice", "/var/lib/libreoffice")
"""What it is configured by, beside its own folder."""
_SETTINGS: Final = """<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry">
<item oor:path="/org.openoffice.Office.Common/Security/Scripting">
<prop oor:name="MacroSecurityLevel" oor:op="fuse"><value>3</value></prop></item>
<item oor:path="/org.openoffice.Office.Common/Security/Scripting">
<prop oor:name="DisableMacrosExecution" oor:op="fuse"><value>true</value></prop></item>
<item oor:path="/org.openoffice.Office.Common/Security/Scripting">
<prop oor:name="DisableActiveContent" oor:op="fuse"><value>true</value></prop></item>
<item oor:path="/org.openoffice.Office.Common/Security/Scripting">
<prop oor:name="BlockUntrustedRefererLinks" oor:op="fuse"><value>true</value></prop></item>
<item oor:path="/org.openoffice.Office.Calc/Content/Update">
<prop oor:name="Link" oor:op="fuse"><value>2</value></prop></item>
<item oor:path="/org.openoffice.Office.Writer/Content/Update">
<prop oor:name="Link" oor:op="fuse"><value>0</value></prop></item>
</oor:items>
"""
"""No macros, no active content, no links that are followed."""
_SCRIPT: Final = """set -e
program=$1; name=$2
mkdir -p /tmp/scratch/profile/user
mv registrymodifications.xcu /tmp/scratch/profile/user/
cat part.* > /tmp/scratch/"$name"
rm part.*
convert() {
    "$program" --headless --norestore --nolockcheck --nodefault --nologo --nofirststartwizard \
        -env:UserInstallation=file:///tmp/scratch/profile --convert-to pdf \
        --outdir /tmp/scratch /tmp/scratch/"$name" > /dev/null 2> /tmp/scratch/said || test $? = 81
}
convert
test -e /tmp/scratch/document.pdf || convert
test -e /tmp/scratch/document.pdf || exit 3
split -b 8000000 /tmp/scratch/document.pdf part.
"""
"""A new profile has it end with code 81, to be started again."""


_NOTHING_MADE: Final = 3
"""The code with which the script ends where there is no PDF."""


class NotConvertedError(XpertError):
    """There is no PDF of a file.

    Args:
        why: Why, for people.
    """

    def __init__(self, why: Message) -> None:
        super().__init__(why)
        self.why = why


@cache
def office_program() -> Path | None:
    """Where LibreOffice lies; None where it is not installed."""
    found = shutil.which("soffice", path="/usr/bin:/usr/local/bin")
    program = Path(found).resolve().with_name("soffice.bin") if found else None
    return program if program is not None and program.exists() else None


def what_is_missing() -> Message | None:
    """What conversion needs and this computer does not have, with the remedy; None for nothing."""
    if sys.platform != "linux":
        return Message(
            "Pages of Office files are drawn on Linux only, where bubblewrap cuts LibreOffice off."
        )
    if office_program() is None:
        remedy = how_to_install(["LibreOffice"])
        return Message("LibreOffice is missing. {remedy}", remedy=remedy)
    from xpert_studio.packs.code.sandbox.command import found_tools

    missing = found_tools()[1]
    if missing:
        remedy = how_to_install(missing)
        return Message("Bubblewrap is missing. {remedy}", remedy=remedy)
    return None


@cache
def office_version() -> str:
    """What the LibreOffice here calls itself; empty where there is none."""
    program = office_program()
    if program is None:
        return ""
    try:
        told = program.with_name("versionrc").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return "LibreOffice"
    number = re.search(r"^UpdateID=LibreOffice_([\d.]+)", told, re.MULTILINE)
    build = re.search(r"^buildid=(\w+)", told, re.MULTILINE)
    said = (number and number[1], build and build[1][:12])
    return " ".join(["LibreOffice", *filter(None, said)])


def converted(data: bytes, *, seconds: int = SECONDS, megabytes: int = MEGABYTES) -> bytes:
    """The PDF of an Office file.

    Args:
        data: The file, one of ``KINDS`` by its content.
        seconds: It may take.
        megabytes: Of memory.

    Raises:
        NotConvertedError: There is none.
    """
    from xpert_studio.packs.workspaces.folder import Folder, FolderFile

    ending = _ENDINGS.get(media_type_of(data) or "")
    if ending is None or len(data) > MOST_BYTES:
        why = "damaged or unreadable" if ending is None else "too large to read"
        raise NotConvertedError(Message(why))
    files = {"registrymodifications.xcu": FolderFile(_SETTINGS.encode())}
    for number, start in enumerate(range(0, len(data), _PART)):
        files[f"part.{number:03}"] = FolderFile(data[start : start + _PART])
    words = ["/usr/bin/bash", "-c", _SCRIPT, "convert", str(office_program()), f"document.{ending}"]
    left = _run(Folder(files), words, seconds, megabytes)
    return b"".join(left[name] for name in sorted(left) if name.startswith("part."))


def tried() -> None:
    """Starts LibreOffice cut off, and has it tell its version.

    Raises:
        NotConvertedError: It does not start.
    """
    from xpert_studio.packs.workspaces.folder import EMPTY

    _run(EMPTY, [str(office_program()), "--version"], SECONDS, MEGABYTES)


def _run(folder: object, words: list[str], seconds: int, megabytes: int) -> Mapping[str, bytes]:
    """Files that a command left, by path."""
    from xpert_studio.packs.workspaces.running import CommandTerms, run_in

    program = office_program()
    assert program is not None  # noqa: S101 - who calls has asked what is missing
    see = [path for path in _SEEN if Path(path).exists()]
    if not program.is_relative_to("/usr"):
        see.append(str(program.parents[1]))
    terms = CommandTerms(seconds=seconds, megabytes=megabytes, room=256, see=tuple(see))
    # Without /proc the loader does not find the libraries beside the program by itself.
    known = {"LD_LIBRARY_PATH": str(program.parent), "SAL_USE_VCLPLUGIN": "svp"}
    try:
        taken = run_in(folder, words, known=known, terms=terms)  # type: ignore[arg-type]
    except XpertError as error:
        raise NotConvertedError(_why(error, seconds, megabytes)) from error
    return {path: file.content for path, file in taken.folder.files.items()}


def _why(error: XpertError, seconds: int, megabytes: int) -> Message:
    """Why there is no PDF, for people who ran no command."""
    said = error.message if isinstance(error.message, Message) else Message("")
    if said.values.get("code") == _NOTHING_MADE:
        return Message("LibreOffice cannot open it.")
    if "code" in said.values:
        return Message("LibreOffice fails on it: it is damaged or too large.")
    if said.values.keys() == {"n"}:  # what a run was stopped for
        return Message(
            "LibreOffice needs more than {seconds} seconds or {megabytes} MB for it.",
            seconds=seconds,
            megabytes=megabytes,
        )
    return Message("LibreOffice makes no pages of it: {why}", why=error.message)
