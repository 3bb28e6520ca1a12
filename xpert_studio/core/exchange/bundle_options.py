"""What goes into a bundle: what was chosen, whether that makes sense, and who decides by it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated

from xpert_studio.core.errors import UsageError
from xpert_studio.core.exchange.publishing import Publisher, answers_of
from xpert_studio.core.exchange.scope import ExportScope, Selection, check_held_out, wanted_tasks
from xpert_studio.core.fields import Asks
from xpert_studio.core.records import Visibility
from xpert_studio.core.store import Transaction, responses, settings
from xpert_studio.core.wording import mark

HeldOut = Annotated[
    frozenset[str],
    Asks(
        "Held-out tasks; may be repeated or comma-separated. A public bundle, and another "
        "tool's format, hold nothing of them; the bundle's manifest lists their hashes and "
        "categories, and mean scores of groups of at least five.",
        name="hold_out",
        is_list=True,
        title=mark("Hold-out split"),
    ),
]


@dataclass(frozen=True, slots=True)
class BundleOptions:
    """What goes into a bundle.

    Attributes:
        visibility: A public bundle holds no person's name or credentials, no private notes and no
            unknown keys; people's ids become pseudonyms.
        scope: Which part of the project.
        held_out: Held-out tasks. A public bundle holds nothing of them but what its manifest lists;
            a private one holds them, without what is named next.
        without_reference_answers: Leave out the reference answers of the held-out tasks.
        without_rubrics: Leave out their rubrics, and what was judged by them.
        all_stages: Whether a public bundle holds tasks that are not ready, too.
    """

    visibility: Annotated[
        Visibility,
        Asks(
            "A bundle without people, names and private notes.",
            name="public",
            sets=Visibility.PUBLIC,
        ),
    ] = Visibility.PRIVATE
    scope: ExportScope = ExportScope()
    held_out: HeldOut = frozenset()
    without_reference_answers: Annotated[
        bool,
        Asks(
            "Held-out tasks go without reference answers, checks and choices.",
            title=mark("Held-out tasks"),
        ),
    ] = False
    without_rubrics: Annotated[
        bool,
        Asks(
            "Held-out tasks go without rubrics and what was judged by them.",
            title=mark("Their rubrics"),
        ),
    ] = False
    all_stages: Annotated[
        bool,
        Asks(
            "Include tasks that are not ready to be judged, in a public bundle.",
            title=mark("Stages"),
        ),
    ] = False

    @property
    def exported(self) -> ExportScope:
        """Whose rows are in the bundle."""
        return (
            self.scope
            if not self.is_public
            else replace(self.scope, held_out=self.held_out, only_ready=not self.all_stages)
        )

    @property
    def is_public(self) -> bool:
        """Whether people and private notes are removed."""
        return self.visibility is Visibility.PUBLIC


def check_options(tx: Transaction, options: BundleOptions) -> None:
    """Refuses options that make no sense together.

    Raises:
        NotFoundError: A task or subset does not exist, or a held-out task is not in the scope.
        UsageError: The options contradict each other, or no task is left.
    """
    lacking = options.without_reference_answers or options.without_rubrics
    if lacking and not options.held_out:
        raise UsageError(
            "No task is held out, so the option has no effect.",
            remedy="Name the held-out tasks with --hold-out.",
        )
    wanted_tasks(tx, options.exported)
    check_held_out(tx, options.scope, options.held_out)


def bundle_publisher(
    tx: Transaction, options: BundleOptions, selection: Selection, secret: str
) -> Publisher:
    """Who decides what of each record goes into the bundle.

    Args:
        tx: The transaction.
        options: What goes into the bundle.
        selection: Which records do.
        secret: Keys the pseudonyms.
    """
    held_out = options.held_out
    lacking = options.without_rubrics or options.without_reference_answers
    affected = responses.all_responses(tx, task_ids=held_out) if lacking and held_out else ()
    return Publisher(
        public=options.is_public,
        secret=secret,
        held_out=held_out,
        without_reference_answers=options.without_reference_answers,
        without_rubrics=options.without_rubrics,
        held_out_responses={response.id: response.task_id for response in affected},
        answers=answers_of(tx, held_out) if options.without_reference_answers else frozenset(),
        holds_response=selection.holds_response,
        excluded_experts=settings.excluded_experts(tx) if options.is_public else frozenset(),
    )
