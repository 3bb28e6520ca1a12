"""From what leaves a project for judging, nobody tells systems better than from the texts."""

from __future__ import annotations

import hashlib
import itertools
import json
import re
import zipfile
from itertools import count

from hypothesis import given
from hypothesis import strategies as st

from tests.sampling import examples
from tests.workflow.assignments.files import later, new_id, of_responses
from tests.workflow.studio import Studio
from xpert_studio.core.exchange.assignment_transfer import (
    assignment_to_file,
    open_assignment_file,
    submission_to_file,
)
from xpert_studio.core.records import ResponseRole, Usage, content_hash
from xpert_studio.core.records.assignments import Purpose
from xpert_studio.core.store import responses, tasks
from xpert_studio.core.store import settings as store_settings
from xpert_studio.core.workflow import (
    CommandContext,
    NewResponse,
    add_responses,
    confirm,
    form_view,
    judge_line,
    open_form,
    read_form,
    submit_form,
)
from xpert_studio.core.workflow.assignments.blind_records import BlindRecords

SYSTEMS = ("aurora", "borealis", "corona", "dawn")
TEXTS = ("Leave at month 30.", "Stay to the end.", "Ask the landlord.", "It depends on clause 9.")
_numbers = count()


class World:
    """A project whose systems gave certain texts, in some order, and what leaves it."""

    def __init__(self, folder, pairs, purpose):
        self.purpose = purpose
        studio = self.studio = Studio(folder / f"w{next(_numbers)}.xpert")
        studio.ready("t1", lines=2)
        with studio.project.writing() as tx:
            store_settings.put_blind_secret(tx, hashlib.sha256(repr(pairs).encode()).hexdigest())
        for system, text in pairs:
            number = SYSTEMS.index(system)
            role = ResponseRole.BASELINE if system == "aurora" else ResponseRole.CANDIDATE
            add_responses(
                studio.lena,
                [
                    NewResponse(
                        "t1", system, text, role=role, finish_reason=f"stop {number}",
                        usage=Usage(input_tokens=number, output_tokens=10 * number), latency_ms=100.0 * number,
                    )
                ],
            )  # fmt: skip
        with studio.project.reading() as tx:
            self.responses = list(responses.all_responses(tx))
        ids = [item.id for item in self.responses]
        if purpose is Purpose.ADJUDICATE:
            for id_ in ids:
                studio.judged(id_, "maria")
        self.person = "ada"
        scope = of_responses(
            studio, *ids, expert="maria" if purpose is Purpose.ADJUDICATE else None
        )
        lead = CommandContext(studio.project, "lena", later, new_id)
        name = folder / f"a{next(_numbers)}"
        self.sent, self.content = assignment_to_file(lead, name, purpose, self.person, scope)
        self.submitted = self.work(folder)

    def work(self, folder):
        """Judges, or confirms, all of it in the order of the texts."""
        path = folder / f"g{next(_numbers)}"
        with open_assignment_file(self.sent, path, now=later(), person_id=self.person) as guest:
            ctx = CommandContext(guest, self.person, later, new_id)
            with guest.reading() as tx:
                given = sorted(responses.all_responses(tx), key=lambda item: item.text)
            for item in given:
                if self.purpose is Purpose.ADJUDICATE:
                    with guest.reading() as tx:
                        lines = [point.id for point in tasks.rubric_of(tx, item.task_id)]
                    read_form(ctx, item.id, "maria", lines)
                    confirm(ctx, item.id, "maria", lines)
                    continue
                open_form(ctx, item.id)
                for line in form_view(ctx, item.id).lines:
                    judge_line(ctx, item.id, line.checkpoint.id, value=True, rationale="It does.")
                submit_form(ctx, item.id)
            return submission_to_file(ctx, folder / f"s{next(_numbers)}")[0]

    def files(self):
        """The texts of both files, by file and member."""
        found = {}
        for path in (self.sent, self.submitted):
            with zipfile.ZipFile(path) as archive:
                for info in archive.infolist():
                    name = f"{path.suffix}/{info.filename} {info.date_time} {info.external_attr}"
                    found[name] = archive.read(info).decode()
        return found

    def canonical(self):
        """The files with the random in them named by the text it stands at, in sorted order."""
        blind = {
            item.id: f"response-{TEXTS.index(item.text)}"
            for item in self.content.records
            if item.__class__.__name__ == "Response"
        }
        found = {}
        for name, text in self.files().items():
            for id_, shown in blind.items():
                text = text.replace(id_, shown)
            for pattern, word in _RANDOM:
                text = re.sub(pattern, word, text)
            rows = text.splitlines() if ".jsonl" in name else [text]
            found[name] = _in_order([json.loads(row) for row in rows])
        return found

    def values(self):
        """Every value in the files."""
        found = set()
        for text in self.files().values():
            found |= set(re.findall(r'"((?:[^"\\]|\\.)*)"', text))
        return found


_RANDOM = (
    (r"(as|sb|op)-z?[0-9a-z]+", "id"),
    (r"\d{4}-\d\d-\d\dT[0-9:.]+", "time"),
    (r"\b[0-9a-f]{64}\b", "hash"),
)


def _in_order(value):
    """A JSON value with lists in the order of what they hold."""
    if isinstance(value, dict):
        return {name: _in_order(one) for name, one in value.items()}
    if isinstance(value, list):
        return sorted(map(_in_order, value), key=lambda one: json.dumps(one, sort_keys=True))
    return value


purposes = st.sampled_from([Purpose.JUDGE, Purpose.ADJUDICATE])


@examples(2, by_night=100)
@given(
    purpose=purposes,
    systems=st.permutations(SYSTEMS),
    others=st.permutations(SYSTEMS),
    order=st.permutations(range(len(TEXTS))),
)
def test_what_leaves_is_the_same_whichever_system_gave_which_text(
    tmp_path_factory, purpose, systems, others, order
):
    folder = tmp_path_factory.mktemp("guess")
    pairs = list(zip(systems, TEXTS, strict=True))
    shuffled = list(zip(others, TEXTS, strict=True))
    one = World(folder, pairs, purpose).canonical()
    two = World(folder, [shuffled[place] for place in order], purpose).canonical()
    assert one == two


@examples(2)
@given(purpose=purposes, systems=st.permutations(SYSTEMS))
def test_no_value_in_it_is_computed_from_a_system_or_an_id(tmp_path_factory, purpose, systems):
    folder = tmp_path_factory.mktemp("compute")
    world = World(folder, list(zip(systems, TEXTS, strict=True)), purpose)
    values = world.values()
    assert {item.text for item in world.responses} <= values  # the values are read
    assert not values & set(guesses(world))


def guesses(world):
    """What somebody computes who knows the program, the systems and a public bundle."""
    assignment = world.content.assignment
    keys = ("", assignment.key, assignment.id, assignment.project_id, assignment.witness or "")
    for item, system in itertools.product(world.responses, SYSTEMS):
        yield from (item.id, system)
        words = (item.id, system, f"{system}\n{item.text}", f"{item.text}\n{system}")
        for word in words:
            yield hashlib.sha256(word.encode()).hexdigest()
            yield content_hash(word)
            yield content_hash([word])
        for key in keys:
            yield BlindRecords(key, world.person).response_id(item.id)
