"""Packs from outside where there is no pip: wheels unpacked into the person's own folder.

Each distribution has a folder of its own, which comes last on the path of modules, so that a pack
takes the place of nothing. A pack is code: it is added by a person, and never comes with a project,
a bundle or a submission.
"""

from __future__ import annotations

import re
import shutil
import sys
import zipfile
from collections.abc import Iterator
from configparser import ConfigParser, Error
from email.message import Message as Headers
from email.parser import Parser
from importlib.metadata import distributions
from importlib.util import find_spec
from pathlib import Path, PurePosixPath
from typing import Final, NamedTuple

from xpert_studio.core.errors import NotFoundError, UsageError
from xpert_studio.core.language import config_folder
from xpert_studio.core.messages import Message

GROUP: Final = "xpert_studio.packs"
_MOST_BYTES: Final = 200_000_000
_INFO: Final = ".dist-info"
_NAME: Final = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9._-]{0,98}[A-Za-z0-9])?")
_VERSION: Final = re.compile(r"[A-Za-z0-9.!+_-]{1,60}")


class Wheel(NamedTuple):
    """A pack's wheel.

    Attributes:
        name, version: As it calls itself.
        packs: The names of its packs.
    """

    name: str
    version: str
    packs: tuple[str, ...]


def plain_name(name: str) -> str:
    """A distribution's name as names are compared: ``Lab_Scales`` is ``lab-scales``."""
    return re.sub(r"[-_.]+", "-", name).lower()


def packs_folder() -> Path:
    """Where added packs lie, each distribution in a folder of its plain name."""
    return config_folder() / "packs"


def find_added() -> None:
    """Puts the folders of added packs last on the path of modules, where there are any."""
    for folder in _added():
        if str(folder) not in sys.path:
            sys.path.append(str(folder))


def _added() -> Iterator[Path]:
    if packs_folder().is_dir():
        yield from sorted(path for path in packs_folder().iterdir() if _NAME.fullmatch(path.name))


def read_wheel(path: Path) -> Wheel:
    """What a wheel holds; nothing of it is run.

    Raises:
        NotFoundError: There is nothing at ``path``.
        UsageError: It is no wheel of pure Python with a pack, or would hide a module.
    """
    try:
        with zipfile.ZipFile(path) as archive:
            return _wheel_in(archive, path.name)
    except FileNotFoundError as error:
        raise NotFoundError(
            Message("There is nothing at {source}.", source=path), remedy="Check the name."
        ) from error
    except (OSError, zipfile.BadZipFile, KeyError, UnicodeDecodeError, Error) as error:
        raise _refused(path.name, Message("It is no wheel.")) from error


def _wheel_in(archive: zipfile.ZipFile, name: str) -> Wheel:
    names = [PurePosixPath(one) for one in archive.namelist()]
    infos = {one.parts[0] for one in names if one.parts and one.parts[0].endswith(_INFO)}
    if len(infos) != 1:
        raise _refused(name, Message("It is no wheel."))
    info = infos.pop()
    if sum(one.file_size for one in archive.infolist()) > _MOST_BYTES:
        raise _refused(name, Message("It is larger than {n} MB.", n=_MOST_BYTES // 1_000_000))
    if _headers(archive, f"{info}/WHEEL")["Root-Is-Purelib"] != "true":
        raise _refused(name, Message("It is not pure Python."))
    packs = _packs_in(archive, f"{info}/entry_points.txt")
    if not packs:
        raise _refused(
            name, Message("It brings no pack: it has no entry point {group!r}.", group=GROUP)
        )
    about = _headers(archive, f"{info}/METADATA")
    wheel = Wheel(str(about["Name"] or ""), str(about["Version"] or ""), packs)
    if not _NAME.fullmatch(wheel.name) or not _VERSION.fullmatch(wheel.version):
        raise _refused(name, Message("Its name or version is none."))
    _need_own_names(names, {one.parts[0] for one in names if one.parts} - {info}, wheel, name)
    return wheel


def _headers(archive: zipfile.ZipFile, name: str) -> Headers:
    return Parser().parsestr(archive.read(name).decode())


def _packs_in(archive: zipfile.ZipFile, name: str) -> tuple[str, ...]:
    if name not in archive.namelist():
        return ()
    points = ConfigParser(delimiters=("=",))
    points.read_string(archive.read(name).decode())
    return tuple(points[GROUP]) if GROUP in points else ()


def _need_own_names(names: list[PurePosixPath], tops: set[str], wheel: Wheel, name: str) -> None:
    """Refuses files outside the pack's own folders, and folders that hide a module."""
    for one in names:
        is_inside = len(one.parts) > 1 and not one.is_absolute() and ".." not in one.parts
        if not is_inside or "\\" in str(one) or ":" in str(one):
            raise _refused(name, Message("It has a file outside its folders: {file}.", file=one))
    own = packs_folder() / plain_name(wheel.name)
    for top in sorted(tops):
        known = find_spec(top) if top.isidentifier() else None
        places = [*(known.submodule_search_locations or [str(known.origin)])] if known else []
        is_own = all(Path(place).is_relative_to(own) for place in places)
        if not top.isidentifier() or not is_own:
            raise _refused(name, Message("It would hide the module {module!r}.", module=top))


def _refused(name: str, why: Message) -> UsageError:
    return UsageError(
        Message("{name} is no pack that can be added. {why}", name=name, why=why),
        remedy="Ask its author for a wheel that is pure Python.",
    )


def add_pack(path: Path) -> Wheel:
    """Unpacks a wheel into the folder of added packs, in the place of an earlier version.

    Raises:
        NotFoundError, UsageError: As ``read_wheel``.
    """
    wheel = read_wheel(path)
    folder = packs_folder() / plain_name(wheel.name)
    unpacked = packs_folder() / f".{folder.name}.new"
    shutil.rmtree(unpacked, ignore_errors=True)
    with zipfile.ZipFile(path) as archive:
        archive.extractall(unpacked)
    shutil.rmtree(folder, ignore_errors=True)
    unpacked.rename(folder)
    return wheel


def remove_pack(name: str) -> str:
    """Removes an added distribution, by its name or that of a pack of it; gives its plain name.

    Raises:
        NotFoundError: None of that name was added.
    """
    for folder in _added():
        found = distributions(path=[str(folder)])
        points = {p.name for one in found for p in one.entry_points if p.group == GROUP}
        if plain_name(name) == folder.name or name in points:
            shutil.rmtree(folder)
            return folder.name
    raise NotFoundError(
        Message("No pack {name!r} was added here.", name=name),
        remedy="'xpert-studio packs list' names those there are.",
    )
