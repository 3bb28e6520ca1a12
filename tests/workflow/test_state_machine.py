"""Random people do random verbs in random order: no forbidden state, and undo gives all back.

The invariants are checked after every step, whether the verb was allowed or refused. At the end
everything is undone, which must give the very records of the start, and redone, which must give
the very records of the end.
"""

import tempfile
from pathlib import Path

import hypothesis.strategies as st
from hypothesis import Phase
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from tests.sampling import examples
from tests.workflow.studio import BRIEF, PEOPLE, Studio
from xpert_studio.core.errors import XpertError
from xpert_studio.core.records import (
    AnchorChoice,
    Checkpoint,
    Comment,
    Comparison,
    Draft,
    Judge,
    Judgment,
    OpenForm,
    Panel,
    PanelRule,
    Person,
    Policies,
    ProjectInfo,
    Recipe,
    Response,
    ResponseRole,
    Review,
    ReviewOutcome,
    Role,
    RubricRevision,
    Severity,
    SpotCheck,
    SpotCheckOutcome,
    Stage,
    Subset,
    Task,
    Tier,
    order_key,
)
from xpert_studio.core.store import entities, log, staleness
from xpert_studio.core.workflow import (
    NewResponse,
    Preference,
    accept,
    add_checkpoint,
    add_comment,
    add_responses,
    answer_comment,
    approve,
    blinding,
    bulk_change,
    change_brief,
    change_person,
    choose_anchor,
    choose_recipe,
    confirm,
    create_brief,
    define_category,
    define_panel,
    describe_system,
    discard,
    draw_spot_checks,
    draw_subset,
    duplicate_checkpoint,
    edit_checkpoint,
    exclude_system,
    finish_spot_check,
    form_view,
    hand_over,
    include_system,
    judge_line,
    merge_categories,
    merge_checkpoints,
    merge_systems,
    move_checkpoints,
    open_form,
    override,
    qualify,
    record_comparison,
    redo,
    remove_category,
    remove_checkpoints,
    remove_panel,
    remove_response,
    rename_category,
    reopen,
    reopen_comment,
    resolve_comment,
    return_brief,
    send_back,
    set_baseline,
    set_practice,
    set_target,
    split_checkpoint,
    start_review,
    submit_brief,
    submit_form,
    submit_rubric,
    undo,
    waiting_for,
    withdraw_comment,
    withdraw_comparison,
)
from xpert_studio.core.workflow.blinding import blind_labels, blinding_for
from xpert_studio.core.workflow.views.assignments import assignments_of, latest_assignments
from xpert_studio.core.workflow.waiting import latest_waiting

KINDS = [
    Task, Checkpoint, RubricRevision, Review, Comment, SpotCheck, Response, OpenForm, Draft,
    Judgment, Subset, AnchorChoice, Person, Comparison, Judge,
]  # fmt: skip
PANELS = [Panel(judges=("j1", "j2"), rule=rule) for rule in PanelRule]
WHO = st.sampled_from(sorted(PEOPLE))
TASKS = st.sampled_from(["t1", "t2", "t3"])
PLACE = st.integers(0, 5)
TEXT = st.sampled_from(["States A.", "Names B and C.", "说明三十个月。", "Cites clause 9."])


