"""Two copies of one project, in which people work apart, and how they are brought together."""

from __future__ import annotations

import shutil
from datetime import timedelta
from itertools import count
from pathlib import Path

from tests.workflow.studio import START, Studio
from xpert_studio.errors import XpertError
from xpert_studio.records import ProjectInfo, Record, canonical_json
from xpert_studio.store import ProjectFile, entities, tasks
from xpert_studio.workflow import Desk
from xpert_studio.workflow.merging.contents import content_of
from xpert_studio.workflow.merging.kinds import KINDS, ORDER
from xpert_studio.workflow.merging.three_way import Choice, Side
from xpert_studio.workflow.packets import PacketContent, plan_packet, send_copy, take_packet


class Copy:
    """A project file with everybody's desk; its ids and those of other copies never meet."""

    def __init__(self, name: str, path: Path, ticks) -> None:
        self.name = name
        self.project = ProjectFile.open(path)
        self._ticks = ticks
        self._ids = count(1)

    def desk(self, person_id: str) -> Desk:
        return Desk(self.project, person_id, self.now, self.new_id)

    def now(self):
        return START + timedelta(days=1, seconds=next(self._ticks))

    def new_id(self) -> str:
        return f"{self.name}{next(self._ids):06d}"

    def contents(self) -> dict:
        """Everything people have made, as it would be merged."""
        found = {}
        with self.project.reading() as tx:
            for kind in KINDS.values():
                if kind.name == ORDER:
                    for task_id, lines in tasks.rubrics(tx).items():
                        found[ORDER, task_id] = [line.id for line in lines]
                    continue
                records: list[Record] = (
                    [entities.find(tx, ProjectInfo)]
                    if kind.name == "project"
                    else entities.find_all(tx, kind.record)
                )
                for record in records:
                    key = tuple(str(getattr(record, name)) for name in kind.key)
                    found[kind.name, key] = content_of(kind.name, record)
        return found

    def packet(self) -> PacketContent:
        with send_copy(self.desk("lena")) as content:
            return content


def forked(folder: Path, begin) -> tuple[Copy, Copy]:
    """A project that ``begin`` has worked on, and a copy that somebody made of its file."""
    studio = Studio(folder / "a.xpert")
    begin(studio)
    studio.project.close()
    shutil.copy(folder / "a.xpert", folder / "b.xpert")
    ticks = count()
    return Copy("a", folder / "a.xpert", ticks), Copy("b", folder / "b.xpert", ticks)


def attempt(verb, *args, **kwargs):
    """Does a verb that may be refused."""
    try:
        return verb(*args, **kwargs)
    except XpertError:
        return None


def wins(mine, theirs):
    """How everybody decides, so that all decide alike: by the values, not by whose they are."""
    mine_first = canonical_json(repr(mine)) >= canonical_json(repr(theirs))
    return Side.MINE if mine_first else Side.THEIRS


def decided(desk: Desk, content: PacketContent, decide=wins) -> dict:
    """A decision on everything that needs one, as long as new questions arise."""
    choices: dict = {}
    for _ in range(6):
        plan = plan_packet(desk, content, choices)
        asked = {
            (item.kind, item.key, diff.group)
            for item in plan.items
            for diff in item.conflicts
            if diff.is_open
        }
        if not asked:
            return choices
        for at in asked:
            groups = [d for i in plan.items for d in i.conflicts if (i.kind, i.key, d.group) == at]
            mine, theirs = [d.mine for d in groups], [d.theirs for d in groups]
            choices[at] = Choice(decide(mine, theirs))
    raise AssertionError("there is always one more question")


def bring(giver: Copy, taker: Copy, decide=wins):
    """Takes what one copy has into the other, everything decided; gives what was taken."""
    content = giver.packet()
    desk = taker.desk("lena")
    return take_packet(desk, content, decided(desk, content, decide))
