"""The datasheet of a judge whose nature is known, in command line, report and certificates."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from tests.cli.conftest import xpert  # noqa: F401 - a fixture
from tests.loopback import LoopbackServer
from tests.metrics.columns import catalog_of
from tests.packs.datasheet.projects import JUDGE, LEAD, Mind, gold_project
from xpert_studio.core.metrics.pairing import Paired
from xpert_studio.core.records.record_kinds import Hangs
from xpert_studio.core.store import ProjectFile
from xpert_studio.core.workflow.pack_records import seen_records
from xpert_studio.packs.datasheet.edits import EDITS
from xpert_studio.packs.datasheet.effects import length_effect, position_effect
from xpert_studio.packs.datasheet.records import ASKING


@pytest.fixture
def mind():
    return Mind(error=0.1)


@pytest.fixture
def asked(xpert, tmp_path, mind):  # noqa: F811
    """Runs a command that asks the judge."""
    gold_project(tmp_path / "p.xpert").close()
    with LoopbackServer(answer=mind.answer) as server:

        def ask(*words: str):
            reached = ("--judge", JUDGE, "--base-url", server.openai_url)
            return xpert(*words, *reached, "--json", *LEAD)

        yield ask


def sheet(xpert):  # noqa: F811
    """The lines of the only datasheet, by id."""
    (found,) = xpert("sections", "p.xpert", "judge-datasheet", "--json", *LEAD).json
    return {line["id"]: line for line in found["lines"]}


def test_every_line_says_what_it_rests_on_or_what_is_missing(asked, xpert):  # noqa: F811
    asked("score", "p.xpert")
    for line in sheet(xpert).values():
        known = line["value"] is not None
        assert known == (not line["missing"]) or line["caution"], line
        if known:
            assert line["rests_on"] and line["n"], line
            assert line["interval"] or line["caution"], line
    lines = sheet(xpert)
    assert {lines[name]["missing"] for name in ("style", "attack_empty", "unanimous")} == {
        "not asked yet"
    }
    said = xpert("sections", "p.xpert", "judge-datasheet", *LEAD).out
    for command in ("judge probe p.xpert", "attack p.xpert", "--trials 3"):
        assert said.count(command) == 1, "how to know it is said once, though several lines lack it"


def test_people_see_what_is_known_first_and_what_is_not_by_what_has_to_be_done(asked, xpert):  # noqa: F811
    asked("score", "p.xpert")
    words = ("sections", "p.xpert", "judge-datasheet", *LEAD)
    known, _, lacking = xpert(*words, "--full").out.partition("Not known:")
    assert "Leniency" in known and "Same in every trial" not in known
    asks = [line for line in lacking.splitlines() if "Same in every trial" in line and "•" in line]
    assert len(asks) == 1 and "Verdicts changed by edits of style alone" in asks[0]
    assert "Not known: Same in every trial, " in xpert(*words).out


def test_figures_are_those_of_the_alignment(asked, xpert):  # noqa: F811
    asked("score", "p.xpert")
    lines = sheet(xpert)
    (found,) = xpert("align", "p.xpert", "--json", *LEAD).json.values()
    for name in ("leniency", "kappa_within", "youden_j"):
        assert lines[name]["value"] == found[name]
        assert lines[name]["interval"] == found[f"{name}_interval"]


def test_style_that_moves_the_judge_is_told_from_its_unsteadiness(asked, xpert, mind):  # noqa: F811
    mind.polite = True
    asked("score", "p.xpert")
    (found,) = asked("judge", "probe", "p.xpert").json
    lines = {line["id"]: line for line in found["lines"]}
    polite, list_ = lines["style_polite_shift"], lines["style_reformatted_shift"]
    assert polite["value"] > 0.2 and polite["interval"][0] > 0
    assert list_["value"] == 0 and lines["style_reformatted"]["value"] == 0
    assert lines["style_polite_beyond"]["value"] == pytest.approx(lines["style_polite"]["value"])
    assert lines["style_polite"]["n"] == 80


def test_an_unsteady_judge_is_not_said_to_depend_on_style(asked, xpert, mind):  # noqa: F811
    mind.flips = 0.15
    asked("score", "p.xpert")
    (found,) = asked("judge", "probe", "p.xpert").json
    lines = {line["id"]: line for line in found["lines"]}
    for edit in EDITS:
        beyond = lines[f"style_{edit.id}_beyond"]
        assert lines[f"style_{edit.id}"]["value"] > 0.05
        assert beyond["interval"][0] <= 0 <= beyond["interval"][1]


def test_attacks_that_the_judge_was_asked_about_stand_in_it(asked, xpert, mind):  # noqa: F811
    asked("score", "p.xpert")
    mind.generous = True
    assert asked("attack", "p.xpert").code == 1
    empty = sheet(xpert)["attack_empty"]
    assert (empty["value"], empty["n"]) == (1.0, 48)


def test_it_stands_in_report_and_certificate(asked, xpert, tmp_path):  # noqa: F811
    asked("judge", "probe", "p.xpert")
    asked("score", "p.xpert")
    assert xpert("report", "p.xpert", "out.html", *LEAD).code == 0
    page = (tmp_path / "out.html").read_text(encoding="utf-8")
    assert "Datasheets of judges" in page and "Polite phrases added" in page
    (found,) = xpert("align", "p.xpert", "--json", *LEAD).json.values()
    kept = found["certificates"][-1]["datasheet"]
    assert kept["style_polite_shift"]["n"] == 80
    assert kept["length_effect"]["interval"]


def test_what_is_found_later_makes_another_certificate_once(asked, xpert):  # noqa: F811
    asked("score", "p.xpert")

    def certificates():
        (found,) = xpert("align", "p.xpert", "--certify", "--json", *LEAD).json.values()
        return found["certificates"]

    assert len(certificates()) == 1
    asked("judge", "probe", "p.xpert", "--forms", "4")
    first, second = certificates()
    assert "style_polite_shift" not in first["datasheet"]
    assert second["datasheet"]["style_polite_shift"]["n"] == 16
    assert len(certificates()) == 2


def test_a_project_with_nothing_has_no_datasheet(xpert, tmp_path):  # noqa: F811
    gold_project(tmp_path / "p.xpert", gold=False).close()
    for name in ("judge-datasheet", "judge-drift", "judge-link"):
        said = xpert("sections", "p.xpert", name, "--json", *LEAD)
        assert (said.code, json.loads(said.out)) == (0, None)


def test_what_a_judge_said_is_treated_as_a_judgment_of_the_response(asked, xpert):  # noqa: F811
    asked("judge", "probe", "p.xpert", "--forms", "2")
    with ProjectFile.open(Path("p.xpert"), read_only=True) as project, project.reading() as tx:
        found = seen_records(tx, None, "datasheet", "asking")
        assert {one.response for one in found} <= {f"t{t}:s{s}" for t in range(12) for s in (0, 1)}
        assert len(found) == 10
    assert (ASKING.hangs_on, ASKING.public) == (Hangs.RESPONSE, ())


def test_a_probe_is_for_leads_and_leaves_no_copy(asked, xpert, tmp_path, mind):  # noqa: F811
    refused = xpert("judge", "probe", "p.xpert", "--judge", JUDGE, "--as", "amara")
    assert refused.code in {2, 5} and not mind.calls
    asked("judge", "probe", "p.xpert", "--forms", "2")
    assert [path.name for path in tmp_path.glob("*.xpert")] == ["p.xpert"]
    shown = xpert("response", "list", "p.xpert", "--json", *LEAD).out
    assert "asked-" not in shown


@pytest.mark.parametrize("edit", EDITS, ids=lambda one: one.id)
def test_edits_keep_every_word(edit):
    text = "# Head\n\nOne thing.\nAnother.\n\n- entry\n1. first\n```\ncode = 1\n```\n| a | b |"
    made = edit.apply(text, "en")
    assert made != text and made == edit.apply(text, "en")
    kept = [line.strip().removeprefix("- ") for line in made.splitlines()]
    for line in text.splitlines():
        assert line.strip().removeprefix("- ") in kept
    assert "code = 1" in made.splitlines()
    assert edit.apply("好。", "zh") != "好。"


def pairs(catalog, error):
    """Pairs on every checkpoint of every response, with errors of the judge as they are given."""
    responses, points = zip(
        *(
            (response, point)
            for response, task in enumerate(catalog.response_task)
            for point in np.flatnonzero(catalog.checkpoint_task == task)
        ),
        strict=True,
    )
    response, point = np.array(responses, np.int32), np.array(points, np.int32)
    truth = np.full(response.size, 0.5)
    said = truth + error(response, point)
    met = np.zeros(response.size, np.int8)
    return Paired(response, point, met, met, truth, said, truth, said)


def test_leniency_with_length_is_found_where_there_is_some_and_only_there():
    catalog = catalog_of([[1] * 5] * 20, 4)
    chance = np.random.default_rng(8)
    letters = np.exp(chance.normal(7, 0.5, len(catalog.responses)))
    noise = chance.normal(0, 0.1, (len(catalog.responses), len(catalog.checkpoints)))
    lenient = pairs(catalog, lambda r, p: 0.2 * (np.log(letters[r]) - 7) + noise[r, p])
    found = length_effect(catalog, lenient, letters)
    assert found.interval[0] > 0.4 and (found.n, found.tasks) == (400, 20)
    covered = 0
    for seed in range(40):
        noise = np.random.default_rng(seed).normal(0, 0.1, noise.shape)
        fair = pairs(catalog, lambda r, p, noise=noise: noise[r, p])
        low, high = length_effect(catalog, fair, letters).interval
        covered += low <= 0 <= high
    assert covered >= 34


def test_errors_further_down_are_found_where_there_are_some_and_only_there():
    catalog = catalog_of([[1] * 8] * 20, 2)
    chance = np.random.default_rng(9)
    noise = chance.normal(0, 0.05, (len(catalog.responses), len(catalog.checkpoints)))
    worse = position_effect(
        catalog, pairs(catalog, lambda r, p: 0.05 * (p % 8) + np.abs(noise[r, p]))
    )
    assert worse.value > 0.8 and worse.interval[0] > 0.5
    even = position_effect(catalog, pairs(catalog, lambda r, p: noise[r, p]))
    assert even.interval[0] <= 0 <= even.interval[1]
