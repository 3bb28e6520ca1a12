"""Pictures of attached files as judges are shown them, asserted on the bytes that arrive."""

from __future__ import annotations

from tests.documents_made import pdf
from tests.judge.projects import now
from tests.judge.test_attachments import (
    PDF,
    about,
    attach,
    carry_out,
    data_of,
    flags,
    request_for,
)
from xpert_studio.core.judge.comparison_planning import plan_comparisons
from xpert_studio.core.judge.estimating import preview_prompt
from xpert_studio.core.judge.image_rules import image_tokens, rule_of
from xpert_studio.core.judge.material import read_material
from xpert_studio.core.judge.planning import make_judge
from xpert_studio.core.judge.rendering import render_before
from xpert_studio.core.judge.scoring import prepare
from xpert_studio.core.judge.selection import Selection
from xpert_studio.core.records import JudgeMode, JudgeSettings
from xpert_studio.core.store import entities, files, log, renderings
from xpert_studio.report.whole_runs import carry_out_all, prepare_all


def rendered(project, server, **options):
    """Renders what a run needs; gives the pictures of each file, in order."""
    render_before(project, request_for(server, **options), clock=now)
    with project.reading() as tx:
        return {
            sha256: [files.get_blob(tx, one.sha256) for one in kept.pictures]
            for sha256, kept in renderings.all_renderings(tx).items()
        }


def test_a_run_renders_what_is_missing_and_the_judge_gets_exactly_the_pages(project, server):
    attach(project, "t0:s1", ("scan.pdf", PDF, pdf("", "")))
    request = request_for(server)
    carry_out_all(project, prepare_all(project, request, clock=now), clock=now)
    (sent,) = [item for item in server.requests if item.images]
    with project.reading() as tx:
        (kept,) = renderings.all_renderings(tx).values()
        pages = [files.get_blob(tx, one.sha256) for one in kept.pictures]
        rows = [row.entry.command for row in log.rows_of(tx, ["media.render"])]
    assert [data_of(image) for image in sent.images] == pages
    assert len(pages) == 2 and pages[0].startswith(b"\x89PNG")
    shown = [n for n, part in enumerate(sent.parts) if part["type"] == "image_url"]
    assert [sent.parts[n - 1]["text"] for n in shown] == [
        "[Attachment 1, page 1]",
        "[Attachment 1, page 2]",
    ]
    text = "".join(sent.texts)
    assert "[Attachment 1: no caption; 2 of its 2 pages follow as images]" in text
    # A scan has no text: its pages show what it says, so nothing of it was not seen.
    assert flags(project)["t0:s1"] == {False}
    assert rows == ["media.render"]


def test_pages_beyond_the_setting_are_said_and_not_seen(project, server):
    attach(project, "t0:s1", ("scan.pdf", PDF, pdf("", "", "")))
    pages = rendered(project, server)
    request = request_for(server, settings=JudgeSettings(pages=2))
    carry_out(project, request)
    sent = about(server, "s1")
    ((_, whole),) = pages.items()
    assert [data_of(image) for image in sent.images] == whole[:2]
    text = "".join(sent.texts)
    assert "2 of its 3 pages follow as images; shown in part]" in text
    assert flags(project) == {"t0:s0": {False}, "t0:s1": {True}, "t0:s2": {False}}
    notices = prepare(project, request_for(server, settings=JudgeSettings(pages=1))).plan.notices
    assert any("(pages 2 to 3)" in notice for notice in notices), notices


def test_a_document_whose_text_is_whole_is_seen_whatever_pages_are_shown(project, server):
    attach(project, "t0:s1", ("lease.pdf", PDF, pdf("Clause 9", "Clause 10", "Clause 11")))
    rendered(project, server)
    carry_out(project, request_for(server, settings=JudgeSettings(pages=1)))
    assert len(about(server, "s1").images) == 1
    assert flags(project)["t0:s1"] == {False}


