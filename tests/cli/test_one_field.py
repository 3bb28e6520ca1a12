"""A field that is added in one file is an option, in the documents, and kept; so is a parameter.

The program is copied, and the field is really added to the copy.
"""

from __future__ import annotations

import json

import pytest

from tests.loopback import LoopbackServer
from tests.program_copy import ROOT, Copy
from tests.started import RUN

SETTINGS = "xpert_studio/core/records/judges.py"
PARAMETERS = "xpert_studio/core/judge/asked_models.py"
PAGE = "import runpy; runpy.run_path('packaging/configuration_page.py', run_name='__main__')"
KEPT = """
import sys
from pathlib import Path
from xpert_studio.core.judge.command_line import arguments_of
from xpert_studio.core.judge.request import request_again
from xpert_studio.core.store import ProjectFile, runs
from datetime import UTC, datetime
with ProjectFile.open(Path(sys.argv[1]), read_only=True) as project:
    with project.reading() as tx:
        run = runs.all_runs(tx)[-1]
    request = request_again(project, run.id, now=datetime.now(UTC))
print(request.settings.show_clock, *arguments_of(request))
"""


@pytest.fixture(scope="module")
def copy(tmp_path_factory) -> Copy:
    made = Copy(tmp_path_factory.mktemp("copy"))
    made.put(
        SETTINGS,
        "    max_asks: Annotated[",
        '    show_clock: Annotated[bool, Asks("Show the time to the judge.")] = False\n',
    )
    made.put(SETTINGS, '        "max_asks",\n', '        "show_clock",\n')
    made.put(
        PARAMETERS,
        "    parameter: Annotated[",
        '    top_p: Annotated[float, Asks("Of the likeliest tokens.", within=(0, 1))]\n',
    )
    return made


@pytest.mark.parametrize("command", [("score",), ("compare", "judge")])
def test_what_is_sent_to_a_model_is_an_option_of_each_command_that_asks_one(copy, command):
    said = copy(*command, "--help")
    assert "--top-p" in said
    assert "Of the likeliest tokens." in said
    assert ("--show-clock" in said) is (command == ("score",))


def test_the_documents_are_out_of_date_until_they_are_written_anew(copy):
    assert copy.run(PAGE, "--check").returncode == 1
    assert copy.run(PAGE).returncode == 0
    written = (copy.folder / "docs" / "configuration.md").read_text(encoding="utf-8")
    row = "| `show_clock` | `--show-clock` | true or false | false | Show the time to the judge. |"
    assert row in written
    old = (ROOT / "docs" / "configuration.md").read_text(encoding="utf-8").splitlines()
    assert [line for line in written.splitlines() if line not in old] == [row]


def test_it_is_kept_with_the_judge_sent_and_typed_again(copy, project):
    with LoopbackServer() as server:
        words = ("--judge", "compatible:m", "--base-url", server.openai_url, "--systems", "s1")
        said = copy("score", project, *words, "--show-clock", "--top-p", "0.5", "--json")
        assert json.loads(said)["state"] == "done"
        assert {request.json["top_p"] for request in server.requests} == {0.5}
    kept = copy.run(KEPT, project)
    assert kept.returncode == 0, kept.stderr
    assert kept.stdout.split()[0] == "True"
    assert "--show-clock" in kept.stdout
    assert "--top-p 0.5" in kept.stdout


def test_a_value_that_cannot_be_is_refused_by_the_name_of_its_option(copy, project):
    done = copy.run(RUN, "score", project, "--top-p", "3")
    assert done.returncode == 2
    assert "--top-p" in done.stderr
