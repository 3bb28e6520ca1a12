"""Writes ``docs/licences.md``: the licences of everything that a person installs with the program.

    python packaging/licences_page.py            write it
    python packaging/licences_page.py --check    exit 1 where it is out of date

The packages are those locked in ``requirements/all.txt``; licences are read from their metadata.
"""

from __future__ import annotations

import re
from importlib.metadata import PackageNotFoundError, metadata
from typing import Final

from configuration_page import ROOT, main_of

FILE: Final = ROOT / "docs" / "licences.md"
LOCK: Final = ROOT / "requirements" / "all.txt"
LONGEST: Final = 40
READ: Final = {
    "colorama": "BSD-3-Clause",
    "google-re2": "BSD-3-Clause",
    "partd": "BSD-3-Clause",
    "pypdfium2": "BSD-3-Clause, Apache-2.0 (PDFium: BSD-3-Clause, Apache-2.0)",
    "pyside6-essentials": "LGPL-3.0-only OR GPL-2.0-only OR GPL-3.0-only",
    "pywin32-ctypes": "BSD-3-Clause",
    "shiboken6": "LGPL-3.0-only OR GPL-2.0-only OR GPL-3.0-only",
}
"""Read in the files of packages whose metadata does not say it in a word."""
HEAD: Final = """# Licences

Xpert Studio is licensed under [Apache-2.0](../LICENSE). It installs the packages below, each under
its own licence; all are permissive or, as Qt (PySide6), LGPL, unchanged and linked at run time. The
texts and data of the sample projects are our own, CC-BY-4.0. Projects, bundles and reports belong
to the people who make them; the licence of a bundle is the one that its project names
(`describe --licence`).

The linter takes antonyms (`resources/lint/antonyms.json`) from WordNet 3.1, Copyright 2011 by
Princeton University, under the WordNet licence
([resources/lint/wordnet_licence.txt](../resources/lint/wordnet_licence.txt)).

| package | licence |
| --- | --- |
"""


def locked() -> list[str]:
    """The names of the packages in the lock."""
    text = LOCK.read_text(encoding="utf-8")
    return sorted(set(re.findall(r"^([A-Za-z0-9_.-]+)==", text, re.MULTILINE)), key=str.casefold)


def licence_of(name: str) -> str | None:
    """What the metadata of an installed package says; None where it is not installed here."""
    if name in READ:
        return READ[name]
    try:
        told = metadata(name)
    except PackageNotFoundError:
        return None
    named = told.get("License-Expression") or ""
    classified = [
        item.rpartition(" :: ")[2].removesuffix(" License")
        for item in told.get_all("Classifier") or ()
        if item.startswith("License :: ") and not item.endswith("OSI Approved")
    ]
    short = (told.get("License") or "").strip().split("\n")[0]
    return (
        named
        or (short if 0 < len(short) <= LONGEST else "")
        or ", ".join(classified)
        or "see its files"
    )


def page() -> str:
    """The page; packages for other systems keep the line that they have."""
    before = FILE.read_text(encoding="utf-8")
    kept = dict(re.findall(r"^\| ([^ |]+) \| (.+) \|$", before, re.MULTILINE))
    lines = [
        f"| {name} | {licence_of(name) or kept.get(name, 'see its files')} |" for name in locked()
    ]
    return HEAD + "\n".join(lines) + "\n"


if __name__ == "__main__":
    main_of(FILE, page())
