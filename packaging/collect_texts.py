"""Collects every text of the window for translation, and compiles the translations.

    python packaging/collect_texts.py            update the Qt Linguist files and compile them
    python packaging/collect_texts.py --check    exit 1 where a text lacks its translation

Texts are the literal arguments of ``t``, ``tn`` and ``mark`` in ``xpert_studio/desktop``, the words
of the choices that instruments offer, the titles of the providers, what commands are called and
do, and what figures are called and mean. The files are those of Qt Linguist; a translator may
open them there.
"""

from __future__ import annotations

import argparse
import ast
import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

from xpert_studio.judge.providers.registry import PROVIDERS
from xpert_studio.metrics.registry import METRICS
from xpert_studio.workflow import COMMANDS, WORDS

ROOT = Path(__file__).resolve().parent.parent
SOURCES = (ROOT / "xpert_studio" / "desktop", ROOT / "xpert_studio" / "instruments")
FILE = ROOT / "resources" / "translations" / "xpert_zh_CN.ts"
CONTEXT = "Xpert"
CALLS = {"t": (0, 1), "mark": (0, 1), "tn": (0, 2), "Choice": (1, 3)}
PLACEHOLDER = re.compile(r"\{(\w+)\}")


def sources() -> list[Path]:
    """The files whose texts are translated."""
    return sorted(path for folder in SOURCES for path in folder.rglob("*.py"))


def texts() -> dict[str, str]:
    """Every text, with the first place where it stands."""
    found: dict[str, str] = {}
    for path in sources():
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
                continue
            for argument in node.args[slice(*CALLS.get(node.func.id, (0, 0)))]:
                for text in _literals(argument):
                    found.setdefault(text, path.relative_to(ROOT).as_posix())
    for place, named in registered().items():
        for text in named:
            found.setdefault(text, place)
    return found


def registered() -> dict[str, list[str]]:
    """The texts of the registries, by the file of each."""
    return {
        "xpert_studio/judge/providers/registry.py": [item.title for item in PROVIDERS.values()],
        "xpert_studio/workflow/commands.py": [
            *(text for item in WORDS.values() for text in (item.title, item.done)),
            *(item.hint for item in COMMANDS.values()),
        ],
        "xpert_studio/metrics/registry.py": [
            text for item in METRICS for text in (item.title, item.head, item.meaning)
        ],
    }


def _literals(node: ast.expr) -> list[str]:
    """The texts an argument can be: itself, or either side of a condition."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return [node.value] if node.value.strip() else []
    return [*_literals(node.body), *_literals(node.orelse)] if isinstance(node, ast.IfExp) else []


def computed() -> list[str]:
    """Places where something else than a literal or a marked name is translated."""
    wrong = []
    for path in sources():
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            is_call = isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
            if is_call and node.func.id in CALLS:  # type: ignore[union-attr]
                first = node.args[0] if node.args else None  # type: ignore[union-attr]
                if isinstance(first, ast.JoinedStr | ast.BinOp):
                    wrong.append(f"{path.relative_to(ROOT)}:{node.lineno}")  # type: ignore[union-attr]
    return wrong


def translations() -> dict[str, str]:
    """What is translated, by text."""
    if not FILE.exists():
        return {}
    root = ET.parse(FILE).getroot()  # noqa: S314 - our own file
    found = {}
    for message in root.iter("message"):
        source, said = message.findtext("source") or "", message.findtext("translation") or ""
        if said:
            found[source] = said
    return found


def problems(wanted: dict[str, str], known: dict[str, str]) -> list[str]:
    """What keeps the translation from being complete."""
    found = [
        f"not translated: {text!r} ({where})" for text, where in wanted.items() if text not in known
    ]
    found += [f"no longer used: {text!r}" for text in known if text not in wanted]
    for text, said in known.items():
        if set(PLACEHOLDER.findall(text)) != set(PLACEHOLDER.findall(said)):
            found.append(f"placeholders differ: {text!r} -> {said!r}")
    found += [f"computed text: {place}" for place in computed()]
    return found


def write(wanted: dict[str, str], known: dict[str, str]) -> None:
    """Writes the file anew: what is translated stays, what is gone goes."""
    root = ET.Element("TS", version="2.1", language="zh_CN", sourcelanguage="en")
    context = ET.SubElement(root, "context")
    ET.SubElement(context, "name").text = CONTEXT
    for text, where in sorted(wanted.items()):
        message = ET.SubElement(context, "message")
        ET.SubElement(message, "location", filename=f"../../{where}")
        ET.SubElement(message, "source").text = text
        said = ET.SubElement(message, "translation")
        if text in known:
            said.text = known[text]
        else:
            said.set("type", "unfinished")
    ET.indent(root, " ")
    head = '<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE TS>\n'
    FILE.write_text(head + ET.tostring(root, encoding="unicode") + "\n", encoding="utf-8")


def compile_file() -> None:
    """Compiles the file with Qt's own tool."""
    tool = Path(sys.executable).with_name("pyside6-lrelease")
    subprocess.run(
        [str(tool), "-silent", str(FILE), "-qm", str(FILE.with_suffix(".qm"))], check=True
    )


def main() -> None:
    """Updates and compiles, or checks."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--check", action="store_true", help="change nothing, say what is missing")
    wanted, known = texts(), translations()
    if parser.parse_args().check:
        found = problems(wanted, known)
        print("\n".join(found) or f"{len(wanted)} texts, all translated.")
        sys.exit(1 if found else 0)
    write(wanted, known)
    compile_file()
    missing = sum(text not in known for text in wanted)
    print(f"{len(wanted)} texts, {missing} to translate.")


if __name__ == "__main__":
    main()
