"""No command writes, spends or goes back for nobody, or for a person without the right."""

from __future__ import annotations

import pytest

from tests.cli.all_commands import leaves
from tests.workflow.blinded import blinded_studio
from xpert_studio.core.store import back_up, log

OF_LEADS: dict[str, tuple[str, ...]] = {
    "score": ("p.xpert", "--judge", "baseline"),
    "attack": ("p.xpert", "--judge", "baseline"),
    "suite define": ("p.xpert", "core", "--capability", "All=t1"),
    "suite remove": ("p.xpert", "core"),
    "suite run": ("p.xpert", "--system", "agent", "--command", "cat"),
    "suite local": ("p.xpert", "--hook", "cat"),
    "variant harden": ("p.xpert", "1.0"),
    "failure define": ("p.xpert", "slow", "--title", "Slow"),
    "conversation play": ("p.xpert", "openai:m", "t1"),
    "workspace take": ("p.xpert", "t1", ".", "--system", "agent"),
    "workspace run": ("p.xpert", "t1", "--system", "agent", "--command", "true"),
    "workspace local": ("p.xpert", "--system", "agent", "--command", "true"),
    "page rubric": ("p.xpert", "t1"),
    "page open": ("p.xpert", "t1:A"),
    "compare judge": ("p.xpert", "--judge", "openai:m", "--base-url", "http://127.0.0.1:9"),
    "judge probe": ("p.xpert", "--judge", "baseline"),
    "judge recheck": ("p.xpert", "--judge", "baseline"),
    "align": ("p.xpert", "--certify"),
    "runs": ("p.xpert", "--cancel", "run-1"),
    "batches fetch": ("p.xpert",),
    "batches cancel": ("p.xpert", "run-1"),
    "lint check": ("p.xpert", "t1", "--model", "openai:m", "--base-url", "http://127.0.0.1:9"),
    "import": ("p.xpert", "rows.csv"),
    "backup": ("p.xpert", "--restore", "BACKUP"),
    "export": ("p.xpert", "out.zip"),
    "report": ("p.xpert", "out.html"),
    "site": ("p.xpert", "out-site"),
    "category define": ("p.xpert", "Contracts"),
    "category rename": ("p.xpert", "Contracts", "Leases"),
    "category merge": ("p.xpert", "Contracts", "Leases"),
    "category remove": ("p.xpert", "Contracts"),
    "category target": ("p.xpert", "Law", "--tasks", "3"),
    "people add": ("p.xpert", "mallory", "--role", "lead"),
    "people change": ("p.xpert", "maria", "--role", "lead"),
    "people qualify": ("p.xpert", "maria", "passed", "--exemption", "bar"),
    "people exclude": ("p.xpert", "maria", "--reason", "No."),
    "people include": ("p.xpert", "maria"),
    "training add": ("p.xpert", "leases", "--title", "Leases", "--text", "Clause 9."),
    "exam rules": ("p.xpert", "--trials", "1"),
    "people policy": ("p.xpert", "--abstentions", "left-out"),
    "people grading-policy": ("p.xpert", "--text", "Be kind.", "--reason", "Kind."),
    "people recipe": ("p.xpert", "composite"),
    "people vocabulary": ("p.xpert", "--add-domain", "Alchemy"),
    "panel define": ("p.xpert", "majority", "one", "two"),
    "response exclude": ("p.xpert", "zephyrium-9", "--reason", "No."),
    "media render": ("p.xpert",),
    "system set": ("p.xpert", "zephyrium-9", "--provider", "openai"),
    "system merge": ("p.xpert", "zephyrium-9", "quasarette-2"),
    "response generate": ("p.xpert", "openai:m", "t1"),
    "gold sample": ("p.xpert", "--size", "1", "--seed", "7"),
    "labels plan": ("p.xpert", "--figure", "kappa-within", "--responses", "9"),
    "assignment send": ("p.xpert", "out.xassignment", "--purpose", "judge", "--for", "maria"),
    "copy create": ("p.xpert", "out.xpert"),
}
"""What takes a lead, and what to give it."""
OTHERS = ["", "unheard-of", "wei", "maria", "omar", "vera"]


@pytest.fixture
def studio(tmp_path):
    studio = blinded_studio(tmp_path / "p.xpert")
    (tmp_path / "rows.csv").write_text(
        "response_id,checkpoint_id,judge,kind,met\nt1-zephyrium-9,c1,wei,expert,true\n"
    )
    yield studio
    studio.project.close()


@pytest.mark.parametrize("person", OTHERS)
def test_what_takes_a_lead_is_refused_to_all_others(xpert, studio, tmp_path, person):
    backup = back_up(studio.project.path).name
    with studio.project.reading() as tx:
        before = log.newest(tx)
    for name, words in OF_LEADS.items():
        words = [backup if word == "BACKUP" else word for word in words]
        said = xpert(*name.split(), *words, "--as", person)
        assert said.code in {2, 5}, (name, person, said.out, said.err)
        assert "Usage:" not in said.err, (name, said.err)
        assert "Traceback" not in said.err
        assert not list(tmp_path.glob("out*")), name
    with studio.project.reading() as tx:
        assert log.newest(tx) == before


def test_every_command_takes_who_acts_but_those_of_no_project():
    """A new command of a project says who acts, and asks for a right by ``at_desk`` or ``leading``."""
    nameless = {
        " ".join(words) for words, found in leaves()
        if "person" not in {param.name for param in found.params}
    }  # fmt: skip
    assert nameless == {
        "new", "sample", "people found", "checks list", "checks try", "lint rules", "doctor", "documents show",
        "packs list", "packs add", "packs remove", "keys list", "keys set", "keys remove", "keys prices", "workspace pack",
        "library list", "library remove",
    }  # fmt: skip


def test_a_lead_goes_back_and_the_log_says_so(xpert, studio):
    backup = back_up(studio.project.path).name
    studio.project.close()
    assert xpert("backup", "p.xpert", "--restore", backup, "--as", "lena").code == 0
    told = xpert("history", "p.xpert", "--as", "lena", "--json").json[0]
    assert (told["command"], told["actor_id"]) == ("project.restore", "lena")
    assert told["details"] == {"backup": backup}


def test_anybody_goes_back_where_the_project_cannot_be_opened(xpert, studio, tmp_path):
    backup = back_up(studio.project.path).name
    studio.project.close()
    (tmp_path / "p.xpert").write_bytes(b"no project")
    assert xpert("backup", "p.xpert", "--restore", backup).code == 0
    assert xpert("task", "list", "p.xpert").code == 0


def test_alone_one_needs_no_name(xpert):
    assert xpert("new", "solo.xpert", "--as", "mei", "--solo").code == 0
    assert xpert("people", "policy", "solo.xpert", "--abstentions", "left-out").code == 0
    assert xpert("people", "add", "solo.xpert", "kim", "--role", "expert").code == 0
    assert xpert("people", "policy", "solo.xpert", "--abstentions", "none").code not in {0, 1}
