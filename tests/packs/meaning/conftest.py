"""Vectors are kept in a folder of the test, not in the person's cache."""

import json

import pytest

from tests.cli.conftest import xpert
from tests.desktop.conftest import hands, qtbot

__all__ = ["hands", "qtbot", "xpert"]

PRICES = {"models": [{"provider": "compatible", "model": "embed-1", "input": 2.0, "output": 0.0}]}
LEASE = "Advise a tenant how to end a lease of offices before its term, by notice to the landlord."
DOSE = "Check the dose of a medicine for a patient whose kidneys do not work well."
TASKS = {
    **{f"lease{n}": (f"Case {n}. {LEASE}", "medium" if n else "basic") for n in range(3)},
    **{f"dose{n}": (f"Case {n}. {DOSE}", "hard") for n in range(3)},
    "new": ("A privacy notice for a dental practice that sends reminders.", "basic"),
}
SYSTEMS = {"aster": "lease", "bel": "dose"}
"""Each meets the checkpoint of its own tasks only; nothing was scored on the task ``new``."""


@pytest.fixture(autouse=True)
def cache(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache" / "xpert-studio" / "meaning"


@pytest.fixture
def scored(xpert, tmp_path, monkeypatch):
    """A project of two kinds of tasks and two systems, each good at one of them."""
    (tmp_path / "prices.json").write_text(json.dumps(PRICES))
    monkeypatch.setenv("XPERT_STUDIO_PRICES", str(tmp_path / "prices.json"))
    rows: dict[str, list[dict[str, object]]] = {"tasks": [], "checkpoints": [], "responses": []}
    table = ["task_id,model,checkpoint_id,judge,kind,value"]
    for name, (prompt, level) in TASKS.items():
        rows["tasks"].append({"id": name, "title": name, "prompt": prompt, "difficulty": level})
        rows["checkpoints"].append(
            {"task_id": name, "id": "a", "text": f"Answers {name} rightly.", "weight": 5}
        )
        for system, own in SYSTEMS.items() if name != "new" else ():
            rows["responses"].append(
                {"id": f"{name}-{system}", "task_id": name, "model": system, "cost": 0.25,
                 "text": f"The answer to {name} in plain words."}
            )  # fmt: skip
            table.append(f"{name},{system},a,j,judge,{int(name.startswith(own))}")
    bundle = tmp_path / "b"
    bundle.mkdir()
    (bundle / "manifest.json").write_text(
        json.dumps({"format": "xpert-bundle", "format_version": 2, "name": "P"})
    )
    for name, found in rows.items():
        (bundle / f"{name}.jsonl").write_text("\n".join(map(json.dumps, found)) + "\n")
    (tmp_path / "table.csv").write_text("\n".join(table))
    for words in (("--new",), ()):
        said = xpert("import", "p.xpert", "b" if words else "table.csv", *words)
        assert said.code == 0, said.out + said.err
    return tmp_path / "p.xpert"
