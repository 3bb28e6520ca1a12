"""Two responses are judged blind, by keys; a senior expert confirms; nothing reveals the system."""

from __future__ import annotations

from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QAbstractButton, QLabel, QListView, QPlainTextEdit, QTableView

from tests.desktop.hands import Hands
from tests.workflow.studio import Studio
from xpert_studio.core.records import Judgment, JudgmentStatus
from xpert_studio.core.store import entities
from xpert_studio.core.workflow import NewResponse, add_responses
from xpert_studio.core.workflow.form_view import form_view
from xpert_studio.desktop.widgets.reading_views import ResponseView

MARKDOWN = """# Memo

The tenant **may leave** at [month 30](https://example.com/thirty).

- notice: *six months*
- <script>alert(1)</script>

![far](https://example.com/x.png) ![near](file:///etc/passwd)
"""


def _ready(studio: Studio, *texts: str) -> list[str]:
    studio.ready()
    new = [
        NewResponse("t1", f"gpt-secret-{n}", text) for n, text in enumerate(texts)
    ]  # fmt: skip
    change = add_responses(studio.lena, new)
    return [response.id for response in change.after("response")]


def _judgments(studio: Studio, response_id: str) -> list[Judgment]:
    with studio.project.reading() as tx:
        return entities.find_all(tx, Judgment, response_id=response_id)


def _judge_all(hands: Hands, why: str) -> None:
    form = hands.page.form
    for _ in range(len(form.model.rows)):
        hands.key("M")
        assert hands.focus is form.detail.rationale
        hands.type(why)
        hands.key("Ctrl+Return")
        hands.settle()


def test_what_is_being_written_is_in_the_form_that_is_submitted(
    hands: Hands, studio: Studio
) -> None:
    """Neither the focus nor the pause that would save it comes before the form is submitted."""
    (response_id,) = _ready(studio, "Leave at month 30.")
    hands.open(studio.project.path, "maria")
    hands.go("judging", task_id="t1", item=response_id)
    _judge_all(hands, "It says so")
    form = hands.page.form
    form.lines.go_to(1)
    form.detail.rationale.moveCursor(QTextCursor.MoveOperation.Start)
    hands.key("R", form.lines)
    assert hands.focus is form.detail.rationale
    hands.type(", in its second line.")
    hands.page.form.hand_in()
    hands.settle()
    assert "Submitted" in hands.notice
    written = sorted(item.rationale for item in _judgments(studio, response_id))
    assert written == ["It says so", "It says so", "It says so, in its second line."]
    assert all(item.status is JudgmentStatus.SUBMITTED for item in _judgments(studio, response_id))


def test_two_responses_are_judged_by_keys_and_confirmed(hands: Hands, studio: Studio) -> None:
    ids = _ready(studio, "Leave at month 30.", MARKDOWN)
    hands.open(studio.project.path, "maria")
    hands.key("Ctrl+3")
    hands.settle()
    page = hands.page
    assert page.queue.model.rowCount() == 3, "two responses and their pair"
    for _ in range(2):
        hands.go("judging")
        hands.key("Enter")
        hands.settle()
        _judge_all(hands, "It says so.")
        hands.key("Ctrl+Shift+Return")
        hands.settle()
        assert "Submitted" in hands.notice
    assert all(len(_judgments(studio, response_id)) == 3 for response_id in ids)

    hands.open(studio.project.path, "omar")
    hands.key("Ctrl+3")
    hands.settle()
    hands.key("Enter")
    hands.settle()
    settling = hands.page.confirming
    hands.confirm()
    hands.key("O")
    form = hands.await_dialog()
    field = form.findChild(QPlainTextEdit)
    hands.type("The response says the opposite.", field)
    hands.key("Ctrl+Return", field)
    hands.settle()
    settling.lines.go_to(2)
    hands.qtbot.waitUntil(settling.all.isEnabled)
    hands.key("Ctrl+Shift+Return")
    hands.settle()
    settled = _judgments(studio, settling.form.response_id)
    assert {item.status for item in settled} == {
        JudgmentStatus.CONFIRMED, JudgmentStatus.OVERRIDDEN,
    }  # fmt: skip
    assert all(item.is_gold for item in settled)


