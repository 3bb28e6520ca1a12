"""Copies of records, edited apart and exchanged in any order, come together and lose nothing.

``XPERT_TEST_LARGE=1`` tries many more.
"""

import os
from dataclasses import dataclass, field

import hypothesis.strategies as st
from hypothesis import HealthCheck, settings
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from xpert_studio.records import canonical_json
from xpert_studio.workflow.merging.contents import hash_of
from xpert_studio.workflow.merging.lineage import Past, common, then
from xpert_studio.workflow.merging.three_way import WHOLE, Choice, Side
from xpert_studio.workflow.merging.weighing import Fate, Offer, Own, Weighing

KIND = "checkpoint"
COPIES = st.sampled_from("ABC")
KEYS = st.sampled_from(["c1", "c2"])
FIELDS = ("text", "weight", "notes")


def wins(mine, theirs):
    """How everybody decides, so that all decide alike."""
    return Side.MINE if canonical_json(mine) >= canonical_json(theirs) else Side.THEIRS


@dataclass
class Here:
    """A record in one copy, with all states it is known to have been through."""

    content: dict | None
    past: Past | None
    known: dict = field(default_factory=dict)

    def remember(self):
        self.known[self.past.version] = self.past, self.content


class Copies(RuleBasedStateMachine):
    @initialize()
    def begin(self):
        start = {"text": "States A.", "weight": 5, "notes": None}
        self.copies = {}
        self.count = 0
        self.edits = []
        self.shown = set()
        for name in "ABC":
            own = {}
            for key in ("c1", "c2"):
                own[key] = Here(dict(start), then(KIND, None, start))
                own[key].remember()
            self.copies[name] = own

    @rule(name=COPIES, key=KEYS, which=st.sampled_from(FIELDS), back=st.booleans())
    def edit(self, name, key, which, back):
        """Somebody writes a new value, or one that stood there before."""
        here = self.copies[name][key]
        if here.content is None:
            return
        self.count += 1
        earlier = [c[which] for _, c in here.known.values() if c is not None]
        value = earlier[0] if back else 100 + self.count
        if value == here.content[which]:
            return
        self.write(name, key, {**here.content, which: value}, which, value)

    @rule(name=COPIES, key=KEYS)
    def remove(self, name, key):
        if self.copies[name][key].content is not None:
            self.write(name, key, None, WHOLE, None)

    def write(self, name, key, content, which, value):
        here = self.copies[name][key]
        before, was = here.past, None if which == WHOLE else here.content[which]
        here.content, here.past = content, then(KIND, here.past, content)
        here.remember()
        for edit in self.edits:
            if edit["key"] == key and before.holds(edit["version"]):
                touches = which == WHOLE or edit["which"] in (which, WHOLE)
                edit["superseded"] |= touches
        self.edits.append(
            {
                "key": key,
                "which": which,
                "value": value,
                "instead_of": was,
                "version": here.past.version,
                "superseded": False,
                "goes_back": which != WHOLE and self.somebody_knew_it_so(name, key, which, value),
            }
        )

    def somebody_knew_it_so(self, name, key, which, value):
        """Whether somebody has gone back to what another copy started from.

        To that copy nothing has changed, and what it has written since stands.
        """
        here = self.copies[name][key]
        pasts = {version: past for version, (past, _) in here.known.items()}
        return any(
            content is None or content[which] == value
            for other in self.copies.values()
            if other[key] is not here
            for version in common(here.past, other[key].past, pasts)
            for content in [here.known.get(version, (None, None))[1]]
        )

    @rule(one=COPIES, other=COPIES)
    def exchange(self, one, other):
        """What one copy has is taken into another, twice: the second time changes nothing."""
        if one == other:
            return
        self.take(one, other)
        before = {key: (here.content, here.past) for key, here in self.copies[other].items()}
        self.take(one, other)
        assert before == {k: (h.content, h.past) for k, h in self.copies[other].items()}

    def take(self, giver, taker):
        changed = False
        for key, theirs in self.copies[giver].items():
            mine = self.copies[taker][key]
            offer = Offer(KIND, (key,), theirs.content, theirs.past)
            own = Own(mine.content, mine.past, lambda mine=mine: mine.known)
            choices = {}
            item = Weighing(choices).weigh(offer, own)
            if item.fate is Fate.CONFLICT:
                assert item.result == mine.content
                for diff in item.conflicts:
                    choices[KIND, (key,), diff.group] = Choice(wins(diff.mine, diff.theirs))
                    for value in (diff.mine, diff.theirs):
                        self.shown.add((key, diff.name, canonical_json(value)))
                item = Weighing(choices).weigh(offer, own)
                assert item.fate is not Fate.CONFLICT
            changed |= item.result != mine.content
            mine.content = item.result
            mine.known |= {k: v for k, v in theirs.known.items() if k == theirs.past.version}
            if item.past is not None:
                mine.past = item.past
                mine.remember()
        return changed

    @invariant()
    def every_version_has_one_content(self):
        if not hasattr(self, "copies"):
            return
        seen = {}
        for own in self.copies.values():
            for key, here in own.items():
                for version, (_, content) in here.known.items():
                    assert seen.setdefault((key, version), hash_of(content)) == hash_of(content)

    def teardown(self):
        if not hasattr(self, "copies"):
            return
        for _ in range(20):
            changed = [self.take(a, b) for a in "ABC" for b in "ABC" if a != b]
            if not any(changed):
                break
        else:
            raise AssertionError("the copies never come to rest")
        for key in ("c1", "c2"):
            ends = {canonical_json(own[key].content) for own in self.copies.values()}
            assert len(ends) == 1, (key, ends)
        self.nothing_is_lost()

    def nothing_is_lost(self):
        """Every edit stands, was edited by somebody who had seen it, or was put before a person."""
        for edit in self.edits:
            key, which, value = edit["key"], edit["which"], edit["value"]
            content = self.copies["A"][key].content
            stands = (
                content is None
                if which == WHOLE
                else (content is not None and content[which] == value)
            )
            shown = (key, which, canonical_json(value)) in self.shown or any(
                k == key and f == WHOLE for k, f, _ in self.shown
            )
            undone = edit["goes_back"] and (
                content is None
                or content[which] != edit["instead_of"]
                or (key, which, canonical_json(edit["instead_of"])) in self.shown
            )
            # Two who write the same write one thing: who goes on from it has seen both.
            superseded = any(
                other["superseded"]
                for other in self.edits
                if (other["key"], other["which"], other["value"]) == (key, which, value)
            )
            assert stands or superseded or shown or undone, edit


TestCopies = Copies.TestCase
TestCopies.settings = settings(
    max_examples=3000 if os.environ.get("XPERT_TEST_LARGE") else 150, stateful_step_count=25, deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)  # fmt: skip
