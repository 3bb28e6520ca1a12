"""The pages of a site in a browser, opened from a folder: by keyboard, in both languages and looks.

The browser has no network; every address that a page asks for is looked at besides.
"""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from tests.exchange.conftest import NOW, sound_bundle
from tests.packs.site.browsing import reading
from tests.packs.site.sites import data_in, written
from xpert_studio.core.exchange import import_bundle
from xpert_studio.core.metrics.task_estimates import SHARE, estimate, in_clusters
from xpert_studio.core.resources import sample_project_path
from xpert_studio.core.workflow import new_project

HOSTILE = (
    "<script>window.bad=1</script>", "</script><img src=x onerror=window.bad=1>",
    '"); window.bad=1; ("', "\u2028\u2029window.bad=1", "{{7*7}}", "__proto__",
    "<svg onload=window.bad=1>", "<a href=https://example.org>x</a>", "@import url(//x.invalid)",
)  # fmt: skip
PLACES = ("#/", "#/cases", "#/value", "#/methods", "#/limits", "#/wish")


def made(folder: Path, bundle: Path, **options) -> Path:
    with new_project(folder / "p.xpert", now=NOW) as project:
        import_bundle(project, bundle, now=NOW)
        written(project, folder / "site", **options)
    return folder / "site"


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """The site of the sample project."""
    folder = tmp_path_factory.mktemp("sample")
    return made(folder, sample_project_path("four_professions"), own_costs=True)


@pytest.fixture(scope="module")
def reader(site):
    with reading(site) as one:
        yield one


@pytest.fixture(autouse=True)
def nothing_fails(reader):
    reader.errors.clear()
    reader.run("try { localStorage.clear() } catch {}; 0") if reader.asked else None
    yield
    assert reader.errors == []
    assert all(address.startswith(("file://", "data:image/")) for address in reader.asked)


def case_of(site: Path, word: str) -> str:
    return next(row[0] for row in data_in(site)["tasks"] if word in row[1])


def test_from_the_leaderboard_to_the_evidence(site, reader):
    reader.go("#/")
    assert "borealis-1-large" in reader.text()
    reader.click("ul.domains a[href*=Law]")
    reader.wait("document.querySelectorAll('ul.cases > li').length == 3")
    reader.click("ul.cases a")
    reader.wait("document.querySelector('.columns')")
    assert len(reader.texts(".columns > section")) == 2
    reader.click(".judged td button:not([disabled])")
    said = reader.text(".said")
    assert "Expert 1" in said
    assert "person-" not in said
    reader.click(".said blockquote button")
    marked = reader.text(".columns mark")
    assert reader.texts(".columns [data-system] strong")
    assert "**" not in reader.text(".columns")
    assert len(marked) > 5
    reader.click("nav a[href='#/methods']")
    reader.wait("document.querySelector('h1').innerText == 'Methods'")
    reader.click("nav a[href='#/limits']")
    reader.wait("document.querySelector('h1').innerText == 'Limits'")
    assert "A score says how a response fares" in reader.text()


def test_columns_can_be_added_and_only_differences_shown(site, reader):
    reader.go(f"#/case/{case_of(site, 'Credit note')}")
    before = len(reader.texts(".judged tbody > tr:not([hidden])"))
    reader.run(
        "[...document.querySelectorAll('button')].find((b) => b.innerText == 'Add a column').click(); 0"
    )
    assert len(reader.texts(".columns > section")) == 3
    assert len(reader.texts(".judged thead th")) == 4
    reader.run(
        "[...document.querySelectorAll('label')].find((one) => one.innerText.includes('Differences'))"
        ".querySelector('input').click(); 0"
    )
    assert 0 < len(reader.texts(".judged tbody > tr:not([hidden])")) < before


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("break clause of a tenant's lease", "break notice"),
        ("心力衰竭患者出院用药", "出院带药核对"),
    ],
)
def test_a_pasted_case_finds_those_like_it(reader, text, title):
    reader.go("#/cases")
    reader.run("document.querySelector('#query').focus(); 0")
    reader.write(text)
    reader.run("document.querySelector('#query').form.requestSubmit(); 0")
    reader.wait("document.querySelector('main .hint + .dots, main .note')")
    reader.wait("location.hash.includes('q=')")
    reader.wait(f"document.querySelector('ul.cases a').innerText.includes({json.dumps(title)})")
    assert "n" in reader.texts("main table th")
    assert "Not enough cases" in reader.text()
    assert "shared characters" in reader.text("main .hint:not(form *)")
    titles = " ".join(reader.texts("ul.cases > li > a"))
    assert "beam" not in titles and "drug" not in titles