def test_nothing_on_the_page_reveals_the_system(hands: Hands, studio: Studio) -> None:
    (response_id,) = _ready(studio, "Leave at month 30.")
    for person in ("maria", "omar", "ada"):
        hands.open(studio.project.path, person)
        for place in (
            {"page": "judging"}, {"page": "judging", "item": response_id},
            {"page": "task", "task_id": "t1", "tab": "responses"},
            {"page": "home"}, {"page": "history"}, {"page": "task", "task_id": "t1", "tab": "history"},
        ):  # fmt: skip
            hands.go(**place)
            texts = [label.text() for label in hands.seen(QLabel)]
            texts += [view.toPlainText() for view in hands.seen(ResponseView)]
            for table in hands.seen(QTableView):
                model = table.model()
                texts += [
                    str(model.index(r, c).data())
                    for r in range(model.rowCount())
                    for c in range(model.columnCount())
                ]
            for items in hands.seen(QListView):
                model = items.model()
                texts += [str(model.index(n, 0).data()) for n in range(model.rowCount())]
            assert "gpt-secret" not in " ".join(texts), (person, place)


def _select(view: ResponseView, words: str) -> None:
    cursor = view.textCursor()
    start = view.document().toPlainText().index(words)
    cursor.setPosition(start)
    cursor.setPosition(start + len(words), cursor.MoveMode.KeepAnchor)
    view.setTextCursor(cursor)


def test_marked_passages_become_quotes_as_the_response_says_them(
    hands: Hands, studio: Studio
) -> None:
    (response_id,) = _ready(studio, MARKDOWN)
    hands.open(studio.project.path, "maria")
    hands.go("judging", item=response_id)
    form = hands.page.form
    view = form.reading.response
    shown = view.document().toPlainText()
    assert "may leave at month 30" in shown
    _select(view, "may leave at month 30")
    hands.key("E", form.lines)
    hands.settle()
    (quote,) = form.model.rows[0].evidence
    assert quote.quote == MARKDOWN[quote.start : quote.end]
    assert quote.quote.startswith("may leave") and "month 30" in quote.quote
    assert view.extraSelections(), "the quote is marked in the response"
    assert not view.textCursor().hasSelection(), "the selection would hide the mark"
    hands.key("U")
    hands.settle()
    assert form.model.rows[0].evidence == ()


def test_a_passage_marked_for_one_checkpoint_is_not_quoted_for_the_next(
    hands: Hands, studio: Studio
) -> None:
    (response_id,) = _ready(studio, MARKDOWN)
    hands.open(studio.project.path, "maria")
    hands.go("judging", item=response_id)
    form = hands.page.form
    _select(form.reading.response, "may leave at month 30")
    hands.key("Down", form.lines)
    assert not form.reading.response.textCursor().hasSelection()
    hands.key("E", form.lines)
    hands.settle()
    assert form.model.rows[1].evidence == ()
    assert hands.focus is form.reading.finder.words, "it asks for the passage"


def test_a_response_is_shown_as_text_and_nothing_in_it_is_fetched(
    hands: Hands, studio: Studio
) -> None:
    (response_id,) = _ready(studio, MARKDOWN)
    hands.open(studio.project.path, "maria")
    hands.go("judging", item=response_id)
    view = hands.page.form.reading.response
    assert "<script>alert(1)</script>" in view.document().toPlainText()
    for url in ("https://example.com/x.png", "file:///etc/passwd"):
        assert view.loadResource(2, url).isNull()
    assert not view.openLinks() and not view.openExternalLinks()


def test_a_second_press_takes_a_decision_back_and_a_form_goes_on_where_it_was_left(
    hands: Hands, studio: Studio
) -> None:
    (response_id,) = _ready(studio, "Leave at month 30.")
    hands.open(studio.project.path, "maria")
    hands.go("judging", item=response_id)
    form = hands.page.form
    hands.key("1")
    hands.key("Escape")
    hands.key("1")
    hands.settle()
    assert form_view(studio.maria, response_id).lines[0].decision.value is None
    hands.key("0")
    hands.type("Nothing of the kind.")
    hands.key("Escape")
    hands.key("J")
    hands.key("K")
    hands.settle()
    hands.open(studio.project.path, "maria")
    hands.settle()
    form = hands.page.form
    assert form.view.response_id == response_id, "the window opens where one left off"
    row = form.model.rows[0]
    assert (row.value, row.rationale) == (False, "Nothing of the kind.")
    assert form.lines.currentIndex().row() == 1, "the first line that is not done"


def test_an_incomplete_form_is_refused_with_what_is_missing(hands: Hands, studio: Studio) -> None:
    (response_id,) = _ready(studio, "Leave at month 30.")
    hands.open(studio.project.path, "maria")
    hands.go("judging", item=response_id)
    hands.key("M")
    hands.key("Ctrl+Shift+Return")
    hands.settle()
    assert "Checkpoint 1 has no rationale." in hands.problems
    assert "Checkpoint 3 is undecided." in hands.problems
    assert hands.focus is hands.page.form.detail.rationale, "it goes to the first gap"
    assert not _judgments(studio, response_id)


