"""Faults made on purpose, one at a time, and whether the tests find them: ``make mutants``.

    python -m tests.mutants [NAME …] [--all]

Each fault is put into a copy of the checkout. The tests that ``make quick`` would choose for it are
run there until one fails; where none does, those of its layer; with ``--all`` the whole suite then.
Ends with 1 where a fault is not found, also where tests cannot be collected.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from tests.quick import PROCESSES, ROOT, chosen

_COPIED = (
    "xpert_studio", "tests", "resources", "sample_projects", "packaging", "requirements", "docs",
    "pyproject.toml", "README.md", "CHANGELOG.md", "CONTRIBUTING.md", "Makefile", "LICENSE",
)  # fmt: skip


@dataclass(frozen=True)
class Mutant:
    """A text in a file of the program, and the wrong one that takes its place."""

    name: str
    file: str
    right: str
    wrong: str


MUTANTS = (
    Mutant(
        "pin: one hash for all rows", "core/store/staleness.py",
        '({"the_rated_hash": pair.rated_hash} if', '({"the_rated_hash": pairs[0].rated_hash} if',
    ),
    Mutant(
        "a form hands in without saving what is typed", "desktop/pages/judging/form.py",
        "missing and goes there.\"\"\"\n        self._save()\n", "missing and goes there.\"\"\"\n",
    ),
    Mutant(
        "no flag for quotes of the anchor", "core/judge/verdict_making.py",
        "            flags.append(injection_checks.QUOTES_ANCHOR)", "            pass",
    ),
    Mutant(
        "rows beyond the log's head", "core/store/log_chain.py",
        "if (head.length, head.hash) != (length, hashes[-1]):",
        "if head.length > length or head.hash != hashes[head.length]:",
    ),
    Mutant(
        "an open form hides nothing", "core/workflow/blinding.py",
        "found = _tasks_of(work, {*to_judge, *own})", "found = _tasks_of(work, to_judge)",
    ),
    Mutant(
        "formulas behind white space", "core/cell_texts.py",
        "text.lstrip().startswith(_BEGINS_FORMULA)", "text.startswith(_BEGINS_FORMULA)",
    ),
    Mutant(
        "programs are to decide all", "core/metrics/scores.py", "if rater == CHECKS:", "if False:",
    ),
    Mutant(
        "calls in flight cost nothing", "core/judge/budget.py",
        "self.calls + self._held_calls + 1 >", "self.calls + 1 >",
    ),
    Mutant(
        "unknown tokens are none", "core/judge/budget.py",
        "self.tokens += used if known else need.tokens", "self.tokens += used",
    ),
    Mutant(
        "a reviewer checks on the spot what they reviewed", "core/workflow/rights.py",
        "if person.id in reviewers and not policies.is_solo:", "if False:",
    ),
    Mutant(
        "what a division leaves is lost", "core/judge/verdict_making.py",
        "total // parts + (index < total % parts)", "total // parts",
    ),
    Mutant(
        "ordinals are guessed", "core/judge/verdict_making.py",
        "if match is None or any(_ORDINAL.fullmatch(point.id) for point in asked):",
        "if match is None:",
    ),
    Mutant(
        "any word is a quote of the rubric", "core/judge/evidence.py",
        "return len(plain) >= _MIN_FUZZY and plain in haystack.plain",
        "return plain in haystack.plain",
    ),
    Mutant(
        "two letters are an answer", "packs/choice/instrument.py",
        "len(read.answer) > 1", "len(read.answer) > 2",
    ),
    Mutant(
        "small groups are published", "core/exchange/held_out.py", "FEWEST: Final = 5", "FEWEST: Final = 4",
    ),
    Mutant(
        "one heavy line is balanced", "core/lint/rules/balance.py",
        "if heaviest.point.weight > MOST_ON_ONE_LINE * total:",
        "if heaviest.point.weight > 2 * MOST_ON_ONE_LINE * total:",
    ),
    Mutant(
        "a project overwrites what is typed", "desktop/widgets/texts.py",
        "stays = (self.hasFocus() and self.is_dirty) or", "stays =",
    ),
    Mutant(
        "the next line but one", "desktop/pages/judging/form.py",
        "for n in range(here + 1, len(rows)) if not rows", "for n in range(here + 2, len(rows)) if not rows",
    ),
    Mutant(
        "a part of an import that was refused is fine", "packs/offline/command.py",
        "raise typer.Exit(Exit.PARTLY)", "raise typer.Exit(0)",
    ),
    Mutant(
        "anybody undoes", "core/workflow/undoing.py",
        "    if Role.LEAD in person.roles:\n", "    if person.roles:\n",
    ),
    Mutant(
        "a copy undoes what came with it", "core/workflow/undoing.py",
        "kept.sequence <= copy.sequence", "kept.sequence < copy.sequence",
    ),
    Mutant(
        "documents without an end", "core/documents/document.py",
        "if len(text) > MAX_CHARS:", "if False:",
    ),
    Mutant(
        "intervals of one side", "core/metrics/task_estimates.py",
        "_UPPER: Final = (1 + CONFIDENCE) / 2", "_UPPER: Final = CONFIDENCE",
    ),
    Mutant(
        "what a report excludes is held out by category", "core/exchange/held_out.py",
        "(scores.decided < scores.expected)] = np.nan", "(scores.decided < 0)] = np.nan",
    ),
    Mutant(
        "results for who still judges", "core/workflow/unblinding.py",
        "    _need_nothing_to_judge(tx, found)\n\n\ndef need_alignment", "\n\ndef need_alignment",
    ),
)  # fmt: skip


def tried(mutant: Mutant, *, whole: bool) -> str:
    """What becomes of a fault: the test that found it, or that none did."""
    with tempfile.TemporaryDirectory(prefix="mutant-") as folder:
        copy = Path(folder)
        for name in _COPIED:
            _copy(ROOT / name, copy / name)
        path = copy / "xpert_studio" / mutant.file
        text = path.read_text(encoding="utf-8")
        if text.count(mutant.right) != 1:
            return "STALE: its text is not in the file, or more than once"
        path.write_text(text.replace(mutant.right, mutant.wrong), encoding="utf-8")
        near, _ = chosen([ROOT / "xpert_studio" / mutant.file])
        files = [test.relative_to(ROOT).as_posix() for test in near]
        tries = [files, *([[layer]] if (ROOT / (layer := _layer(mutant))).is_dir() else ())]
        tries += [["tests"]] if whole else []
        found = next(filter(None, (_first_failure(copy, some) for some in tries if some)), "")
    return found or "LIVES"


def _layer(mutant: Mutant) -> str:
    """The folder of the tests of the layer that a fault is put into."""
    parts = Path(mutant.file).parts
    below = parts[:2] if parts[0] == "packs" else [part for part in parts if part != "core"][:1]
    return Path("tests", *below).as_posix()


def _copy(source: Path, target: Path) -> None:
    if source.is_dir():
        shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__"))
    else:
        shutil.copy(source, target)


def _first_failure(folder: Path, tests: list[str]) -> str:
    command = [
        sys.executable, "-m", "pytest", "-x", "-q", "--processes", str(PROCESSES),
        "--deselect", "tests/test_helpers.py::test_a_mutant_changes_one_place_of_the_program", *tests,
    ]  # fmt: skip
    environment = {**os.environ, "PYTHONPATH": str(folder)}
    done = subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    if done.returncode == 0:
        return ""
    lines = done.stdout.splitlines()
    failed = [line for line in lines if line.startswith(("FAILED", "ERROR"))]
    if failed and (failed[0].startswith("FAILED") or "::" in failed[0]):
        return failed[0]
    return f"BROKEN: {failed[0] if failed else ' '.join(lines[-5:])}"


def main() -> None:
    """Tries the faults that are named, or all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", help="faults, by a part of their names")
    parser.add_argument("--all", action="store_true", help="the whole suite before one is let live")
    options = parser.parse_args()
    lives = 0
    for mutant in MUTANTS:
        if options.names and not any(name in mutant.name for name in options.names):
            continue
        begun = time.monotonic()
        found = tried(mutant, whole=options.all)
        lives += found.startswith(("LIVES", "STALE", "BROKEN"))
        print(f"{mutant.name}: {found} ({time.monotonic() - begun:.0f} s)", flush=True)
    sys.exit(bool(lives))


if __name__ == "__main__":
    main()
