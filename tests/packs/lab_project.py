"""A project that uses the pack in ``outside``, made where it is installed."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path

from tests.built import built
from tests.started import RUN, started

ROOT = Path(__file__).resolve().parents[2]
SOURCE = Path(__file__).parent / "outside"
SYSTEMS = ("aster", "borage", "clover")
TASKS = {"t1": "ready", "t2": "ready", "t3": "ready", "t4": "rubric"}
JUDGE = "openai:m1:zero-shot:0badc0de"


def built_wheel(folder: Path, source: Path = SOURCE) -> Path:
    """The pack as a wheel."""
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(build, cwd=source, check=True, capture_output=True)
    (found,) = folder.glob("*.whl")
    return found


def unpacked(wheel: Path, folder: Path) -> Path:
    """Where it is installed, as pip does it."""
    with zipfile.ZipFile(wheel) as file:
        file.extractall(folder)
    return folder


def program(*arguments, site="", home, code=""):
    """Runs the program, or code of its own, where the pack is installed, if anywhere."""
    path = os.pathsep.join(filter(None, [str(ROOT), str(site)]))
    environment = os.environ | {
        "PYTHONPATH": path,
        "XPERT_STUDIO_CONFIG": str(home),
        "QT_QPA_PLATFORM": "offscreen",
    }
    return started(code or RUN, *arguments, folder=home, environment=environment)


def rows() -> dict[str, list[dict]]:
    """Four tasks: with stars and the lab's check, with the core's only, and one being written."""
    points = [
        {
            "task_id": "t1",
            "id": "c1",
            "text": "States the notice period as six months.",
            "weight": 5,
            "tier": "Essential",
        },
        {
            "task_id": "t1",
            "id": "c2",
            "text": "Explains the break clause.",
            "weight": 8,
            "instrument": {"id": "stars", "least": 3},
        },
        {
            "task_id": "t1",
            "id": "c3",
            "text": "Reads the same from its end.",
            "weight": 2,
            "instrument": {"id": "check", "check": "palindrome"},
        },
        {
            "task_id": "t2",
            "id": "c1",
            "text": "Names the court that decides.",
            "weight": 5,
            "tier": "Essential",
        },
        {
            "task_id": "t2",
            "id": "c2",
            "text": "Has fewer than 300 words.",
            "weight": 3,
            "instrument": {"id": "check", "check": "word_count", "parameters": {"at_most": 300}},
        },
        {"task_id": "t3", "id": "c1", "text": "Names the rent that is due.", "weight": 4},
        {"task_id": "t3", "id": "c2", "text": "Names the day by which it is due.", "weight": 4},
        {"task_id": "t4", "id": "c1", "text": "Says who pays the costs.", "weight": 5},
        {
            "task_id": "t4",
            "id": "c2",
            "text": "Weighs both sides.",
            "weight": 5,
            "instrument": {"id": "stars", "least": 4},
        },
        {"task_id": "t4", "id": "c3", "text": "Says by when they pay.", "weight": 5},
    ]
    judged = [
        p
        for p in points
        if p["task_id"] != "t4" and (p.get("instrument") or {}).get("id") != "check"
    ]
    asked = [(p["task_id"], p["id"]) for p in judged]
    responses = [
        {
            "id": f"{task}-{system}",
            "task_id": task,
            "model": system,
            "text": "anna" if system == "aster" else f"Answer of {system}.",
        }
        for task in ("t1", "t2", "t3")
        for system in SYSTEMS
    ]
    judgments, verdicts = [], []
    for place, (task, point) in enumerate(asked):
        for number, system in enumerate(SYSTEMS):
            high = (place + number) % 2
            value = (5 if high else 2) if (task, point) == ("t1", "c2") else high
            about = {"response_id": f"{task}-{system}", "checkpoint_id": point}
            judgments += [
                {
                    **about,
                    "expert_id": expert,
                    "value": value,
                    "status": "confirmed",
                    "confirmed_by": "omar",
                    "rationale": "As it says.",
                }
                for expert in ("wei", "maria")
            ]
            said = value if number else (1 if value == 0 else value)
            verdicts.append({**about, "judge_id": JUDGE, "value": said, "state": "ok", "trial": 1})
    people = {
        "lena": ["lead", "author", "reviewer"],
        "wei": ["expert"],
        "maria": ["expert"],
        "omar": ["adjudicator"],
        "ada": ["expert"],
    }
    return {
        "people": [
            {
                "id": id_,
                "name": id_.title(),
                "roles": roles,
                "domains": ["Law"],
                "qualification": {"outcome": "passed"},
            }
            for id_, roles in people.items()
        ],
        "tasks": [
            {
                "id": id_,
                "prompt": f"What is due in case {id_}?",
                "title": f"Case {id_}",
                "domain": "Law",
                "author_id": "lena",
                "stage": stage,
            }
            for id_, stage in TASKS.items()
        ],
        "checkpoints": points,
        "responses": responses,
        "judgments": judgments,
        "judges": [{"id": JUDGE, "provider": "openai", "model": "m1", "mode": "zero_shot"}],
        "verdicts": verdicts,
    }


def written(folder: Path) -> Path:
    """The rows as a bundle in a folder."""
    folder.mkdir(exist_ok=True)
    for name, found in rows().items():
        text = "".join(json.dumps(row) + "\n" for row in found)
        (folder / f"{name}.jsonl").write_text(text)
    return folder


def made(home: Path, site: Path) -> Path:
    """The project, with everything judged and decided."""
    steps = (
        ("new", "p.xpert"),
        ("import", "p.xpert", written(home / "rows"), "--as", "lena"),
        ("score", "p.xpert", "--checks", "--as", "lena"),
    )
    for step in steps:
        done = program(*step, site=site, home=home)
        assert done.returncode == 0, (step, done.stdout + done.stderr)
    return home / "p.xpert"


def _lab(folder: Path) -> None:
    made(folder, unpacked(built_wheel(folder), folder / "site"))


def lab_into(folder: Path) -> Path:
    """A copy of the project, as ``p.xpert``, its rows, and in ``site`` the pack, installed."""
    built("project of the lab", _lab).into(folder)
    return folder
