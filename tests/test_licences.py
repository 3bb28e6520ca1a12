"""Every installed runtime dependency is under a permissive licence or the LGPL; one is data."""

from __future__ import annotations

import re
import tomllib
from importlib.metadata import Distribution, distribution
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
EXTRAS = [line for id_, lines in PROJECT["optional-dependencies"].items() if id_ != "all"
          for line in lines]  # fmt: skip
DEPENDENCIES = [*PROJECT["dependencies"], *EXTRAS]

# SPDX identifiers, and the names that older metadata use for the same licences.
FIT = {
    *("0BSD", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "CC0-1.0", "ISC", "LGPL-2.1-or-later"),
    *("LGPL-3.0-only", "LGPL-3.0-or-later", "MIT", "MIT-0", "MIT-CMU", "PSF-2.0", "Zlib"),
    *("Apache 2.0", "Apache Software License", "BSD License", "ISC License"),
    *("MIT License", "Python Software Foundation License"),
}
# Packages whose metadata say nothing that a program can read, with the licence their files state.
STATED: dict[str, str] = {"partd": "BSD-3-Clause", "pypdfium2": "BSD-3-Clause OR Apache-2.0"}
# The Mozilla Public License binds changes of the covered files alone. It is fit for data that we
# install as it is: the list of certificate authorities that google-genai asks for.
DATA = {"certifi": "Mozilla Public License 2.0"}


def licence(package: Distribution) -> str:
    """What the metadata say, as one expression; empty where they say nothing short."""
    about = package.metadata
    classes = [name for name in about.get_all("Classifier") or [] if name.startswith("License ::")]
    older = " AND ".join(re.sub(r".* :: | \(.*\)", "", name) for name in classes)
    text = about.get("License") or ""
    return about.get("License-Expression") or older or ("" if "\n" in text else text)


def is_fit(expression: str) -> bool:
    """Whether an expression of AND and OR can be satisfied by licences that are fit.

    An AND inside an OR may be refused although it is fit; it is never accepted although it is not.
    """
    terms = re.sub(r"[()]", "", expression).split(" AND ")
    return all(any(part in FIT for part in term.split(" OR ")) for term in terms)


def runtime() -> dict[str, Distribution]:
    """The dependencies of ``pyproject.toml`` that apply here, extras included, and theirs."""
    found: dict[str, Distribution] = {}
    left = [Requirement(line) for line in DEPENDENCIES]
    while left:
        wanted = left.pop()
        name = canonicalize_name(wanted.name)
        extras = wanted.extras | {""}
        applies = not wanted.marker or any(wanted.marker.evaluate({"extra": e}) for e in extras)
        if applies and name not in found:
            found[name] = distribution(wanted.name)
            left += [Requirement(line) for line in found[name].requires or []]
    return found


def test_every_runtime_dependency_is_permissive_or_lgpl():
    said = {name: STATED.get(name) or licence(package) for name, package in runtime().items()}
    assert len(said) > len(DEPENDENCIES)
    assert {name: text for name, text in said.items() if not is_fit(text)} == DATA


def test_every_runtime_dependency_is_locked():
    locked = (ROOT / "requirements" / "all.txt").read_text()
    names = {canonicalize_name(name) for name in re.findall(r"^([\w.-]+)==", locked, re.MULTILINE)}
    assert set(runtime()) <= names


def test_the_oracle_of_the_tests_would_not_be_fit():
    assert not is_fit(licence(distribution("krippendorff")))
    assert "krippendorff" not in runtime()


@pytest.mark.parametrize(
    ("expression", "fit"),
    [
        ("LGPL-3.0-only OR GPL-2.0-only OR GPL-3.0-only", True),
        ("Apache-2.0 AND MIT", True),
        ("MIT AND GPL-3.0-or-later", False),
        ("AGPL-3.0-only", False),
        ("", False),
    ],
)
def test_one_fit_alternative_is_enough_and_every_part_must_be_fit(expression, fit):
    assert is_fit(expression) == fit
