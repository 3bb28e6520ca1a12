"""Wishes of readers become briefs: counted once a ballot, merged by title, refused when hostile."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.exchange.conftest import NOW
from tests.packs.site.sites import data_in, told_in, written
from tests.sampling import examples
from xpert_studio.core.errors import NotAllowedError, UsageError
from xpert_studio.core.records import Person, Qualification, Role, Stage, Task
from xpert_studio.core.store import settings, tasks
from xpert_studio.core.store.bulk_import import Intake
from xpert_studio.core.workflow import CommandContext, new_project, undo
from xpert_studio.packs.site.changes import SortedOut, sort_out, take_in
from xpert_studio.packs.site.wishes import Ballot, ballot_in, counted, kept_wishes, key_of

PASSED = Qualification(outcome="passed")


def ballot(number: int, *titles: str, **more) -> dict:
    return {
        "format": "xpert-studio-wishes", "version": 1, "ballot": f"{number:032x}",
        "benchmark": "", "wishes": [{"title": one, "text": "", "domain": ""} for one in titles],
    } | more  # fmt: skip


def read(*given: dict) -> list[Ballot]:
    return [Ballot.model_validate(one) for one in given]


@pytest.fixture
def project(tmp_path):
    with new_project(tmp_path / "p.xpert", now=NOW) as made:
        with made.writing() as tx:
            intake = Intake(tx)
            intake.person(Person(id="ada", roles=(Role.AUTHOR,), qualification=PASSED))
            intake.person(Person(id="lena", roles=(Role.LEAD,), qualification=PASSED))
            intake.task(Task(id="t1", prompt="Advise.", stage=Stage.READY))
            intake.flush()
        yield made


def at_work(project, person: str) -> CommandContext:
    return CommandContext(project, person, lambda: NOW)


def votes_in(project) -> dict[str, int]:
    with project.reading() as tx:
        return {wish.title: len(wish.ballots) for _, _, wish in kept_wishes(tx)}


def briefs_in(project) -> dict[str, Task]:
    with project.reading() as tx:
        return {one.title: one for one in tasks.all_tasks(tx) if one.standing is Stage.BRIEF}


def test_wishes_become_briefs_and_votes_are_counted_once(project):
    ada = at_work(project, "ada")
    first = read(ballot(1, "Rent review", "Notice"), ballot(2, "rent  REVIEW!"))
    take_in(ada, first)
    assert votes_in(project) == {"Rent review": 2, "Notice": 1}
    assert briefs_in(project).keys() == {"Rent review", "Notice"}
    assert briefs_in(project)["Notice"].tags == ("wish",)
    assert briefs_in(project)["Notice"].author_id == "ada"
    take_in(ada, [*first, *read(ballot(3, "Notice"))])
    assert votes_in(project) == {"Rent review": 2, "Notice": 2}
    assert len(briefs_in(project)) == 2
    undo(ada)
    assert votes_in(project) == {"Rent review": 2, "Notice": 1}
    undo(ada)
    assert votes_in(project) == {}
    assert briefs_in(project) == {}


def test_who_is_no_author_imports_none(project):
    with pytest.raises(NotAllowedError):
        take_in(at_work(project, "lena"), read(ballot(1, "Notice")))
    assert briefs_in(project) == {}


@given(
    st.lists(
        st.tuples(st.integers(1, 4), st.lists(st.sampled_from(["a b", "A-B", "c", "d"]), min_size=1)),
        min_size=1, max_size=8,
    )
)  # fmt: skip
@examples(40)
def test_a_wish_has_as_many_votes_as_ballots_name_it(given):
    found = counted({}, read(*(ballot(n, *titles) for n, titles in given)))
    expected: dict[str, set[int]] = {}
    for number, titles in given:
        for title in titles:
            expected.setdefault(key_of(title), set()).add(number)
    assert {one.asked.key: one.votes for one in found} == {k: len(v) for k, v in expected.items()}
    assert all(len(one.ballots) == one.votes for one in found)
    assert [one.votes for one in found] == sorted((one.votes for one in found), reverse=True)


DEEP = '{"format": ' + "[" * 100_000
HOSTILE = {
    "not JSON": "hello",
    "empty": "",
    "a list": "[1]",
    "too deep": DEEP + "}",
    "of others": json.dumps({"format": "x"}),
    "no wishes": json.dumps(ballot(1)),
    "newer": json.dumps(ballot(1, "a", version=2)),
    "no ballot": json.dumps(ballot(1, "a", ballot="../../x")),
    "unknown keys": json.dumps(ballot(1, "a", command="rm")),
    "too many": json.dumps(ballot(1, *map(str, range(201)))),
    "too long": json.dumps(ballot(1, "a" * 201)),
    "control characters": json.dumps(ballot(1, "a\x1b[2Jb")),
    "directions": json.dumps(ballot(1, "a\u202eb")),
    "half characters": json.dumps(ballot(1, "a\ud800")),
    "numbers": json.dumps(ballot(1, "a", wishes=[{"title": 5}])),
    "blank": json.dumps(ballot(1, "  ")),
}


@pytest.mark.parametrize("kind", HOSTILE)
def test_hostile_files_are_refused_by_name(kind, tmp_path):
    with pytest.raises(UsageError, match=r"w\.json holds no wishes") as refused:
        ballot_in(HOSTILE[kind], tmp_path / "w.json")
    assert refused.value.remedy
    assert "('" not in str(refused.value)


@pytest.mark.parametrize(("before", "after"), [("", ""), ("{see} {", "} {}"), ("{}", "{{")])
def test_a_letter_around_it_is_no_obstacle(tmp_path, before, after):
    text = f"Dear all,\n{before}\n{json.dumps(ballot(1, 'Notice'), indent=1)}\n\nYours {after}"
    assert ballot_in(text, tmp_path / "w.json").wishes[0].title == "Notice"


@pytest.mark.parametrize("title", ["👩‍⚖️ court", "می‌خواهم", "क्‍ष"])
def test_what_joins_letters_is_no_control_character(tmp_path, title):
    assert ballot_in(json.dumps(ballot(1, title)), tmp_path / "w").wishes[0].title == title


@pytest.mark.parametrize(
    ("kind", "told"),
    [
        ("control characters", "wish 1, its title holds control characters"),
        ("directions", "wish 1, its title holds control characters"),
        ("too long", "wish 1, its title has more than 200 characters"),
        ("blank", "wish 1, its title is empty"),
        ("numbers", "wish 1, its title is not as the page of wishes writes it"),
        ("too many", "wishes holds more than 200"),
        ("unknown keys", "command is not known"),
    ],
)
def test_what_is_wrong_is_said_in_our_words(tmp_path, kind, told):
    with pytest.raises(UsageError) as refused:
        ballot_in(HOSTILE[kind], tmp_path / "w")
    assert told in str(refused.value)


def limit(project, most: int) -> None:
    with project.writing() as tx:
        info = settings.project_info(tx)
        policies = info.policies.model_copy(update={"max_tasks_per_expert": most})
        settings.put_project_info(tx, info.model_copy(update={"policies": policies}))


def test_wishes_for_which_there_is_no_room_wait_and_votes_count(project):
    ada = at_work(project, "ada")
    take_in(ada, read(ballot(1, "There")))
    limit(project, 3)
    many = read(ballot(2, "There", "a", "b", "c", "d"), ballot(3, "d", "c"), ballot(4, "d"))
    with project.reading() as tx:
        found = sort_out(tx, "ada", many)
    assert [one.asked.title for one in found.new] == ["d", "c"]
    assert len(found.left) == 2 and "2 wishes" in found.question() and "2 more" in found.question()
    take_in(ada, many)
    assert votes_in(project) == {"There": 2, "d": 3, "c": 2}
    with pytest.raises(NotAllowedError, match="ada has begun 3 tasks"):
        take_in(ada, many)
    limit(project, 9)
    take_in(ada, many)
    assert votes_in(project) == {"There": 2, "d": 3, "c": 2, "a": 1, "b": 1}


def test_wishes_stand_on_the_site_where_the_lead_says_so(project, tmp_path):
    take_in(at_work(project, "ada"), read(ballot(1, "Rent review"), ballot(2, "Rent review")))
    written(project, tmp_path / "site")
    assert "Rent review" not in told_in(tmp_path / "site")
    written(project, tmp_path / "open", wishes=True)
    wishes = data_in(tmp_path / "open")["site"]["wishes"]
    assert wishes == [{"title": "Rent review", "text": "", "votes": 2}]
    held = briefs_in(project)["Rent review"].id
    written(project, tmp_path / "held", wishes=True, held_out=frozenset({held}))
    assert "Rent review" not in told_in(tmp_path / "held")


def test_by_command(project, tmp_path, xpert):
    path = project.path
    (tmp_path / "w.json").write_text(json.dumps(ballot(1, "Rent review")))
    (tmp_path / "bad.json").write_text("{")
    said = xpert("wish", "import", path, "bad.json", "--as", "ada", "--yes")
    assert said.code == 2
    assert "bad.json holds no wishes" in said.err
    said = xpert("wish", "import", path, "w.json", "--as", "ada", "--yes", "--json")
    assert said.code == 0
    assert json.loads(said.out)["new"] == 1
    found = json.loads(xpert("wish", "list", path, "--as", "lena", "--json").out)
    assert [(one["title"], one["votes"], one["stage"]) for one in found] == [
        ("Rent review", 1, "brief")
    ]
    assert "Rent review" in xpert("wish", "list", path, "--as", "lena").out


def test_a_site_by_command(project, tmp_path, xpert):
    said = xpert("site", project.path, "out", "--as", "ada")
    assert said.code == 5
    assert not (tmp_path / "out").exists()
    said = xpert("site", project.path, "out", "--as", "lena", "--json")
    assert said.code == 0
    assert json.loads(said.out)["rows"]["tasks"] == 1
    assert (tmp_path / "out" / "index.html").is_file()
    assert "published something" in xpert("history", project.path, "--as", "lena").out
    assert xpert("site", project.path, "out", "--as", "lena").code == 2
    assert xpert("site", project.path, "out", "--as", "lena", "--replace").code == 0


def test_the_command_says_before_the_question_how_many_fit(project, tmp_path, xpert):
    limit(project, 1)
    project.close()
    (tmp_path / "w.json").write_text(json.dumps(ballot(1, "a", "b", "c")), encoding="utf-8")
    said = xpert("wish", "import", project.path, tmp_path / "w.json", "--as", "ada", "--yes")
    assert said.code == 0, said.err
    assert "2 wishes with fewer votes are left out" in said.err + said.out
    assert "1 new brief" in said.out


def sorted_out(project, *ballots) -> SortedOut:
    with project.reading() as tx:
        return sort_out(tx, "ada", read(*ballots))


def test_the_question_says_what_becomes_of_what_came(project):
    first = ballot(1, "Rent review")
    assert sorted_out(project, first).question() == "Begin 1 brief and count these votes?"
    take_in(at_work(project, "ada"), read(first))
    assert sorted_out(project, first).question() == "All of these votes were counted before."
    assert sorted_out(project, ballot(2, "Rent review")).question() == "Count these votes?"


def test_wishes_of_the_site_of_another_project_are_named_so(project, tmp_path, xpert):
    with project.reading() as tx:
        own = settings.project_info(tx).name
    here, there = (
        ballot(n, "Rent review") | {"benchmark": name} for n, name in enumerate((own, "Tides"), 1)
    )
    assert sorted_out(project, here, ballot(3, "Notice")).elsewhere == ()
    found = sorted_out(project, here, there)
    assert found.elsewhere == ("Tides",)
    assert found.question().startswith("Not made on a site of this project, but of Tides.")
    project.close()
    (tmp_path / "w.json").write_text(json.dumps(there), encoding="utf-8")
    said = xpert("wish", "import", project.path, tmp_path / "w.json", "--as", "ada", "--yes")
    assert "but of Tides." in said.err + said.out