def test_filters_narrow_cases_and_systems(reader):
    reader.go("#/cases?domain=Law&level=hard")
    assert len(reader.texts("ul.cases > li")) == 1
    reader.go("#/cases")
    reader.run(
        "const cost = document.querySelector('[name=cost]'); cost.value = '0.005';"
        "cost.dispatchEvent(new Event('change', { bubbles: true })); 0"
    )
    reader.wait("!document.querySelector('main table').innerText.includes('borealis')")
    assert "cirrus-mini" in reader.text("main table")


def test_means_and_intervals_are_those_of_the_program(site, reader):
    reader.go("#/cases")
    scores, chance = data_in(site)["scores"], np.random.default_rng(5)
    quantiles = scores["quantiles"]
    for count in (1, 2, 3, 7, 20, 60):
        values = chance.beta(2, 1, count).round(4)
        clusters = chance.integers(0, max(1, count // 2), count)
        values = np.ones(count) if count == 7 else values
        found = reader.run(
            f"estimate({values.tolist()}, {clusters.tolist()}, {json.dumps(quantiles)})"
        )
        sums = np.stack([values, np.ones(count)], axis=-1)
        known = estimate(SHARE, in_clusters(sums, clusters.astype(np.int32)))
        assert found["value"] == pytest.approx(known.value)
        assert found["clusters"] == known.tasks
        if known.interval is None:
            assert found["interval"] is None
        else:
            assert found["interval"] == pytest.approx(known.interval, abs=2e-3)


def test_both_languages_and_both_looks(site, reader):
    reader.go("#/")
    reader.prefer("light")
    light = reader.run("getComputedStyle(document.body).backgroundColor")
    reader.prefer("dark")
    dark = reader.run("getComputedStyle(document.body).backgroundColor")
    assert light != dark
    reader.click("button[aria-pressed]")
    assert reader.run("getComputedStyle(document.body).backgroundColor") == light
    reader.click("button[lang=zh]")
    reader.wait("document.documentElement.lang == 'zh-CN'")
    reader.wait("document.querySelector('main').innerText.includes('任务')")
    assert "法律" in reader.text("ul.domains")
    reader.go(f"#/case/{case_of(site, 'Credit note')}")
    assert "Accuracy & Factual" not in reader.text(".judged")
    reader.go("#/")
    reader.click("button[lang=en]")
    reader.wait("document.documentElement.lang == 'en'")
    reader.run("delete document.documentElement.dataset.theme; 0")


def axe() -> str:
    import axe_core_python

    return next(Path(axe_core_python.__file__).parent.rglob("axe.min.js")).read_text("utf-8")


@pytest.mark.parametrize("look", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 390])
def test_every_page_is_accessible(site, reader, look, width):
    reader.prefer(look)
    reader.resize(width, 900)
    case = f"#/case/{case_of(site, 'Credit note')}"
    for place in (*PLACES, case, "#/cases?q=lease", "#/nowhere"):
        reader.go(place)
        if place == case:
            reader.click(".judged td button:not([disabled])")
        if not reader.run("'axe' in window"):
            reader.run(axe() + "; 0")
        found = reader.run(
            "axe.run(document, { resultTypes: ['violations'] }).then((all) => all.violations"
            ".filter((one) => ['serious', 'critical'].includes(one.impact))"
            ".map((one) => [one.id, one.nodes.map((node) => node.html).slice(0, 3)]))"
        )
        assert found == [], (place, found)
        assert reader.run("document.documentElement.scrollWidth <= innerWidth"), place
    reader.resize(1280, 900)
    reader.prefer("light")


def test_by_keyboard_alone(reader):
    reader.call("Page.navigate", url="about:blank")
    reader.go("#/")
    reader.press("Tab")
    assert reader.text(":focus") == "Skip to the content"
    for _ in range(12):
        reader.press("Tab")
        if reader.text(":focus") == "Cases":
            break
    reader.press("Enter")
    reader.wait("document.querySelector('#query')")
    reader.wait("document.activeElement.tagName == 'H1'")
    reader.press("Tab")
    assert reader.run("document.activeElement.id") == "query"
    for _ in range(60):
        reader.press("Tab")
        if reader.run("document.activeElement.closest('ul.cases') !== null"):
            break
    reader.press("Enter")
    reader.wait("location.hash.startsWith('#/case/')")
    reader.wait("document.querySelector('.judged')")
    for _ in range(60):
        reader.press("Tab")
        if reader.run(
            "document.activeElement.closest('.judged') !== null"
            " && document.activeElement.tagName == 'BUTTON'"
        ):
            break
    reader.press(" ")
    reader.wait("document.querySelector('.said')")


def test_what_is_drawn_again_keeps_the_focus(reader):
    def focused(selector: str, keys: tuple[str, ...] = ()) -> str:
        reader.run(f"document.querySelector({json.dumps(selector)}).focus(); 0")
        for key in keys:
            reader.press(key)
        return "document.activeElement"

    reader.go("#/cases?domain=Law")
    reader.run(f"{focused('button[lang=zh]')}.click(); 0")
    reader.wait("document.activeElement.lang == 'en'")
    reader.click("button[lang=en]")
    reader.wait("document.documentElement.lang == 'en'")
    reader.go(reader.run("document.querySelector('ul.cases a').getAttribute('href')"))
    chosen = reader.run("document.querySelectorAll('.columns select option')[2].value")
    reader.run(
        f"{focused('.columns select')}.value = {json.dumps(chosen)};"
        "document.activeElement.dispatchEvent(new Event('change')); 0"
    )
    assert reader.run("document.activeElement.matches('.columns select')")
    assert reader.run("document.activeElement.value") == chosen
    for _ in range(6):
        reader.click(".tools button")
    assert len(reader.texts(".columns > section")) == 4
    reader.run(f"{focused('.columns button.plain')}.click(); 0")
    assert reader.run("document.activeElement.matches('.columns button.plain')")
    reader.go("#/wish")
    reader.run(f"{focused('ul.cases button')}.click(); 0")
    assert reader.run("document.activeElement.getAttribute('aria-pressed')") == "true"
    focused("main ul.cases[tabindex] button", (" ",))
    assert reader.run("document.activeElement.matches('ul.cases[tabindex]')")
    assert reader.run("document.querySelectorAll('[aria-pressed=true]').length") == 0


def test_print_is_light_and_has_the_dots(site, reader):
    reader.go(f"#/case/{case_of(site, 'Credit note')}")
    reader.run("document.documentElement.dataset.theme = 'dark'; 0")
    reader.call("Emulation.setEmulatedMedia", media="print")
    style = "getComputedStyle(document.querySelector('{}'))"
    try:
        assert reader.run(style.format("h1") + ".color") == "rgb(0, 0, 0)"
        for drawn in (".dot", ".track", ".meter span"):
            assert reader.run(style.format(drawn) + ".printColorAdjust") == "exact"
    finally:
        reader.call("Emulation.setEmulatedMedia", media="")
        reader.run("delete document.documentElement.dataset.theme; 0")


def test_what_no_price_is_known_of_is_named_beside_the_cheapest(reader):
    reader.go("#/cases")
    rows = [
        {"system": "a", "value": 0.9, "cost": 2, "interval": [0.8, 0.95], "is_complete": True},
        {"system": "b", "value": 0.85, "cost": None, "interval": None, "is_complete": True},
        {"system": "c", "value": 0.82, "cost": 1, "interval": None, "is_complete": True},
        {"system": "d", "value": 0.5, "cost": None, "interval": None, "is_complete": True},
    ]
    found = reader.run(
        f"(({{cheapest, unknown, front}}) => [cheapest.system, unknown.map((one) => one.system),"
        f" [...front]])(value_for_money({json.dumps(rows)}))"
    )
    assert found == ["c", ["b"], ["c", "a"]]


def test_experts_decide_what_a_cell_says(reader):
    reader.go("#/cases")
    raters = json.dumps(
        [["expert", 1, "a"], ["expert", 2, "b"], ["judge", 1, "j"], ["judge", 1, "k"]]
    )

    def said(*tones: tuple[int, int]) -> tuple[str, str]:
        ratings = json.dumps([[0, 0, rater, tone, None] for rater, tone in tones])
        found = reader.run(f"summary({ratings}, {raters})")
        return found["text"], found["beside"]

    assert said((0, 1), (1, 1), (2, -1), (3, 1)) == ("met · 2 experts agree", "judges: met 1 of 2")
    assert said((0, 1), (1, -1)) == ("divided · met by 1 of 2 experts", "")
    assert said((0, -1), (2, 1)) == ("not met · 1 expert", "judges: met 1 of 1")
    assert said((2, 1), (3, 1)) == ("met · 2 judges agree", "")
    assert said() == ("not judged", "")


def test_limits_name_no_ids_and_repeat_no_sentence(reader):
    reader.go("#/limits")
    assert "panel:" not in reader.text()
    assert "Panel of 3 judges" in reader.text()
    said = reader.texts("main li")
    assert 3 <= len(said) == len(set(said)) <= 5


def test_attached_files_are_shown_by_name(site, reader):
    row = next(
        number for number, row in enumerate(data_in(site)["tasks"])
        if data_in(site)[f"task-{number}"]["files"]
    )  # fmt: skip
    task, ((_, name, caption),) = (
        data_in(site)["tasks"][row][0],
        data_in(site)[f"task-{row}"]["files"],
    )
    reader.go(f"#/case/{task}")
    assert name == ""  # the sample's file is called by its hash
    assert caption in reader.texts("details.part > summary")
    sheet = case_of(site, "as a workbook")
    reader.go(f"#/case/{sheet}")
    assert any(
        one.endswith(".xlsx – The workbook.") for one in reader.texts("details.part > summary")
    )
    reader.go(f"#/case/{task}")
    reader.run(
        "[...document.querySelectorAll('details.part')].forEach((one) => (one.open = true)); 0"
    )
    reader.wait("document.querySelector('details.part img')?.naturalWidth > 0")


def test_rationales_have_the_form_they_were_written_in(tmp_path, reader):
    del reader
    judged = {"response_id": "r", "checkpoint_id": "c", "expert_id": "e", "met": True}
    bundle = sound_bundle(
        tmp_path / "bundle",
        tasks=[{"id": "t", "prompt": "Say.", "stage": "ready"}],
        checkpoints=[{"task_id": "t", "id": "c", "text": "Says it.", "weight": 5}],
        responses=[{"id": "r", "task_id": "t", "model": "aster", "text": "It."}],
        judgments=[
            judged | {"rationale": "**Both** parts:\n\n- one\n- two", "status": "confirmed"}
        ],
        judges=None,
        verdicts=None,
        people=[{"id": "e", "roles": ["expert"]}],
    )
    with reading(made(tmp_path, bundle)) as one:
        one.go("#/case/t")
        one.click(".judged td button:not([disabled])")
        assert one.texts(".said strong") == ["Both"]
        assert one.texts(".said li") == ["one", "two"]


def test_a_wish_becomes_text_to_send(reader):
    reader.go("#/wish")
    reader.run("document.querySelector('#wish-title').focus(); 0")
    reader.write("Rent <b>review</b> 租金")
    reader.press("Enter")
    reader.wait("document.querySelector('#wish-out').value")
    reader.click("button[aria-label^='Vote']")
    sent = json.loads(reader.run("document.querySelector('#wish-out').value"))
    assert sent["format"] == "xpert-studio-wishes"
    assert sent["wishes"][0]["title"] == "Rent <b>review</b> 租金"
    assert len(sent["wishes"]) == 2
    assert not reader.run("document.querySelector('main b b')")


@pytest.fixture(scope="module")
def hostile(tmp_path_factory):
    """A site whose every text tries to be markup."""
    folder = tmp_path_factory.mktemp("hostile")
    text = " ".join(HOSTILE)
    bundle = sound_bundle(
        folder / "bundle",
        tasks=[
            {
                "id": "__proto__", "prompt": text, "title": text, "domain": text,
                "category": text, "family": text, "tags": [text], "reference_answer": text,
                "stage": "ready",
            },
            {"id": "constructor", "prompt": text, "domain": "__proto__", "stage": "ready"},
        ],
        checkpoints=[
            {"task_id": id_, "id": "c1", "text": text, "weight": 5, "dimension": text}
            for id_ in ("__proto__", "constructor")
        ],
        responses=[
            {"id": f"r{n}", "task_id": id_, "model": text[:200], "text": text}
            for n, id_ in enumerate(("__proto__", "constructor"))
        ],
        judgments=[
            {
                "response_id": f"r{n}", "checkpoint_id": "c1", "expert_id": "e", "met": True,
                "rationale": text, "evidence": [{"quote": text}], "status": "confirmed",
            }
            for n in (0, 1)
        ],
        judges=None,
        verdicts=None,
        people=[{"id": "e", "roles": ["expert"]}],
    )  # fmt: skip
    return made(folder, bundle)


def test_hostile_texts_are_only_shown(hostile, reader):
    del reader
    with reading(hostile) as one:
        for place in (
            *PLACES,
            "#/case/__proto__",
            "#/case/constructor",
            "#/cases?q=script+__proto__",
            "#/<img src=x onerror=window.bad=1>",
            "#/case/%E0%A4%A",
        ):
            one.run("location.href") and one.go(
                place
            ) if "%" not in place and "<" not in place else (
                one.run(f"location.hash = {json.dumps(place)}; 0")
            )
            assert one.run("window.bad === undefined")
            assert (
                one.run(
                    "document.querySelectorAll('main script, main iframe, main a[href^=http]').length"
                )
                == 0
            )
            assert one.run("Object.prototype.bad === undefined")
        one.go("#/case/__proto__")
        assert "window.bad=1</script>" in one.text("h1")
        one.click(".judged td button:not([disabled])")
        assert "onerror=window.bad=1" in one.text(".said")
        assert one.errors == []
        assert all(address.startswith("file://") for address in one.asked)


def test_without_scores_it_says_so(tmp_path, reader):
    del reader
    bundle = sound_bundle(
        tmp_path / "bundle",
        tasks=[{"id": "t1", "prompt": "Advise.", "stage": "ready"}],
        checkpoints=[{"task_id": "t1", "id": "c1", "text": "Says six.", "weight": 5}],
        responses=None, judgments=None, judges=None, verdicts=None, people=None,
    )  # fmt: skip
    with reading(made(tmp_path, bundle)) as one:
        one.go("#/")
        assert "Nothing has been scored yet." in one.text()
        one.go("#/cases")
        assert "Nothing is scored on these cases." in one.text()
        one.go("#/case/t1")
        assert "Advise." in one.text()
        assert one.errors == []
