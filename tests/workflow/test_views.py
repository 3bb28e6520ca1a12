"""What the first page may tell: nobody's line-by-line decisions but one's own."""

from __future__ import annotations

from tests.workflow.studio import Studio
from xpert_studio.workflow import judge_line, open_sheet, undo
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
