"""The visual track: its rubric as published, added at the command line, and the live page."""

from __future__ import annotations

import json
from contextlib import contextmanager

import pytest

from tests.metrics.test_laws import PUBLISHED
from tests.packs.web_pages.browsers import left_over, need_browser, page
from tests.waiting import wait_until
from tests.workflow.studio import Studio
from xpert_studio.core.errors import UsageError
from xpert_studio.core.instruments import instrument_of
from xpert_studio.core.messages import Message
from xpert_studio.core.records import Attachment, Checkpoint, Said
from xpert_studio.core.resources import SAMPLE, sample_project_path
from xpert_studio.core.store import ProjectFile, entities, files, renderings, responses, tasks
from xpert_studio.core.workflow.recipes import recipe_named
from xpert_studio.packs.graded.scale import scale_of, settings_faults
from xpert_studio.packs.web_pages import opening
from xpert_studio.packs.web_pages.browser.isolation import Screen
from xpert_studio.packs.web_pages.browser.visit import Visit
from xpert_studio.packs.web_pages.tracks import visual_dimensions, visual_rubric

LEAD = ("--as", "lead-moreau")


@pytest.fixture(scope="module")
def published():
    if not PUBLISHED.exists():
        pytest.skip("the published figures are not here")
    return json.loads(PUBLISHED.read_text(encoding="utf-8"))


@pytest.fixture
def studio(tmp_path):
    made = Studio(tmp_path / "p.xpert")
    yield made
    made.project.close()


def points(language):
    return [
        Checkpoint.model_validate({"task_id": "t", "id": f"c{n}", "position": None, **line})
        for n, line in enumerate(visual_rubric(language))
    ]


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_rubric_is_as_published(language, published):
    track = published["levels"]["web_dual_track"]
    rubric = points(language)
    weights = [point.weight for point in rubric]
    wanted = list(track["visual_weights"].values())
    assert [round(100 * one / sum(weights)) for one in weights] == wanted
    names = [point.dimension.lower().replace(" ", "_") for point in rubric]
    assert names == list(track["visual_weights"])
    caps = {}
    for point, name in zip(rubric, names, strict=True):
        scale = scale_of(point)
        assert (scale.low, scale.high, len(scale.bands)) == (0, 100, 5)
        assert not list(settings_faults(point))
        assert instrument_of(point).id == "graded"
        (cap,) = scale.caps
        caps[cap.id] = [name, cap.at_most]
    assert caps == track["caps"]


def test_the_recipe_knows_the_track_by_its_dimensions():
    code, visual = recipe_named("dual_track").parts
    assert visual.dimensions == code.besides == visual_dimensions()


def test_the_track_is_added_once_after_a_lead_has_added_its_dimensions(xpert, studio, tmp_path):
    studio.rubric()
    studio.project.close()
    refused = xpert("page", "rubric", "p.xpert", "t1", "--as", "wei")
    assert refused.code != 0 and "Visual polish" in refused.err
    assert "page rubric PROJECT" in refused.err
    assert xpert("page", "rubric", "p.xpert", "--as", "wei").code != 0
    assert xpert("page", "rubric", "p.xpert", "--as", "lena").code == 0
    done = xpert("page", "rubric", "p.xpert", "t1", "--as", "wei")
    assert done.code == 0
    assert "--shows pictures" in done.err + done.out
    with ProjectFile.open(tmp_path / "p.xpert", read_only=True) as opened, opened.reading() as tx:
        found = [one for one in tasks.rubric_of(tx, "t1") if one.dimension in visual_dimensions()]
    assert [one.weight for one in found] == [7, 6, 5, 2]
    assert {one.instrument for one in found} == {"graded"}
    assert "already" in xpert("page", "rubric", "p.xpert", "t1", "--as", "wei").err


def attach(studio, response_id, data):
    with studio.project.writing() as tx:
        found = responses.get_response(tx, response_id)
        kept = files.put_blob(tx, data)
        kind = "text/html" if data.startswith(b"<") else "text/plain"
        item = Attachment(path="attachments/page.html", media_type=kind, sha256=kept)
        entities.put(tx, found.model_copy(update={"attachments": (item,)}))


def test_a_page_is_opened_in_a_browser_with_a_window_that_is_cut_off(xpert, studio, monkeypatch):
    need_browser()
    (response,) = studio.answered()
    attach(studio, response, b"x")
    assert "No web page" in _open(xpert, response).err
    attach(studio, response, page("<script>fetch('https://example.com/')</script><p>x"))

    @contextmanager
    def no_screen(_environment):
        yield Screen(options=("--ozone-platform=headless",))

    seen = []

    def closed(visit):
        seen.append(dict(visit.observed.refused))
        visit._pipe.send("Target.closeTarget", targetId=visit._target)
        Visit_stay(visit)

    Visit_stay = Visit.stay  # noqa: N806
    monkeypatch.setattr(opening, "screen_of", no_screen)
    monkeypatch.setattr(Visit, "stay", closed)
    done = _open(xpert, response)
    assert done.code == 0
    assert seen == [{"example.com": 1}]
    wait_until(lambda: left_over() == [], "a browser lives on")


def _open(xpert, response):
    return xpert("page", "open", "p.xpert", response, "--as", "lena")


def test_without_a_display_it_is_said(monkeypatch):
    with pytest.raises(UsageError, match="no display"), opening.screen_of({}):
        pass
    with pytest.raises(UsageError, match="no display"), opening.screen_of({"DISPLAY": ":987"}):
        pass


def test_only_pages_whose_pictures_failed_are_marked_and_the_reason_is_said(xpert, tmp_path):
    sample = sample_project_path(SAMPLE)
    assert xpert("import", "s.xpert", sample, "--new", "--as", "lead-moreau").code == 0

    def board():
        said = xpert("leaderboard", "s.xpert", "--recipe", "dual_track", "--json", *LEAD)
        found = json.loads(said.out)["experts"]["by_recipe"]
        return {one["system"]: one["fallbacks"] for one in found["rows"]}, found["notes"]

    marks, notes = board()
    # Ten of the eleven tasks have no visual track: nothing is missing there.
    assert set(map(len, marks.values())) == {0} and notes == []
    why = Said.of(Message("The page closed itself."))
    with ProjectFile.open(tmp_path / "s.xpert") as opened, opened.writing() as tx:
        response = responses.get_response(tx, "law-break-page:drift-0")
        kept = renderings.all_renderings(tx)[response.attachments[0].sha256]
        entities.put(tx, kept.model_copy(update={"pictures": (), "failure": why}))
    marks, notes = board()
    assert marks.pop("drift-0") == {"judged without a picture": 1}
    assert set(map(len, marks.values())) == {0}
    assert "drift-0" in notes[0] and "The page closed itself" in notes[0]
    xpert("people", "recipe", "s.xpert", "dual_track", *LEAD)
    assert xpert("report", "s.xpert", "report.html", *LEAD).code == 0
    said = (tmp_path / "report.html").read_text("utf-8")
    assert "judged without a picture on 1 task" in said and "The page closed itself" in said
