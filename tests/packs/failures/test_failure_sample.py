"""The sample: its experts have named every failure, and its systems are records."""

from __future__ import annotations

from tests.imported import imported_sample
from tests.packs.failures.test_failure_commands import LEAD


def test_the_sample_shows_why_its_systems_fail_and_makes_no_claim_on_four_families(xpert, tmp_path):
    project = imported_sample(tmp_path / "p.xpert")
    data = xpert("sections", project, "failures", "--json", *LEAD).json
    assert data["failures"] - data["untyped"] == len(data["cases"]) == 177
    assert data["untyped"] == 46, "what programs decide, and grades that lose little, have no type"
    shares = {(one["system"], one["type"]): one["share"] for one in data["profiles"]}
    calculation = "wrong-calculation"
    assert shares["cirrus-mini", calculation] > shares["drift-0", calculation]
    assert shares["drift-0", "unsafe-advice"] > shares["aurora-2", "unsafe-advice"]
    assert {one["system"] for one in data["by"]["effort"]} == {"low", "minimal"}
    every = [one for made in (data["profiles"], *data["by"].values()) for one in made]
    corrected = [one["against"]["corrected_p"] for one in every if one["against"]]
    assert all(one is None or one > 0.05 for one in corrected)
    said = " ".join(xpert("sections", project, "failures", *LEAD).out.split())
    assert "Over all tasks, no type of failure tells a system from the others (24 compar" in said
    assert "corrected together" in said and "families enough: 24 over all tasks, 8 by dim" in said
    assert "By dimension: nothing beyond chance (8 comparisons)." in said
    assert "By domain: too few families of tasks" in said
    first = data["cases"][0]
    case = f"{first['response']}/{first['checkpoint']}"
    assert case in said, "the ids of cases are printed"
    asked = ("--ask", "effort=low", "--ask", "type=cascading-error")
    low = xpert("sections", project, "failures", *asked, "--json", *LEAD).json["cases"]
    assert {one["system"] for one in low} == {"cirrus-mini"} and len(low) == 11
    settings = xpert("sections", project, "settings", "--json", *LEAD).json["pairs"]
    assert [(one["first"], one["second"]) for one in settings] == [("drift-0", "cirrus-mini")]
