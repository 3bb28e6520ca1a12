"""Every name of every list is read as its entry, in every language; projects' own names first."""

import importlib
import pkgutil
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.sampling import examples
from xpert_studio.cli.typed import chosen
from xpert_studio.core.errors import UsageError
from xpert_studio.core.instruments import instrument_names
from xpert_studio.core.names import LISTS, Listed, folded
from xpert_studio.core.records.vocabulary import DIMENSIONS, DOMAINS
from xpert_studio.core.wording import CATALOGUES, LANGUAGES, speak, translated
from xpert_studio.core.workflow.recipes import recipe_names

PARTS = ("core", "report", "cli", "packs")


@cache
def every_list():
    """All lists of the program, when a test asks for them: most of it has to be imported."""
    for part in PARTS:
        package = importlib.import_module(f"xpert_studio.{part}")
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if ".migrations" not in module.name:
                importlib.import_module(module.name)
    recipe_names(), instrument_names()
    return LISTS


def every_name():
    return [(names, id_) for names in every_list().values() for id_ in names]


def spelt(draw, text):
    """A name as people type it."""
    letters = (draw(st.sampled_from([c.upper(), c.lower()])) for c in text)
    joined = "".join(letters).replace("_", draw(st.sampled_from(["_", "-", " "])))
    return draw(st.sampled_from(["{}", " {} ", "{}\u3000"])).format(joined)


@given(st.data())
def test_every_name_in_every_language_is_read_as_its_entry(data):
    names, id_ = data.draw(st.sampled_from(every_name()))
    language = data.draw(st.sampled_from([*LANGUAGES]))
    title = names.title(id_, language)
    for text in (id_, title, translated(names.message(id_), language)):
        assert names.find(spelt(data.draw, text)) == id_


def test_no_two_entries_of_a_list_share_a_name():
    for kind, names in every_list().items():
        for language in LANGUAGES:
            said = [folded(names.title(id_, language)) for id_ in names]
            assert len(said) == len(set(said)), (kind, language)


def test_every_name_has_chinese():
    for names, id_ in every_name():
        title = names.title(id_, "zh")
        assert not title.isascii() or title != names.title(id_, "en"), (names.kind, id_)


def test_every_enumeration_that_is_read_by_name_has_its_list_and_no_word_lacks():
    every_list()
    for kind in Listed.__subclasses__():
        names = LISTS[kind.__name__]
        assert set(names) == set(kind)
        for member in kind:
            assert all(kind(names.title(member, language)) is member for language in LANGUAGES)
        with pytest.raises(ValueError, match="nonsense"):
            kind("nonsense")


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_no_name_is_refused_with_the_names_of_the_reader(language):
    speak(language)
    try:
        for names in every_list().values():
            with pytest.raises(UsageError) as refused:
                chosen(names, "nonsense", "--option")
            said = translated(refused.value.remedy)
            assert all(names.word(id_) in said for id_ in names)
    finally:
        speak("en")


@pytest.mark.parametrize("names", [DOMAINS, DIMENSIONS], ids=["domains", "dimensions"])
def test_names_of_a_project_are_read_as_it_writes_them(names):
    for id_ in names:
        for own in (id_, names.title(id_, "zh"), id_.upper()):
            read = names.reader([own, "航天法"])
            for language in LANGUAGES:
                assert read(names.title(id_, language)) == own
    assert names.reader(["航天法"])("航天法 ") == "航天法"
    assert names.reader(["航天法"])(next(iter(names))) is None


@given(st.text())
@examples(200)
def test_any_text_is_read_without_fail_and_stays_as_it_is_where_it_is_no_name(text):
    for names in every_list().values():
        if names.find(text) is None:
            assert names.title(text, "zh") == text
            assert names.word(text) == text


def test_an_own_spelling_comes_before_a_name_of_the_list():
    read = DOMAINS.reader(["法律", "Law"])
    assert (read("法律"), read("law")) == ("法律", "Law")


def test_languages_of_catalogues_are_languages():
    assert set(CATALOGUES) <= set(LANGUAGES)
