"""The ways to a cluster: commands that are stopped, comparisons, models that write, the window."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys

from tests.judge.test_comparing import says
from tests.packs.cluster.conftest import CALLS, CHECKPOINTS, SYSTEMS
from tests.packs.cluster.machines import ROOT
from tests.program import carried_out
from tests.waiting import wait_until
from xpert_studio.cli.output import Exit
from xpert_studio.core.generation.asking import ModelChoice, try_connection
from xpert_studio.core.judge.asked_models import ModelTerms
from xpert_studio.core.judge.command_line import command_of
from xpert_studio.core.judge.request import request_again, request_from_json, request_to_json
from xpert_studio.core.store import ProjectFile
from xpert_studio.desktop.pages.runs.composer.limits import LIMITS, limits_entered, limits_of
from xpert_studio.desktop.widgets.form import Form


def words(shared, *more):
    return [
        str(shared.path), "--judge", "openai:m", "--base-url", shared.request.base_url,
        "--cluster", shared.request.cluster, *more,
    ]  # fmt: skip


def test_a_command_that_is_stopped_is_taken_up_again(shared, server):
    command = [sys.executable, "-m", "xpert_studio.start", "score",
               *words(shared, "--concurrency", "32", "--json")]  # fmt: skip
    server.hold()
    started = subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    wait_until(lambda: server.requests)
    started.send_signal(signal.SIGINT)
    server.release()
    out, err = started.communicate()
    assert started.returncode == Exit.INTERRUPTED, out + err
    assert "Traceback" not in err
    assert 0 < json.loads(out)["calls"] < CALLS
    # The run knows where it was sent, and is taken up there.
    again = carried_out("score", shared.path, "--again", json.loads(out)["run_id"], "--json")
    assert again.code == 0, again.err
    assert again.json["ok"] == CALLS * CHECKPOINTS
    shared.check_whole(server, 0)


def test_a_request_keeps_its_cluster_wherever_it_goes(shared, server):
    request = shared.request
    assert request_from_json(request_to_json(request)).cluster == request.cluster
    assert f"--cluster {request.cluster}" in command_of(shared.path, request)
    run = shared.carry()
    with ProjectFile.open(shared.path) as project:
        again = request_again(project, run.id, now=run.ended_at)
    assert again.cluster == request.cluster
    posted = carried_out("score", shared.path, "--again", run.id, "--batch")
    assert (posted.code, "not by a cluster" in posted.err) == (2, True), posted.err


def test_the_form_of_a_run_asks_for_the_cluster(qtbot, shared):
    form = Form(LIMITS)
    qtbot.addWidget(form)
    form.show_values(limits_of(shared.request))
    assert form.inputs["cluster"].widget.text() == shared.request.cluster
    form.inputs["cluster"].widget.setText("tls://machine:8786")
    assert limits_entered(form.values())["cluster"] == "tls://machine:8786"
    form.inputs["cluster"].widget.clear()
    assert limits_entered(form.values())["cluster"] is None


def test_judges_that_compare_and_models_that_write_are_asked_there_too(shared, server):
    server.answers_by(lambda _: says("first"))
    compared = carried_out("compare", "judge", *words(shared, "--tasks", "t0", "--json"))
    assert compared.code == 0, compared.out + compared.err
    assert compared.json["ok"] == SYSTEMS * (SYSTEMS - 1) == len(server.requests)
    sent = len(server.requests)
    options = ModelTerms(base_url=shared.request.base_url, cluster=shared.request.cluster)
    answered = asyncio.run(try_connection(ModelChoice.named("openai:writer", options)))
    assert answered.tokens
    assert len(server.requests) == sent + 1
