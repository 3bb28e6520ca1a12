"""Has promptfoo decide assertions on given outputs; as a script, writes down what it decides.

    PYTHONPATH=. python -m tests.packs.promptfoo.promptfoo_runs

``promptfoo_cases.json`` holds assertions, each with outputs and what promptfoo said of each
(``passed``; null where it could not decide). Where our check decides otherwise, ``deviation`` says
why.
"""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import Any

from tests.exchange.formats.tools import run_promptfoo

CASES = Path(__file__).with_name("promptfoo_cases.json")
PROVIDER = """
import { readFileSync } from 'node:fs';
const outputs = JSON.parse(readFileSync(new URL('outputs.json', import.meta.url)));
export default class Stored {
  id() { return 'stored'; }
  async callApi(prompt, context) {
    const { text, finish_reason, latency_ms, cost } = outputs[context.vars.number];
    return { output: text, finishReason: finish_reason, latencyMs: latency_ms, cost };
  }
}
"""


def read_cases() -> list[dict[str, Any]]:
    """The cases as they were written down."""
    return json.loads(CASES.read_text(encoding="utf-8"))


def decided_by_promptfoo(cases: list[dict[str, Any]], folder: Path) -> list[list[dict[str, Any]]]:
    """What promptfoo says of every output of every case; empty where it could not decide.

    Args:
        cases: Assertions with their outputs.
        folder: An empty folder.
    """
    outputs, tests = [], []
    for case in cases:
        for output in case["outputs"]:
            tests.append({"vars": {"number": len(outputs)}, "assert": [case["assertion"]]})
            outputs.append({"text": "", **output})
    config = {"prompts": ["{{number}}"], "providers": ["file://stored.mjs"], "tests": tests}
    (folder / "promptfooconfig.json").write_text(json.dumps(config), encoding="utf-8")
    (folder / "outputs.json").write_text(json.dumps(outputs), encoding="utf-8")
    (folder / "stored.mjs").write_text(PROVIDER, encoding="utf-8")
    quiet = ("--no-progress-bar", "--no-table", "--no-cache")
    out = folder / "out.json"
    run_promptfoo("eval", "-c", "promptfooconfig.json", *quiet, "-o", out, at=folder)
    rows = json.loads(out.read_text(encoding="utf-8"))["results"]["results"]
    said: dict[int, dict[str, Any]] = {}
    for row in rows:
        parts = (row.get("gradingResult") or {}).get("componentResults") or [{}]
        said[row["vars"]["number"]] = parts[0]
    numbers = iter(range(len(outputs)))
    return [[said[next(numbers)] for _ in case["outputs"]] for case in cases]


def main() -> None:
    """Writes the file anew, with what promptfoo says now."""
    cases = read_cases()
    with tempfile.TemporaryDirectory() as folder:
        verdicts = decided_by_promptfoo(cases, Path(folder))
    for case, passed in zip(cases, verdicts, strict=True):
        case["outputs"] = [
            {**output, "passed": said.get("pass")}
            for output, said in zip(case["outputs"], passed, strict=True)
        ]
    CASES.write_text(json.dumps(cases, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
