"""Commands of training: pages of a project, and the self-test."""

from __future__ import annotations

from typing import Annotated

from xpert_studio.api.changes import (
    Asks,
    Message,
    NotFoundError,
    Role,
    UnitOfWork,
    UsageError,
    Written,
    command,
    keep_records,
    mark,
    take_out_records,
)
from xpert_studio.core.workflow import rights
from xpert_studio.core.workflow.command_context import need_valid_id
from xpert_studio.packs.training.course import course, own_pages
from xpert_studio.packs.training.records import PACK_ID, PAGE, TEST, SelfTest, TrainingPage

PageId = Annotated[str, Asks("The page, as listed.", "leases", "page")]


@command(
    "training.add", "Add training page", done="added a page of training", line="training add PAGE"
)
def add_page(
    unit: UnitOfWork,
    page_id: PageId,
    *,
    title: Annotated[str, Asks("Its title.", '"Leases in this project"', title=mark("Title"))],
    text: Annotated[str, Asks("Its text, as Markdown.", "@leases.md", is_text=True)],
) -> None:
    """Add a page to the training of the project, or replace one that the project added."""
    rights.need_role(unit.person, Role.LEAD)
    need_valid_id(page_id)
    if page_id in {page.id for page in course().pages}:
        raise UsageError(
            Message("{page} is a page of the course.", page=page_id), remedy="Choose another id."
        )
    if not title.strip() or not text.strip():
        raise UsageError("A page needs a title and a text.")
    made = TrainingPage(title=title.strip(), text=text.strip())
    keep_records(unit, PACK_ID, PAGE.id, [Written(made, id=page_id)])


@command(
    "training.remove",
    "Remove training page",
    done="removed a page of training",
    line="training remove PAGE",
)
def remove_page(unit: UnitOfWork, page_id: PageId) -> None:
    """Take a page of the project out of its training."""
    rights.need_role(unit.person, Role.LEAD)
    if page_id not in own_pages(unit.tx):
        raise NotFoundError("There is no such page of the project.")
    take_out_records(unit, PACK_ID, PAGE.id, [page_id])


@command(
    "training.test",
    "Take self-test",
    done="took the self-test of the training",
    line="training test ANSWERS",
    told="Right: {right} of {of}.",
    stays=mark("It cannot be undone: a result is final."),
)
def take_test(
    unit: UnitOfWork,
    answers: Annotated[str, Asks("A letter for each question, in their order.", "AABA")],
) -> None:
    """Take the self-test; the result is recorded, and the test may be taken again.

    Raises:
        UsageError: It is not a letter of an option for each question.
    """
    asked = course().test
    letters = "".join(answers.split()).upper()
    fits = len(letters) == len(asked) and all(
        letter in one.letters for letter, one in zip(letters, asked, strict=False)
    )
    if not fits:
        raise UsageError(
            Message("The self-test has {n} questions; give a letter for each.", n=len(asked)),
            remedy="'training read' shows them.",
        )
    right = sum(letter == one.key for letter, one in zip(letters, asked, strict=True))
    made = SelfTest(person=unit.person.id, right=right, of=len(asked), at=unit.now)
    keep_records(unit, PACK_ID, TEST.id, [Written(made)])
    unit.tell(right=right, of=len(asked))
