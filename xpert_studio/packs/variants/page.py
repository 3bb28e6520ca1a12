"""Cases of a brief in the window: what a model is asked for, and each proposal beside the brief."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any, Final

from xpert_studio.api.pages import (
    GAP,
    SPACE,
    WIDE,
    Entry,
    EntryView,
    Form,
    FormField,
    Job,
    Page,
    Place,
    Shell,
    SideSplitter,
    Values,
    box,
    button,
    card,
    column,
    enable_if,
    explained,
    fields_for,
    in_a_row,
    inputs,
    label,
    later,
    mark,
    money,
    number,
    provider_title,
    row,
    show_if,
    t,
    tn,
    translated,
)
from xpert_studio.api.records import Task
from xpert_studio.core.errors import XpertError
from xpert_studio.core.fields import asks_of
from xpert_studio.core.generation.asking import ModelChoice
from xpert_studio.core.judge.providers.registry import PROVIDERS, needs_address
from xpert_studio.core.records import DIFFICULTIES, Difficulty
from xpert_studio.core.records.tasks import BriefFields
from xpert_studio.core.store import settings, tasks
from xpert_studio.core.wording import spoken
from xpert_studio.core.workflow import bytes_of, person_of, rights
from xpert_studio.desktop.widgets.reading_views import ResponseView
from xpert_studio.packs.variants.changes import (
    accept_cases,
    keep_cases,
    need_proposer,
    open_cases,
    reject_cases,
)
from xpert_studio.packs.variants.drafting import (
    KINDS,
    CaseRequest,
    DraftedCases,
    draft_cases,
    estimate_cases,
    said_of,
)
from xpert_studio.packs.variants.records import (
    CASE_TEXTS,
    HARD_PATTERNS,
    VARIANT_KINDS,
    HardPattern,
    ProposedCase,
    VariantKind,
    kind_words,
)

_ESTIMATE_MS: Final = 300
_TITLES: Final = asks_of(BriefFields)


def _kinds() -> list[tuple[str, str, str]]:
    titles = {one.value: title for one, title in ((k, VARIANT_KINDS.title(k)) for k in VariantKind)}
    levels = {one.value: t(DIFFICULTIES[one]) for one in Difficulty}
    said = said_of("kinds", spoken())
    return [(name, (titles | levels)[name], said[name]) for name in KINDS]


def _patterns() -> list[tuple[str, str, str]]:
    said = said_of("patterns", spoken())
    return [(one.value, HARD_PATTERNS.title(one), said[one.value]) for one in HardPattern]


def _needs_address(values: Values) -> bool:
    return needs_address(values["provider"])


_ASKED: Final = (
    *fields_for(
        ModelChoice, "provider", "model", "base_url",
        provider={"kind": inputs.choice(lambda: [(provider_title(one), one) for one in PROVIDERS])},
        model={"kind": inputs.text(wide=160), "beside": True, "needed": mark("Name a model.")},
        base_url={"kind": inputs.text(mark("Such as http://localhost:8000/v1"), wide=240),
                  "beside": True, "seen": _needs_address},
    ),
    FormField(key="kinds", title=mark("One case of each"), kind=inputs.boxes(_kinds),
              preset=("trap", "transfer"), needed=mark("Choose a kind.")),
    FormField(key="patterns", title=mark("Made hard by"), kind=inputs.boxes(_patterns),
              preset=tuple(one.value for one in HardPattern)),
)  # fmt: skip


class CasesPage(Page):
    """Asks a model for cases of a task's brief; each is accepted or rejected beside the brief."""

    rests_on = frozenset({"pack_record", "task"})

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self.task: Task | None = None
        self.known: Mapping[str, ProposedCase] = {}
        self.refused: XpertError | None = None
        self._job: Job | None = None
        self.title = label("", "title").bound(120, 1)
        self.form = Form(_ASKED)
        self.cost, self.problem = label("", "muted"), label("", "bad")
        self.start = button(t("Propose cases"), self._start, kind="primary", picture="sparkles")
        self.stop = button(t("Cancel"), self._stop)
        self.list = EntryView(t("Proposed cases"), title_lines=2)
        self.said, self.cautions = label("", "muted"), label("", "warn")
        self.case, self.brief = ResponseView(t("Proposed case")), ResponseView(t("Brief"))
        self.accept = button(t("Accept"), partial(self._decide, accept_cases), picture="check")
        self.reject = button(t("Reject"), partial(self._decide, reject_cases), kind="quiet")
        self._estimate_soon = later(self, _ESTIMATE_MS, self._estimate)
        self.form.changed.connect(self._changed)
        self.list.looked_at.connect(lambda _: self._show_case())
        self._recall(str(shell.prefs.model.get("provider", "")))
        self._lay_out()

    def _lay_out(self) -> None:
        acts = row(self.start, self.stop, self.cost, gap=GAP, grow=2)
        proposed = column(
            label(t("Proposed case"), "heading"),
            self.said,
            self.cautions,
            self.case,
            row(self.accept, self.reject, 1, gap=GAP),
            gap=GAP,
            grow=3,
            pad=(SPACE, 0, SPACE, 0),
        )
        written = column(label(t("Brief"), "heading"), self.brief, gap=GAP, grow=1)
        pair = SideSplitter(box(proposed), box(written), room=620, sizes=(500, 500))
        self.both = SideSplitter(self.list, pair, room=900, sizes=(240, 900))
        column(
            row(
                button(
                    t("Task"),
                    lambda: self.shell.go(Place("task", task_id=self.place.task_id)),
                    kind="link",
                    picture="chevron-left",
                ),
                self.title,
                grow=1,
            ),
            card(column(self.form, acts, self.problem, pad=SPACE, gap=GAP)),
            self.both,
            0,
            on=self,
            pad=WIDE,
            gap=SPACE,
            grow=2,
        )
        show_if(False, self.stop, self.both)

    def is_opened_from(self, place: Place) -> bool:
        """It was opened from its task."""
        return bool(place.task_id)

    def refresh(self) -> None:
        """Reads the brief, the open cases, and whether the person may have some proposed."""
        ctx, task_id = self.session.ctx, self.place.task_id

        def read() -> tuple[Task, dict[str, ProposedCase], XpertError | None]:
            with ctx.project.reading() as tx:
                task = tasks.get_task(tx, task_id)
                policies = settings.project_info(tx).policies
                person = person_of(tx, ctx.person_id)
                refused = rights.refusal(lambda: need_proposer(person, policies, task))
                return task, open_cases(tx, ctx.person_id, task_id), refused

        self.session.fetch(read, lambda found: self._show(*found), owner=self, slot="cases")

    def _show(
        self, task: Task, known: Mapping[str, ProposedCase], refused: XpertError | None
    ) -> None:
        self.task, self.known, self.refused = task, known, refused
        self.title.say(t("Cases of {task}", task=task.name))
        self.problem.say(explained(refused) if refused else "")
        self.form.set_open(is_open=refused is None)
        self._show_busy()
        self.list.show_entries(
            [
                Entry(
                    id_,
                    one.title,
                    (kind_words(one),),
                    t("To check") if one.cautions else "",
                    "warn",
                )
                for id_, one in known.items()
            ]
        )
        show_if(bool(known), self.both)
        self.brief.show_text(_text(task))
        self._show_case()
        self._estimate_soon.start()

    def _show_case(self) -> None:
        one = self.known.get(self.list.key)
        if one is None:
            return
        self.said.say(in_a_row([t("{said}.", said=kind_words(one)), one.change]))
        self.cautions.say(in_a_row(map(translated, one.cautions)))
        self.case.show_text(_text(one))

    def _changed(self, key: str) -> None:
        if key == "provider":
            self._recall(self.form.values()["provider"])
        self._estimate_soon.start()

    def _recall(self, provider: str) -> None:
        """Each provider has its own models: the one that was asked last is there again."""
        chosen = provider if provider in PROVIDERS else next(iter(PROVIDERS))
        model, base_url = self.shell.prefs.model_of(chosen)
        self.form.show_values({"provider": chosen, "model": model, "base_url": base_url})

    def _request(self) -> CaseRequest | None:
        """What is asked for; None where something is missing."""
        values = self.form.values()
        if self.task is None or not values["model"] or not values["kinds"]:
            return None
        address = values["base_url"] if needs_address(values["provider"]) else None
        return CaseRequest(
            self.task,
            ModelChoice(values["provider"], values["model"], base_url=address or None),
            tuple(name for name in KINDS if name in values["kinds"]),
            tuple(one for one in HardPattern if one.value in values["patterns"]),
            partial(bytes_of, self.session.project),
        )

    def _estimate(self) -> None:
        request = self._request()
        if request is None:
            self.cost.setText(
                t("Name a model and a kind to see what it will cost. Offline nothing is proposed.")
            )
            return
        self.session.fetch(
            lambda: estimate_cases(request),
            lambda found: self.cost.setText(
                t(
                    "About {n} tokens, {cost}. The brief and reference answer are sent to "
                    "the provider.",
                    n=number(found.input_tokens + found.output_tokens),
                    cost=money(found.cost),
                )
            ),
            lambda error: self.cost.setText(explained(error)),
            owner=self,
            slot="estimate",
        )

    def _start(self) -> None:
        request = self._request()
        if self.refused or self._job or not self.form.check() or request is None:
            return
        choice, ctx = request.choice, self.session.ctx
        self.shell.prefs.asked(choice.provider, choice.model, choice.base_url or "")
        self.shell.prefs.save()

        async def ask(_: Job) -> DraftedCases:
            return await draft_cases(request)

        def keep(drafted_cases: DraftedCases) -> None:
            notes = map(translated, drafted_cases.notes)
            said = tn("{n} proposed case.", "{n} proposed cases.", len(drafted_cases.cases))
            cost = t("It took {money}.", money=money(drafted_cases.cost))
            self.session.perform(
                lambda: keep_cases(ctx, request.task.id, choice.name, drafted_cases.cases),
                lambda _: self.shell.say(in_a_row([said, cost, *notes]), "good"),
            )

        title = t("Proposing cases with {model}", model=choice.model)
        self._job = self.session.bridge.start_async(title, ask, keep, self.shell.tell)
        self._job.ended.connect(self._over)
        self._show_busy()

    def _stop(self) -> None:
        if self._job is not None:
            self._job.cancel()

    def _over(self) -> None:
        self._job = None
        self._show_busy()

    def _show_busy(self) -> None:
        show_if(self._job is not None, self.stop)
        enable_if(self.refused is None and self._job is None, self.start)

    def _decide(self, command: Any) -> None:
        if self.task is not None and self.list.key:
            self.session.do(command, self.task.id, [self.list.key])


def _text(one: Task | ProposedCase) -> str:
    """A brief part by part, each below its name."""
    names = ("prompt", *CASE_TEXTS) if isinstance(one, Task) else CASE_TEXTS
    parts = ((_TITLES[name].title, getattr(one, name)) for name in names)
    return "\n\n".join(f"**{t(title)}**\n\n{text}" for title, text in parts if text)