def test_two_experts_stand_side_by_side(hands: Hands, studio: Studio) -> None:
    (response_id,) = _ready(studio, "Leave at month 30.")
    for person, key in (("maria", "1"), ("ada", "0")):
        hands.open(studio.project.path, person)
        hands.go("judging", item=response_id)
        form = hands.page.form
        for _ in form.model.rows:
            hands.key(key)
            hands.type("Because.")
            hands.key("Ctrl+Return")
            hands.settle()
        hands.key("Ctrl+Shift+Return")
        hands.settle()
    hands.open(studio.project.path, "lena")
    hands.go("judging", item=response_id, tab="side_by_side")
    beside = hands.page.beside
    assert beside.model.columnCount() == 4
    assert "0 of 3 (0 %)" in beside.agreement.text()
    beside.only.click()
    assert beside.model.rowCount() == 3


def test_a_form_has_the_window_for_itself(hands: Hands, studio: Studio) -> None:
    (response_id,) = _ready(studio, "Leave at month 30.")
    window = hands.open(studio.project.path, "maria")
    around = (window.sidebar, window.menuBar(), window.bar)
    hands.go("judging", item=response_id)
    assert not any(part.isVisible() for part in around)
    hands.key("Alt+Up")
    hands.settle()
    assert window.place.item == ""
    assert all(part.isVisible() for part in around)


def test_two_chords_judge_a_checkpoint_and_none_open_the_next_response(
    hands: Hands, studio: Studio
) -> None:
    first, second = _ready(studio, "Leave at month 30.", "Leave at month 31.")
    hands.open(studio.project.path, "maria")
    hands.go("judging", item=first)
    form = hands.page.form
    for _ in form.model.rows:
        hands.key("1")
        hands.type("It says so.")
        hands.key("Ctrl+Return")
        hands.settle()
    assert form.here.currentWidget() is form.summary
    assert form.summary.title.text() == "3 of 3 done"
    hands.key("Ctrl+Return")
    hands.settle()
    assert len(_judgments(studio, first)) == 3
    assert form.view.response_id == second, "the next response follows at once"
    assert hands.focus is form.lines
    assert form.here.currentIndex() == 0
    hands.key("1")
    assert hands.focus is form.detail.rationale


def test_the_summary_leads_to_what_is_missing(hands: Hands, studio: Studio) -> None:
    (response_id,) = _ready(studio, "Leave at month 30.")
    hands.open(studio.project.path, "maria")
    hands.go("judging", item=response_id)
    form = hands.page.form
    form.lines.go_to(2)
    hands.key("1", form.lines)
    hands.type("It says so.")
    hands.key("Ctrl+Return")
    hands.settle()
    shown = [link.text() for link in form.summary.findChildren(QAbstractButton)]
    assert [text[:2] for text in shown if text[1:2] == "."] == ["1.", "2."]
    hands.key("Ctrl+Return")
    hands.settle()
    assert form.here.currentIndex() == 0
    assert form.lines.currentIndex().row() == 0
    assert not _judgments(studio, response_id)


def test_a_sentence_is_quoted_by_keyboard(hands: Hands, studio: Studio) -> None:
    text = "It was served on day 4.5 of May. **Leave** at month 30! 第一句。第二句在这里。End"
    (response_id,) = _ready(studio, text)
    hands.open(studio.project.path, "maria")
    hands.go("judging", item=response_id)
    form = hands.page.form
    hands.key("1")
    hands.type("Because.")
    hands.key("Ctrl+E")
    hands.type("at month")
    hands.key("Ctrl+Return")
    hands.settle()
    (quote,) = form.model.rows[0].evidence
    assert quote.quote == text[quote.start : quote.end] == "Leave** at month 30"
    assert form.model.rows[0].rationale == "Because."
    assert form.lines.currentIndex().row() == 1, "Ctrl+Enter goes on too"
    hands.key("E")
    hands.type("第二")
    hands.key("Return")
    hands.settle()
    assert form.model.rows[1].evidence[0].quote == "第二句在这里"
    assert hands.focus is form.lines
    hands.key("E")
    hands.type("4.5")
    hands.key("Escape")
    hands.settle()
    assert len(form.model.rows[1].evidence) == 1
    assert not form.reading.response.textCursor().hasSelection()
    assert {item.number for _, item in form.reading.response._numbers} == {1, 2}
