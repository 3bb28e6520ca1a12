"""What the first page may tell: nobody's line-by-line decisions but one's own."""

from __future__ import annotations

from tests.workflow.studio import Studio
from xpert_studio.workflow import judge_line, open_sheet, undo, waiting_for
from xpert_studio.workflow.latest_waiting import LatestWaiting
from xpert_studio.workflow.views import overview


def test_the_first_page_tells_nobody_what_others_decide_line_by_line(studio: Studio) -> None:
    (response_id,) = studio.answered()
    open_sheet(studio.maria, response_id)
    with studio.project.reading() as tx:
        from xpert_studio.store import tasks

        first = tasks.rubric_of(tx, "t1")[0].id
    judge_line(studio.maria, response_id, first, met=True)
    undo(studio.maria)

    def deeds(person: str) -> set[str]:
        events = overview(studio.desk(person)).lately
        return {str(event.details.get("of", event.verb)) for event in events}

    assert "judged" in deeds("maria")
    assert not {"judged", "opened_sheet"} & deeds("ada")
    assert not {"judged", "opened_sheet"} & deeds("wei")


def test_what_waits_is_looked_up_again_only_when_something_has_happened(studio: Studio) -> None:
    first, second = studio.answered(models=("aurora", "borealis"))
    latest = LatestWaiting(studio.maria)
    before = latest.get()
    assert before == waiting_for(studio.maria)
    assert latest.get() is before

    studio.brief("t2")  # nothing that Maria waits for: the very same tuple, nothing to compare
    after = latest.get()
    assert after is not before
    assert after.to_judge is before.to_judge

    studio.judged(first)
    judged = latest.get()
    assert [sheet.response_id for sheet in judged.to_judge] == [second]
    assert judged == waiting_for(studio.maria)
    undo(studio.maria)
    assert latest.get() == waiting_for(studio.maria)
    assert {sheet.response_id for sheet in latest.get().to_judge} == {first, second}
