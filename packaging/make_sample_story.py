"""Plays the sample project's story through the program's own verbs, and writes the bundle anew.

    python packaging/make_sample_story.py

Takes the four judged tasks from ``sample_projects/four_professions``, adds the tasks of
``packaging/sample_story.json`` at their stages, and writes the bundle back. Everything is
deterministic: the same story gives the same bytes.
"""

from __future__ import annotations

import json
import shutil
import sys
import tempfile
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from xpert_studio.exchange import export_bundle, import_bundle  # noqa: E402
from xpert_studio.records import (  # noqa: E402
    Aspect,
    Checklist,
    Difficulty,
    Severity,
    Tier,
    Triage,
    Visibility,
)
from xpert_studio.store import ProjectFile, settings, tasks  # noqa: E402
from xpert_studio.workflow import (  # noqa: E402
    CommandContext,
    accept,
    add_checkpoint,
    add_comment,
    answer_comment,
    approve,
    create_brief,
    discard,
    draw_spot_checks,
    edit_checkpoint,
    new_project,
    read_rubric,
    return_brief,
    send_back,
    submit_brief,
    submit_rubric,
)

SAMPLE = ROOT / "sample_projects" / "four_professions"
STORY = ROOT / "packaging" / "sample_story.json"
BEGUN = datetime(2026, 9, 14, 8, tzinfo=UTC)
_YES = Triage(challenging=True, typical=True, definable=True, objective=True, examined=True)
LEAD = "lead-moreau"


class Player:
    """Plays one task of the story up to its stage."""

    def __init__(self, project: ProjectFile, story: dict[str, Any], start: int) -> None:
        ticks, ids = count(), count(1)
        self._project = project
        self._story = story
        self._clock = lambda: BEGUN + timedelta(days=start, minutes=7 * next(ticks))
        self._new_id = lambda: f"{start:02}{next(ids):08}"

    def ctx(self, person: str) -> CommandContext:
        """Where a person works, at the story's own time."""
        return CommandContext(self._project, person, self._clock, self._new_id)

    def play(self) -> None:
        """Takes the task to its stage."""
        until = self._story["until"]
        steps: dict[str, Callable[[], None]] = {
            "brief": self._brief, "submitted": self._submit, "returned": self._return,
            "discarded": self._discard, "rubric": self._rubric, "review": self._review,
            "approved": self._approve, "spot_check": self._approve,
        }  # fmt: skip
        steps[until]()

    def _brief(self) -> None:
        story = self._story
        fields = dict(story["fields"])
        fields["difficulty"] = Difficulty(fields["difficulty"])
        if "checklist" in story:
            fields["checklist"] = Checklist(**story["checklist"])
        create_brief(self.ctx(story["author"]), task_id=story["id"], **fields)

    def _submit(self) -> None:
        self._brief()
        submit_brief(self.ctx(self._story["author"]), self._story["id"])

    def _return(self) -> None:
        self._submit()
        return_brief(self.ctx(LEAD), self._story["id"], reason=self._story["reason"])

    def _discard(self) -> None:
        self._submit()
        discard(self.ctx(LEAD), self._story["id"], reason=self._story["reason"])

    def _rubric(self) -> None:
        self._submit()
        story = self._story
        accept(self.ctx(LEAD), story["id"], _YES)
        for text, tier, dimension in story["lines"]:
            add_checkpoint(
                self.ctx(story["author"]), story["id"], text=text, tier=Tier(tier),
                dimension=dimension,
            )  # fmt: skip

    def _freeze(self) -> None:
        self._rubric()
        submit_rubric(self.ctx(self._story["author"]), self._story["id"])

    def _approve(self) -> None:
        self._freeze()
        ctx, task_id = self.ctx(self._story["reviewer"]), self._story["id"]
        with ctx.project.reading() as tx:
            read = [point.id for point in tasks.rubric_of(tx, task_id)]
        read_rubric(ctx, task_id, read)
        approve(ctx, task_id, summary="Can be judged.")

    def _review(self) -> None:
        """Round one is sent back and answered; in round two a comment is open again."""
        self._freeze()
        story, task_id = self._story, self._story["id"]
        reviewer, author = self.ctx(story["reviewer"]), self.ctx(story["author"])
        made = [self._comment(reviewer, item) for item in story["remarks"]]
        send_back(reviewer, task_id, summary="Close. Lines 10 and 13 first.")
        ids = self._line_ids()
        for number, text in story["revision"]["edit"].items():
            edit_checkpoint(author, task_id, ids[int(number) - 1], text=text)
        for place, text in story["revision"]["answer"].items():
            answer_comment(author, made[int(place)], text)
        submit_rubric(author, task_id)
        self._comment(reviewer, story["second_look"])

    def _comment(self, reviewer: CommandContext, item: dict[str, Any]) -> str:
        change = add_comment(
            reviewer, self._story["id"], item["text"],
            checkpoint_id=self._line_ids()[item["line"] - 1],
            aspect=Aspect(item["aspect"]), severity=Severity(item["severity"]),
        )  # fmt: skip
        made: str = change.one("comment").id
        return made

    def _line_ids(self) -> list[str]:
        with self._project.reading() as tx:
            return [point.id for point in tasks.rubric_of(tx, self._story["id"])]


def main() -> None:
    """Builds the project, plays the story, and puts the bundle in place."""
    stories = json.loads(STORY.read_text(encoding="utf-8"))["tasks"]
    told = {story["id"] for story in stories}
    manifest = json.loads((SAMPLE / "manifest.json").read_text(encoding="utf-8"))
    kept = {name: manifest[name] for name in ("name", "licence", "canary")}
    made_at = datetime.fromisoformat(manifest["created_at"])
    with tempfile.TemporaryDirectory() as folder:
        base = Path(folder, "base")
        shutil.copytree(SAMPLE, base)
        _keep_judged(base, told)
        with new_project(Path(folder, "s.xpert"), name="Four professions", now=BEGUN) as project:
            import_bundle(project, base, now=BEGUN)
            with project.writing() as tx:
                info = settings.project_info(tx)
                settings.put_project_info(tx, info.model_copy(update=kept))
            for start, story in enumerate(
                sorted(stories, key=lambda story: story["until"] == "approved")
            ):
                if story["until"] == "approved":
                    _draw(project, start)
                Player(project, story, start).play()
            out = Path(folder, "out")
            export_bundle(project, out, visibility=Visibility.PRIVATE, now=made_at)
        shutil.rmtree(SAMPLE)
        shutil.copytree(out, SAMPLE)


def _draw(project: ProjectFile, start: int) -> None:
    ticks = count()
    clock = lambda: BEGUN + timedelta(days=start, hours=-1, minutes=next(ticks))  # noqa: E731
    draw_spot_checks(
        CommandContext(project, LEAD, clock, lambda: f"draw{start}"), seed=7, share=1.0
    )


def _keep_judged(base: Path, told: set[str]) -> None:
    """Takes an earlier telling of the story out of the bundle."""
    for name in ("revisions", "reviews", "remarks", "comments", "spot_checks"):
        (base / f"{name}.jsonl").unlink(missing_ok=True)
    for name, key in (("tasks", "id"), ("checkpoints", "task_id")):
        path = base / f"{name}.jsonl"
        lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
        path.write_text(
            "".join(line for line in lines if json.loads(line)[key] not in told), encoding="utf-8"
        )
    (base / "manifest.json").unlink()


if __name__ == "__main__":
    main()
