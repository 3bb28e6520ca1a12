"""``leaderboard --profile``: profiles, leaders and the sentence, for people, programs and reports."""

from __future__ import annotations

import json

import pytest

from xpert_studio.core.store import ProjectFile, settings

TASKS = 8


@pytest.fixture
def specialists(xpert, tmp_path):
    """Two systems, each good in one of two domains; a third domain has too few tasks."""
    bundle = tmp_path / "b"
    bundle.mkdir()
    tasks, points, responses, table = [], [], [], ["task_id,model,checkpoint_id,judge,kind,value"]
    for domain, number, good in (
        *(("Law", n, "lex") for n in range(TASKS)),
        *(("Finance", n, "fin") for n in range(TASKS)),
        ("Music", 0, "lex"),
    ):
        name = f"{domain}-{number}".lower()
        tasks.append({"id": name, "title": name, "prompt": "Advise.", "domain": domain})
        points += [{"task_id": name, "id": f"c{n}", "text": "Yes?", "weight": 1} for n in range(4)]
        for system in ("lex", "fin"):
            responses.append({"id": f"{name}-{system}", "task_id": name, "model": system, "text": "Yes."})  # fmt: skip
            met = (4 if number % 2 else 3) if system == good else (1 if number % 3 else 2)
            table += [f"{name},{system},c{n},j,judge,{int(n < met)}" for n in range(4)]
    (bundle / "manifest.json").write_text(
        json.dumps({"format": "xpert-bundle", "format_version": 2, "name": "P"})
    )
    for name, rows in (("tasks", tasks), ("checkpoints", points), ("responses", responses)):
        (bundle / f"{name}.jsonl").write_text("\n".join(map(json.dumps, rows)) + "\n")
    (tmp_path / "table.csv").write_text("\n".join(table))
    path = tmp_path / "p.xpert"
    assert xpert("import", path, bundle, "--new").code == 0
    assert xpert("import", path, tmp_path / "table.csv").code == 0
    with ProjectFile.open(path) as project, project.writing() as tx:
        info = settings.project_info(tx)
        policies = info.policies.model_copy(update={"minimum_tasks": 2})
        settings.put_project_info(tx, info.model_copy(update={"policies": policies}))
    return path


def test_profiles_leaders_and_the_verdict_for_a_program(xpert, specialists):
    found = xpert("leaderboard", specialists, "--profile", "domain", "--json").json["j"]["profile"]
    assert found["no_universal_leader"] is True
    assert found["universal_leader"] is None
    leaders = {one["name"]: one for one in found["leaders"]}
    assert (leaders["Law"]["leader"], leaders["Finance"]["leader"]) == ("lex", "fin")
    assert leaders["Law"]["is_clear"]
    low, high = leaders["Law"]["margin"]["interval"]
    assert 0 < low < leaders["Law"]["margin"]["difference"] < high
    assert leaders["Music"] == {
        "name": "Music", "tasks": 1, "leader": None, "runner_up": None, "margin": None,
        "is_clear": False,
    }  # fmt: skip
    assert found["profiles"]["lex"]["Law"]["difference"] > 0
    assert found["profiles"]["lex"].keys() == {"Law", "Finance"}
    assert found["profiles"]["lex"]["Law"]["corrected_p"] >= found["profiles"]["lex"]["Law"]["p"]


def test_it_is_said_in_words_on_the_terminal_and_in_the_report(xpert, specialists, tmp_path):
    said = xpert("leaderboard", specialists, "--profile", "domain").out
    assert "There is no universal leader" in said
    assert "fin above lex in Finance" in said
    assert "n = 1\u00a0†" in said
    assert xpert("report", specialists, tmp_path / "r.html").code == 0
    text = (tmp_path / "r.html").read_text(encoding="utf-8")
    assert "Specialisation, by" in text
    assert "There is no universal leader" in text
    assert xpert("leaderboard", specialists, "--profile", "tier").code == 2


def test_nothing_is_claimed_where_the_tasks_do_not_show_it(xpert, specialists):
    found = xpert(
        "leaderboard", specialists, "--only", "domain=Law", "--profile", "domain", "--json"
    ).json["j"]["profile"]
    assert found["no_universal_leader"] is False
    assert found["universal_leader"] is None
    said = xpert("leaderboard", specialists, "--only", "domain=Law", "--profile", "domain").out
    assert "do not show whether one system leads in every domain" in said