class People(RuleBasedStateMachine):
    @initialize()
    def begin(self):
        self.folder = tempfile.TemporaryDirectory()
        self.studio = Studio(Path(self.folder.name) / "s.xpert")
        with self.studio.project.writing() as tx:
            for panel in PANELS:
                entities.put(tx, panel.as_judge())
            self.before = log.newest(tx)
        self.start = self.snapshot()
        self.last_event = 0
        self.letters = {}
        self.kept = [
            (self.studio.ctx(who), latest_waiting(self.studio.ctx(who)),
             latest_assignments(self.studio.ctx(who)))
            for who in PEOPLE
        ]  # fmt: skip

    def teardown(self):
        if not hasattr(self, "studio"):
            return
        try:
            self.undo_everything_and_redo_it()
        finally:
            self.studio.project.close()
            self.folder.cleanup()

    def all(self, kind, **values):
        with self.studio.project.reading() as tx:
            return entities.find_all(tx, kind, **values)

    def snapshot(self):
        with self.studio.project.reading() as tx:
            found = {
                kind.__name__: sorted(
                    repr(r.model_copy(update={"rated_hash": None}) if kind is Judgment else r)
                    for r in entities.find_all(tx, kind)
                )
                for kind in KINDS
            }
            return found | {"project": repr(entities.find(tx, ProjectInfo))}

    def attempt(self, verb, *args, **kwargs):
        """Does a verb; what it refuses must change nothing."""
        before = self.snapshot()
        try:
            return verb(*args, **kwargs)
        except XpertError:
            assert self.snapshot() == before, f"{verb.__name__} was refused and changed something"
            return None

    def line(self, task_id, place):
        lines = self.all(Checkpoint, task_id=task_id) if self.all(Task, id=task_id) else []
        return lines[place % len(lines)].id if lines else "none"

    def pick(self, kind, place):
        found = self.all(kind)
        return found[place % len(found)] if found else None

    @rule(who=WHO, task=TASKS)
    def write_brief(self, who, task):
        self.attempt(create_brief, self.studio.ctx(who), task_id=task, **BRIEF)

    @rule(who=WHO, task=TASKS, text=TEXT)
    def change_the_brief(self, who, task, text):
        self.attempt(change_brief, self.studio.ctx(who), task, materials=text)

    @rule(task=TASKS)
    def go_on(self, task):
        """The next step of the pipeline by whoever may do it, so that runs get far."""
        found = self.all(Task, id=task)
        if not found:
            self.attempt(create_brief, self.studio.wei, task_id=task, **BRIEF)
            return
        author = self.studio.ctx(found[0].author_id)
        other = self.studio.maria if found[0].author_id != "maria" else self.studio.wei
        steps = {
            Stage.BRIEF: lambda: self.attempt(submit_brief, author, task),
            Stage.RETURNED: lambda: self.attempt(submit_brief, author, task),
            Stage.SUBMITTED: lambda: self.attempt(accept, self.studio.omar, task),
            Stage.RUBRIC: lambda: self.finish_rubric(author, task),
            Stage.REVIEW: lambda: self.finish_review(other, task),
            Stage.APPROVED: lambda: self.attempt(
                draw_spot_checks, self.studio.lena, seed=1, share=0.5
            ),
            Stage.SPOT_CHECK: lambda: self.attempt(
                finish_spot_check, self.studio.ada, task, SpotCheckOutcome.PASSED,
                consistent=True, aligned_with_task=True, evaluable=True,
            ),
            Stage.READY: lambda: self.attempt(
                add_responses, self.studio.lena,
                [NewResponse(task, f"m{len(self.all(Response, task_id=task))}", "At 30.")],
            ),
            Stage.DISCARDED: lambda: None,
        }  # fmt: skip
        steps[found[0].stage]()

    def finish_rubric(self, author, task):
        while len(self.all(Checkpoint, task_id=task)) < 2:
            if not self.attempt(add_checkpoint, author, task, text="One.", dimension="Clarity"):
                return
        for made in self.all(Comment, task_id=task):
            if made.demands_change and not made.is_answered:
                self.attempt(answer_comment, author, made.id, "Done.")
        self.attempt(submit_rubric, author, task)

    def finish_review(self, reviewer, task):
        for made in self.all(Comment, task_id=task):
            if made.is_open:
                self.attempt(resolve_comment, reviewer, made.id)
        self.attempt(approve, reviewer, task)

    @rule(who=WHO, task=TASKS, verb=st.sampled_from([submit_brief, accept, submit_rubric]))
    def pass_on(self, who, task, verb):
        self.attempt(verb, self.studio.ctx(who), task)

    @rule(who=WHO, task=TASKS, verb=st.sampled_from([return_brief, discard, reopen, submit_rubric]))
    def decide(self, who, task, verb):
        self.attempt(verb, self.studio.ctx(who), task, reason="So.")

    @rule(who=WHO, task=TASKS, to=WHO)
    def hand(self, who, task, to):
        self.attempt(hand_over, self.studio.ctx(who), task, to)

    @rule(who=WHO, task=TASKS, text=TEXT, at=PLACE)
    def add(self, who, task, text, at):
        self.attempt(
            add_checkpoint, self.studio.ctx(who), task, text=text, dimension="Clarity", at=at
        )

    @rule(who=WHO, task=TASKS, text=TEXT, place=PLACE, weight=st.integers(0, 11))
    def edit(self, who, task, text, place, weight):
        line = self.line(task, place)
        self.attempt(edit_checkpoint, self.studio.ctx(who), task, line, text=text, weight=weight)

    @rule(who=WHO, task=TASKS, a=PLACE, b=PLACE, what=st.integers(0, 5))
    def rework(self, who, task, a, b, what):
        ctx, one, two = self.studio.ctx(who), self.line(task, a), self.line(task, b)
        if what == 0:
            self.attempt(split_checkpoint, ctx, task, one, ["First half.", "Second half."])
        elif what == 1:
            self.attempt(merge_checkpoints, ctx, task, [one, two])
        elif what == 2:
            self.attempt(duplicate_checkpoint, ctx, task, one)
        elif what == 3:
            self.attempt(move_checkpoints, ctx, task, [one], to=b)
        elif what == 4:
            self.attempt(bulk_change, ctx, task, [one, two], tier=Tier.ESSENTIAL)
        else:
            self.attempt(remove_checkpoints, ctx, task, [one])

    @rule(who=WHO, task=TASKS, place=PLACE, severity=st.sampled_from(Severity))
    def add_comment(self, who, task, place, severity):
        line = self.line(task, place) if place else None
        self.attempt(
            add_comment, self.studio.ctx(who), task, "Hm.", checkpoint_id=line, severity=severity
        )

    @rule(who=WHO, place=PLACE, what=st.integers(0, 3))
    def talk(self, who, place, what):
        made = self.pick(Comment, place)
        if made is None:
            return
        ctx = self.studio.ctx(who)
        if what == 0:
            self.attempt(answer_comment, ctx, made.id, "Well.")
        else:
            verb = (resolve_comment, reopen_comment, withdraw_comment)[what - 1]
            self.attempt(verb, ctx, made.id)

    @rule(who=WHO, task=TASKS, verb=st.sampled_from([start_review, approve, send_back]))
    def review(self, who, task, verb):
        extra = {} if verb is start_review else {"summary": "Seen."}
        self.attempt(verb, self.studio.ctx(who), task, **extra)

    @rule(who=WHO, seed=PLACE)
    def draw(self, who, seed):
        self.attempt(draw_spot_checks, self.studio.ctx(who), seed=seed, share=0.5)
        self.attempt(draw_subset, self.studio.ctx(who), size=1, seed=seed)

    @rule(who=WHO, task=TASKS, outcome=st.sampled_from(SpotCheckOutcome), good=st.booleans())
    def spot_check(self, who, task, outcome, good):
        self.attempt(
            finish_spot_check,
            self.studio.ctx(who),
            task,
            outcome,
            consistent=good,
            aligned_with_task=True,
            evaluable=True,
            note="Note.",
        )

    @rule(who=WHO, task=TASKS, model=st.sampled_from(["m1", "m2"]), base=st.booleans())
    def respond(self, who, task, model, base):
        role = ResponseRole.BASELINE if base else None
        self.attempt(
            add_responses, self.studio.ctx(who), [NewResponse(task, model, "At 30.", role=role)]
        )

    @rule(who=WHO, model=st.sampled_from(["m0", "m1", "m2"]), place=PLACE)
    def rearrange(self, who, model, place):
        self.attempt(set_baseline, self.studio.ctx(who), model)
        response = self.pick(Response, place)
        if response is not None and place == 5:
            self.attempt(remove_response, self.studio.ctx(who), response.id)

    @rule(who=WHO, name=st.sampled_from("AB"), other=st.sampled_from("ABC"), kind=PLACE)
    def sort(self, who, name, other, kind):
        ctx = self.studio.ctx(who)
        self.attempt(define_category, ctx, name, domain="Law")
        if kind:
            self.attempt(rename_category if kind % 2 else merge_categories, ctx, name, other)
        else:
            self.attempt(set_target, ctx, "Law", category=name, number=3)
            self.attempt(remove_category, ctx, other)
            self.attempt(set_practice, ctx, who, years=7)

    @rule(who=WHO, model=st.sampled_from(["m1", "m2"]), back=st.booleans())
    def exclude(self, who, model, back):
        ctx = self.studio.ctx(who)
        if back:
            self.attempt(include_system, ctx, model)
        else:
            self.attempt(exclude_system, ctx, model, reason="Saw the rubric.")
            self.attempt(choose_recipe, ctx, Recipe(name=model, level_index="overall"))

    @rule(
        who=WHO,
        names=st.permutations(["m0", "m1", "m2"]),
        effort=st.sampled_from(["low", "high"]),
        merges=st.booleans(),
    )
    def describe_and_merge(self, who, names, effort, merges):
        ctx, (model, into, _) = self.studio.ctx(who), names
        if merges:
            self.attempt(merge_systems, ctx, model, into)
        else:
            self.attempt(describe_system, ctx, model, reasoning_effort=effort)

    @rule(who=WHO, rule=st.sampled_from(PanelRule), back=st.booleans())
    def seat(self, who, rule, back):
        ctx = self.studio.ctx(who)
        if back:
            self.attempt(remove_panel, ctx, PANELS[0].as_judge().id)
        else:
            self.attempt(define_panel, ctx, rule, PANELS[0].judges)

    @rule(who=WHO, place=PLACE, met=st.sampled_from([True, False, None]), whole=st.booleans())
    def judge(self, who, place, met, whole):
        response = self.pick(Response, place)
        if response is None:
            return
        ctx = self.studio.ctx(who)
        if self.attempt(open_form, ctx, response.id) is None:
            return
        lines = form_view(ctx, response.id).lines
        for line in lines if whole else lines[place : place + 1]:
            value = True if whole else met
            self.attempt(
                judge_line, ctx, response.id, line.checkpoint.id, value=value, rationale="Why."
            )
        self.attempt(submit_form, ctx, response.id)

    @rule(who=WHO, places=st.tuples(PLACE, PLACE), said=st.sampled_from([*Preference, None]))
    def compare(self, who, places, said):
        pair = [self.pick(Response, place) for place in places]
        if None in pair:
            return
        ctx, ids = self.studio.ctx(who), [item.id for item in pair]
        if said is None:
            self.attempt(withdraw_comparison, ctx, *ids)
        else:
            self.attempt(record_comparison, ctx, *ids, said)

    @rule(who=WHO, place=PLACE, flip=st.booleans())
    def settle(self, who, place, flip):
        judgment = self.pick(Judgment, place)
        if judgment is None:
            return
        ctx, on = self.studio.ctx(who), (judgment.response_id, judgment.expert_id)
        if flip:
            self.attempt(override, ctx, *on, judgment.checkpoint_id, note="No.")
        else:
            self.attempt(confirm, ctx, *on)
            task_id = self.all(Response, id=judgment.response_id)[0].task_id
            self.attempt(choose_anchor, ctx, task_id, *on)

    @rule(who=WHO, whom=WHO, roles=st.sets(st.sampled_from(Role), max_size=3))
    def staff(self, who, whom, roles):
        ctx = self.studio.ctx(who)
        self.attempt(change_person, ctx, whom, roles=tuple(sorted(roles)))
        exempt = {"exemption": "Known."} if roles else {"comments": "No.", "domain": "Law"}
        self.attempt(qualify, ctx, whom, "passed" if roles else "failed", **exempt)

    @rule(who=WHO, again=st.booleans())
    def take_back(self, who, again):
        with self.studio.project.reading() as tx:
            kept = log.last_done(tx, actor_id=who)
        if kept is None or kept.sequence <= self.before:
            return
        self.attempt(undo, self.studio.ctx(who))
        if again:
            self.attempt(redo, self.studio.ctx(who))

    @invariant()
    def nobody_has_too_many_tasks(self):
        if not hasattr(self, "studio"):
            return
        limit = self.policies().max_tasks_per_expert
        owners = [t.author_id for t in self.all(Task) if t.stage is not Stage.DISCARDED]
        assert all(owners.count(owner) <= limit for owner in owners)

    @invariant()
    def nobody_had_a_hand_in_what_they_judge_of(self):
        if not hasattr(self, "studio"):
            return
        authors = {task.id: task.author_id for task in self.all(Task)}
        for review in self.all(Review):
            assert review.reviewer_id != authors[review.task_id]
        for check in self.all(SpotCheck):
            reviewers = {r.reviewer_id for r in self.all(Review, task_id=check.task_id)}
            assert check.adjudicator_id is None or check.adjudicator_id != authors[check.task_id]
            assert check.adjudicator_id is None or check.adjudicator_id not in reviewers
        for judgment in self.all(Judgment):
            assert judgment.confirmed_by != judgment.expert_id

    @invariant()
    def what_is_approved_was_approved(self):
        if not hasattr(self, "studio"):
            return
        policies = self.policies()
        for task in self.all(Task):
            if task.stage not in {Stage.REVIEW, Stage.APPROVED, Stage.SPOT_CHECK, Stage.READY}:
                continue
            rubric = self.all(Checkpoint, task_id=task.id)
            revision = max(self.all(RubricRevision, task_id=task.id), key=lambda r: r.number)
            assert rubric
            assert policies.recommends(len(rubric)) or revision.reason
            assert {p.id: p.content_hash for p in revision.checkpoints} == {
                p.id: p.content_hash for p in rubric
            }
            assert len({order_key(point.position) for point in rubric}) == len(rubric)
            if task.stage is Stage.REVIEW:
                continue
            given = [
                review
                for review in self.all(Review, task_id=task.id, revision=revision.number)
                if review.outcome is ReviewOutcome.APPROVED
            ]
            assert len(given) >= policies.reviewers_needed
            assert not any(made.demands_change for made in self.all(Comment, task_id=task.id))

    @invariant()
    def sheets_are_whole_and_stale_is_what_was_edited(self):
        if not hasattr(self, "studio"):
            return
        with self.studio.project.reading() as tx:
            for form in entities.find_all(tx, OpenForm):
                judged = entities.find_all(
                    tx, Judgment, response_id=form.response_id, expert_id=form.expert_id
                )
                response = entities.find(tx, Response, form.response_id)
                task = entities.find(tx, Task, response.task_id)
                stale = staleness.stale_judgments(tx, form.response_id, form.expert_id)
                points = {
                    p.id: p for p in entities.find_all(tx, Checkpoint, task_id=response.task_id)
                }
                from xpert_studio.core.records import rated_hash_of

                for judgment in judged:
                    point = points.get(judgment.checkpoint_id)
                    if point is None:
                        continue
                    now = rated_hash_of(task.prompt_hash, point.text, response.content_hash)
                    assert (judgment.rated_hash != now) == (judgment.checkpoint_id in stale)
        assert len({r.model for r in self.all(Response) if r.role is ResponseRole.BASELINE}) <= 1

    @invariant()
    def there_is_a_lead_and_the_history_only_grows(self):
        if not hasattr(self, "studio"):
            return
        assert any(Role.LEAD in person.roles for person in self.all(Person))
        with self.studio.project.reading() as tx:
            count = len(log.all_entries(tx))
        assert count >= self.last_event
        self.last_event = count

    @invariant()
    def a_letter_that_judges_know_a_response_by_stays(self):
        if not hasattr(self, "studio"):
            return
        begun = {form.response_id for form in self.all(OpenForm)}
        begun |= {judgment.response_id for judgment in self.all(Judgment)}
        begun |= {id_ for item in self.all(Comparison) for id_ in item.pair}
        for task_id in {item.task_id for item in self.all(Response) if item.id in begun}:
            with self.studio.project.reading() as tx:
                labels = blind_labels(tx, task_id)
            assert len(set(labels.values())) == len(labels)
            for response_id, letter in labels.items():
                assert self.letters.setdefault(response_id, letter) == letter

    @invariant()
    def what_was_read_is_kept_only_while_it_is_true(self):
        if not hasattr(self, "studio"):
            return
        ctx, waiting, assignments = self.kept[0]  # somebody else after each step
        assert waiting.get() == waiting_for(ctx)
        assert assignments.get() == assignments_of(ctx)
        with ctx.project.reading() as tx:
            assert blinding_for(tx, ctx.person_id) == blinding._read(tx, ctx.person_id)
        self.kept.append(self.kept.pop(0))

    def policies(self) -> Policies:
        return self.studio.project.info().policies

    def undo_everything_and_redo_it(self):
        end = self.snapshot()
        lead = next(p.id for p in self.all(Person) if Role.LEAD in p.roles)
        undone = []
        while True:
            with self.studio.project.reading() as tx:
                kept = log.last_done(tx)
            if kept is None or kept.sequence <= self.before:
                break
            # The lead may cease to be one on the way back; whoever did it may undo it.
            undo(self.studio.ctx(kept.change.actor_id), change_id=kept.change.id)
            undone.append(kept)
        assert self.snapshot() == self.start
        for kept in reversed(undone):
            redo(self.studio.ctx(kept.change.actor_id), change_id=kept.change.id)
        assert self.snapshot() == end
        assert lead


TestPeople = People.TestCase
TestPeople.settings = examples(
    6,
    by_night=100,
    stateful_step_count=40,
    phases=[Phase.explicit, Phase.reuse, Phase.generate],
)
