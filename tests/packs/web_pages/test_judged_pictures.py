"""From an attached page to the pictures that arrive at a judge of the visual track."""

from __future__ import annotations

import re

from tests.judge.conftest import project, server
from tests.judge.projects import now
from tests.judge.test_attachments import attach, carry_out, flags, request_for
from tests.packs.web_pages.browsers import need_browser, page
from xpert_studio.core.judge.scoring import prepare
from xpert_studio.core.records import JudgeSettings
from xpert_studio.core.store import responses
from xpert_studio.core.store.entities import put
from xpert_studio.core.workflow import CommandContext
from xpert_studio.core.workflow.media import render_files, unrendered
from xpert_studio.packs.web_pages import rendering

__all__ = ["project", "server"]


def test_a_page_reaches_each_judge_by_its_track_and_one_that_never_ends_none(
    project, server, monkeypatch
):
    need_browser()
    head = "<meta name=generator content='Site Maker'><title>Aurora 2</title>"
    shown = page("<h1 class=lede>Red</h1><!-- by Site Maker -->", head)
    with project.writing() as tx:
        named = responses.get_response(tx, "t0:s1").model_copy(update={"model": "aurora-2"})
        put(tx, named)
    attach(project, "t0:s1", ("a.html", "text/html", shown))
    attach(project, "t0:s2", ("b.html", "text/html", page("<script>for (;;) {}</script>")))
    monkeypatch.setattr(rendering, "SECONDS", 6)
    with project.reading() as tx:
        every = [item for one in responses.all_responses(tx) for item in one.attachments]
        missing = unrendered(tx, every)
    assert len(missing) == 2
    render_files(CommandContext(project, "", now), missing)
    pictures = request_for(server, settings=JudgeSettings(shows="pictures"))
    carry_out(project, pictures)
    (request,) = server.requests
    assert len(request.images) == 3
    told = "".join(request.texts)
    assert "lede" not in told and "System" not in told
    assert flags(project) == {"t0:s1": {False}}
    carry_out(project, request_for(server, settings=JudgeSettings(shows="source")))
    found = [one for one in server.requests[1:] if "lede" in "".join(one.texts)]
    assert len(found) == 1 and not found[0].images
    assert not re.search("site maker|aurora", "".join(found[0].texts), re.IGNORECASE)
    assert flags(project)["t0:s1"] == {False}
    assert prepare(project, pictures).plan.asks == ()