def test_without_pages_a_judge_is_asked_as_before_and_keys_stay(project, server):
    attach(project, "t0", ("lease.pdf", PDF, pdf("Clause 9")))
    attach(project, "t0:s1", ("scan.pdf", PDF, pdf("")))
    before = prepare(project, request_for(server)).plan
    prompts = [preview_prompt(before, ask) for ask in before.asks]
    rendered(project, server)
    without = prepare(project, request_for(server, settings=JudgeSettings(pages=0))).plan
    assert [preview_prompt(without, ask) for ask in without.asks] == prompts
    after = prepare(project, request_for(server)).plan
    assert after.judge.id == before.judge.id
    assert without.judge.id != before.judge.id
    for one, other in zip(before.asks, after.asks, strict=True):
        assert one.keys.keys() == other.keys.keys()
        assert not set(one.keys.values()) & set(other.keys.values())


def test_pictures_made_otherwise_are_asked_about_anew_and_the_same_are_not(project, server):
    attach(project, "t0:s1", ("scan.pdf", PDF, pdf("")))
    rendered(project, server)
    carry_out(project, request_for(server))
    assert prepare(project, request_for(server)).plan.asks == ()
    with project.writing() as tx:
        (kept,) = renderings.all_renderings(tx).values()
        other = kept.pictures[0].model_copy(update={"sha256": files.put_blob(tx, b"other")})
        entities.put(tx, kept.model_copy(update={"pictures": (other,)}))
    (ask,) = prepare(project, request_for(server)).plan.asks
    assert ask.response.id == "t0:s1"


def test_pages_of_task_and_worked_example_are_shared_and_counted(project, server):
    attach(project, "t0", ("plan.pdf", PDF, pdf("", "")))
    attach(project, "t0:s0", ("base.pdf", PDF, pdf("")))
    before = prepare(project, request_for(server, mode=JudgeMode.ANCHORED)).estimate
    pages = rendered(project, server, mode=JudgeMode.ANCHORED)
    assert sorted(map(len, pages.values())) == [1, 2]
    prepared = prepare(project, request_for(server, mode=JudgeMode.ANCHORED))
    asks = len(prepared.plan.asks)
    more = prepared.estimate.input_tokens - before.input_tokens
    asked = request_for(server)
    rule = rule_of(asked.provider, asked.model)
    shown = [data for some in pages.values() for data in some]
    assert more >= asks * image_tokens(rule, shown)
    carry_out(project, request_for(server, mode=JudgeMode.ANCHORED))
    sent = about(server, "s2")
    assert len(sent.images) == 3
    said = "".join(sent.texts)
    assert "[Worked example 1, Attachment 1, page 1]" in said
    assert "[Attachment 1, page 2]" in said


def test_a_judge_that_compares_is_shown_the_pages_of_both(project, server):
    attach(project, "t0:s1", ("scan.pdf", PDF, pdf("")))
    rendered(project, server)
    selection = Selection(comparisons=True)
    material = read_material(project, selection)
    judge = make_judge("openai", "m", JudgeMode.ZERO_SHOT, {}, None, JudgeSettings())
    asks = plan_comparisons(project, judge, material).asks
    shown = {
        ask.keys["pair"]: [
            file.page is not None for file in (*ask.files.response, *ask.against_files)
        ]
        for ask in asks
        if "t0:s1" in {ask.response.id, ask.against.id}
    }
    assert shown
    assert all(pages == [False, True] for pages in shown.values())


def test_a_judge_that_drops_images_misses_only_what_no_text_has(project, server):
    attach(project, "t0:s1", ("scan.pdf", PDF, pdf("")))
    attach(project, "t0:s2", ("lease.pdf", PDF, pdf("Clause 9")))
    rendered(project, server)
    asks = {ask.response.id: ask.files for ask in prepare(project, request_for(server)).plan.asks}
    assert (asks["t0:s1"].has_pictures, asks["t0:s2"].has_pictures) == (True, False)
    assert not asks["t0:s1"].unseen and not asks["t0:s2"].unseen
