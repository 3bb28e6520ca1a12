"""Responses are read where they are listed; a model that is to answer is chosen from a list."""

from __future__ import annotations

from PySide6.QtWidgets import QComboBox

from tests.desktop.hands import Hands, pick
from tests.workflow.studio import Studio
from xpert_studio.core.workflow import return_brief, submit_brief
from xpert_studio.desktop.widgets.reading_pane import ReadingPane


def test_a_response_is_read_where_it_is_listed_and_names_no_system(
    hands: Hands, studio: Studio
) -> None:
    (response_id,) = studio.answered(models=("secret-system",))
    hands.open(studio.project.path, "maria")
    hands.go("task", task_id="t1", tab="responses")
    hands.click("Read it")
    hands.settle()
    (pane,) = hands.seen(ReadingPane)
    with studio.project.reading() as tx:
        from xpert_studio.core.store import responses

        text = responses.get_response(tx, response_id).text
    assert text.strip()[:30] in pane.response.toPlainText()
    assert not hands.reads("secret-system")
    assert hands.window.place.page == "task", "the page is not left"
    hands.click("Read it")
    hands.settle()
    assert hands.seen(ReadingPane) == []
    hands.click("Read it")
    hands.settle()
    assert len(hands.seen(ReadingPane)) == 1


def test_the_models_of_a_provider_are_offered_and_the_key_is_explained(
    hands: Hands, studio: Studio
) -> None:
    studio.ready("t1")
    hands.open(studio.project.path, "lena")
    hands.go("task", task_id="t1", tab="responses")
    hands.click("Have a model answer…")
    dialog = hands.await_dialog()
    provider, model = (dialog.form.inputs[key].widget for key in ("provider", "model"))
    assert isinstance(model, QComboBox)
    for name in ("anthropic", "openai"):
        pick(provider, name)
        assert model.count() > 1, name
    assert "key in Settings" in dialog.form._helps["model"].text()
    dialog.reject()


def test_a_returned_brief_shows_who_returned_it_and_why(hands: Hands, studio: Studio) -> None:
    studio.brief()
    submit_brief(studio.wei, "t1")
    return_brief(studio.lena, "t1", reason="Say for whom the memo is.")
    hands.open(studio.project.path, "wei")
    hands.go("task", task_id="t1", tab="brief")
    assert "Say for whom the memo is." in hands.panel.returned.text()
    assert hands.panel.returned.text().startswith("Lena returned this brief")
    assert hands.panel.returned.isVisible()
    submit_brief(studio.wei, "t1")
    hands.window.session.changed_outside.emit()
    hands.settle()
    assert not hands.panel.returned.isVisible()
