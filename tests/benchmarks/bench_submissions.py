"""Taking 2,000 judgments in one submission, in one transaction.

    python tests/benchmarks/bench_submissions.py

Aim: at most 2 seconds; and a second time, when all of them are known, no longer.
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from tests.workflow.assignments.files import (  # noqa: E402
    Guest,
    of_responses,
    outcomes,
    sent,
    take,
)
from tests.workflow.deciding import approve  # noqa: E402
from tests.workflow.studio import Studio  # noqa: E402
from xpert_studio.core.records.assignments import Purpose  # noqa: E402
from xpert_studio.core.workflow import (  # noqa: E402
    NewResponse,
    add_checkpoints,
    add_responses,
    draw_spot_checks,
    form_view,
    judge_line,
    open_form,
    set_policies,
    submit_form,
    submit_rubric,
)

RESPONSES, CHECKPOINTS = 50, 40


def prepared(folder: Path) -> tuple[Studio, Guest]:
    """A project with 50 responses to a rubric of 40, and the file of a person who judges them."""
    studio = Studio(folder / "studio.xpert")
    set_policies(studio.lena, max_checkpoints=100)
    studio.rubric("t1", lines=4)
    texts = [f"Names item {number} of the list." for number in range(CHECKPOINTS - 4)]
    add_checkpoints(studio.wei, "t1", [{"text": t, "dimension": "Accuracy"} for t in texts])
    submit_rubric(studio.wei, "t1")
    approve(studio.maria, "t1")
    draw_spot_checks(studio.lena, seed=1, share=0.0)
    new = [NewResponse("t1", f"m{n}", f"Answer {n}. " * 200) for n in range(RESPONSES)]
    ids = [item.id for item in add_responses(studio.lena, new).after("response")]
    return studio, Guest(sent(studio, Purpose.JUDGE, "maria", of_responses(studio, *ids)), folder)


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        studio, guest = prepared(Path(folder))
        for response_id in guest.response_ids():
            open_form(guest.ctx, response_id)
            for line in form_view(guest.ctx, response_id).lines:
                point = line.checkpoint.id
                judge_line(guest.ctx, response_id, point, value=True, rationale="It says so.")
            submit_form(guest.ctx, response_id)
        submission = guest.submit()
        for name in ("taken", "taken again"):
            begun = time.perf_counter()
            found = take(studio, submission)
            took = time.perf_counter() - begun
            print(f"{len(found.parts):,} parts {name}: {took:.2f} s, {outcomes(found)}")
            print(f"ratio to the aim of 2 s: {took / 2:.2f}")


if __name__ == "__main__":
    main()
