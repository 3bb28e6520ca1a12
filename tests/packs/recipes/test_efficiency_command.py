"""``leaderboard --by efficiency``, the chart and the report: what is known, priced, and missing."""

from __future__ import annotations

import json
import re

import pytest

SYSTEMS = {
    "dear": {"tokens": 4096, "met": (1, 1, 1, 1, 1, 1, 1, 0), "cost": 0.5},
    "cheap": {"tokens": 1024, "met": (1, 1, 1, 1, 1, 1, 0, 0), "cost": 0.01},
    "free": {"tokens": 64, "met": (1, 0, 0, 0, 0, 0, 0, 0), "cost": 0},
    "priced": {"tokens": 256, "met": (0, 0, 0, 0, 0, 0, 0, 1), "cost": None},
    "unknown": {"tokens": None, "met": (1, 1, 1, 1, 1, 1, 1, 0), "cost": None},
}
PRICES = {"models": [{"provider": "mine", "model": "priced", "input": 1.0, "output": 2.0}]}


@pytest.fixture
def measured(xpert, tmp_path, monkeypatch):
    path, prices = tmp_path / "p.xpert", tmp_path / "prices.json"
    prices.write_text(json.dumps(PRICES))
    monkeypatch.setenv("XPERT_STUDIO_PRICES", str(prices))
    tasks, points, responses, table = [], [], [], ["task_id,model,checkpoint_id,judge,kind,value"]
    for number in range(8):
        name = f"t{number}"
        tasks.append({"id": name, "title": name, "prompt": "Advise."})
        points.append({"task_id": name, "id": "a", "text": "Right?", "weight": 5})
        for system, known in SYSTEMS.items():
            cost = {} if known["cost"] is None else {"cost": known["cost"]}
            responses.append(
                {
                    "id": f"{name}-{system}", "task_id": name, "model": system,
                    "text": "" if (system, number) == ("cheap", 7) else "Yes.", "prompt_tokens": 100,
                    "completion_tokens": known["tokens"], "latency_ms": 1000 * (number + 1), **cost,
                }
            )  # fmt: skip
            table.append(f"{name},{system},a,j,judge,{known['met'][number]}")
    bundle = tmp_path / "b"
    bundle.mkdir()
    (bundle / "manifest.json").write_text(
        json.dumps({"format": "xpert-bundle", "format_version": 2, "name": "P"})
    )
    for name, rows in (("tasks", tasks), ("checkpoints", points), ("responses", responses)):
        (bundle / f"{name}.jsonl").write_text("\n".join(map(json.dumps, rows)) + "\n")
    (tmp_path / "table.csv").write_text("\n".join(table))
    said = xpert("import", path, bundle, "--new")
    assert said.code == 0, said.err
    assert xpert("import", path, tmp_path / "table.csv").code == 0
    return path


def test_every_figure_is_given_with_its_reason_where_there_is_none(xpert, measured):
    found = xpert("leaderboard", measured, "--by", "efficiency", "--json").json["j"]
    rows = {row["system"]: row["usage"] for row in found["standings"]}
    assert rows["cheap"]["efficiency"] == pytest.approx(7.5)
    assert rows["dear"]["efficiency"] == pytest.approx(87.5 / 12)
    assert rows["cheap"]["completion_tokens"] == 1024
    assert rows["cheap"]["completion_tokens_tasks"] == 8
    assert rows["cheap"]["cost_per_point"] == pytest.approx(0.01 / 75)
    assert rows["cheap"]["median_latency"] == 4.5
    assert rows["cheap"]["median_latency_interval"] == [1, 8]
    assert rows["cheap"]["mean_latency"] == pytest.approx(4.5)
    assert rows["cheap"]["invalid_responses"] == 1
    assert rows["free"]["cost_per_task"] == 0
    assert rows["priced"]["cost_per_task"] == pytest.approx((100 * 1 + 256 * 2) / 1e6)
    assert rows["unknown"]["efficiency"] is None
    assert rows["unknown"]["reasons"]["efficiency"] == (
        "the completion tokens of 8 of 8 responses are not known"
    )
    assert rows["unknown"]["reasons"]["cost_per_task"] == (
        "the cost of 8 of 8 responses is not known"
    )
    assert found["pareto"]["cost_per_task"] == ["free", "cheap", "dear"]
    value = found["value_for_money"]
    assert (value["best"], value["cheapest"]) == ("dear", "cheap")
    assert value["unknown"] == ["unknown"]


def test_the_table_is_sorted_and_says_what_is_missing(xpert, measured):
    def order(*options):
        found = xpert("leaderboard", measured, "--by", "efficiency", *options, "--json").json["j"]
        return [row["system"] for row in found["standings"]]

    assert order()[:2] == ["cheap", "dear"]
    assert order("--sort", "cost") == ["free", "priced", "cheap", "dear", "unknown"]
    assert order("--sort", "tokens")[-1] == "unknown"
    said = xpert("leaderboard", measured, "--by", "efficiency").out
    assert "Value for money: cheap is the cheapest system with a known cost" in said
    assert "Of unknown cost, and within the interval of the best: unknown." in said
    assert "rests on 8 tasks or families: with fewer than 10 the cheapest" in said
    assert "1 response of cheap has no text, and is invalid." in said
    assert "of unknown: the completion tokens of 8 of 8 responses are not known" in said
    wrong = xpert("leaderboard", measured, "--by", "efficiency", "--sort", "daily")
    assert wrong.code == 2
    assert "mean-latency" in wrong.err


def test_the_chart_and_the_report_have_it(xpert, measured, tmp_path):
    target = tmp_path / "c.csv"
    assert xpert("leaderboard", measured, "--by", "efficiency", "--chart", target).code == 0
    lines = target.read_text(encoding="utf-8-sig").splitlines()
    assert lines[0].split(",")[:3] == ["System", "Cost a task", "Score"]
    assert len(lines) == 5
    assert xpert("report", measured, tmp_path / "r.html").code == 0
    text = (tmp_path / "r.html").read_text(encoding="utf-8")
    assert "Efficiency, by" in text
    assert "Value for money: cheap" in text
    assert text.count("on the Pareto front") == 3
    costs = text[text.index("Cost in US dollars") :]
    heads = re.findall(r"<th[^>]*>([^<]*)</th>", costs[: costs.index("</thead>")])
    assert heads[:3] == ["System", "Score", "Cost a task"]


def test_a_broken_price_list_is_named(xpert, measured, tmp_path):
    (tmp_path / "prices.json").write_text("{")
    said = xpert("leaderboard", measured, "--by", "efficiency")
    assert said.code != 0
    assert "prices.json" in said.err
    assert xpert("report", measured, tmp_path / "r.html").code == 0
    assert "prices.json cannot be used" in (tmp_path / "r.html").read_text(encoding="utf-8")
