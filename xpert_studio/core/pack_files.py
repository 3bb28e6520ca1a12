"""Packs from outside where there is no pip: wheels unpacked into the person's own folder.

The folder comes last on the path of modules, so that a pack takes the place of nothing. A pack is
code: it is added by a person, and never comes with a project, a bundle or a submission.
"""

from __future__ import annotations

import shutil
import sys
import zipfile
from configparser import ConfigParser, Error
from email.parser import Parser
from importlib.metadata import Distribution, distributions
from importlib.util import find_spec
from pathlib import Path, PurePosixPath
from typing import Final, NamedTuple

from xpert_studio.core.errors import NotFoundError, UsageError
from xpert_studio.core.language import config_folder
from xpert_studio.core.messages import Message

GROUP: Final = "xpert_studio.packs"
_MOST_BYTES: Final = 200_000_000
_INFO: Final = ".dist-info"


class Wheel(NamedTuple):
    """A pack's wheel.

    Attributes:
        name, version: As it calls itself.
        packs: The names of its packs.
        tops: The folders that it is unpacked to.
    """

    name: str
    version: str
    packs: tuple[str, ...]
    tops: tuple[str, ...]


def packs_folder() -> Path:
    """Where added packs lie."""
    return config_folder() / "packs"


def find_added() -> None:
    """Puts the folder of added packs last on the path of modules, where there is one."""
    folder = str(packs_folder())
    if folder not in sys.path and packs_folder().is_dir():
        sys.path.append(folder)


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
    said = Parser().parsestr(archive.read(f"{info}/WHEEL").decode())
    if said["Root-Is-Purelib"] != "true":
        raise _refused(name, Message("It is not pure Python."))
    points = ConfigParser(delimiters=("=",))
    points.read_string(archive.read(f"{info}/entry_points.txt").decode())
    packs = tuple(points[GROUP]) if GROUP in points else ()
    if not packs:
        raise _refused(name, Message("It brings no pack: it has no entry point {group!r}.",
                                     group=GROUP))  # fmt: skip
    tops = tuple(sorted({one.parts[0] for one in names if one.parts} - {info}))
    _need_own_names(names, tops, name)
    about = Parser().parsestr(archive.read(f"{info}/METADATA").decode())
    return Wheel(str(about["Name"]), str(about["Version"]), packs, (*tops, info))


def _need_own_names(names: list[PurePosixPath], tops: tuple[str, ...], name: str) -> None:
    """Refuses files outside the pack's own folders, and folders that hide a module."""
    for one in names:
        is_inside = len(one.parts) > 1 and not one.is_absolute() and ".." not in one.parts
        if not is_inside or "\\" in str(one) or ":" in str(one):
            raise _refused(name, Message("It has a file outside its folders: {file}.", file=one))
    for top in tops:
        known = find_spec(top) if top.isidentifier() else None
        is_ours = known is not None and str(packs_folder()) in str(known.origin)
        if not top.isidentifier() or (known is not None and not is_ours):
            raise _refused(name, Message("It would hide the module {module!r}.", module=top))


def _refused(name: str, why: Message) -> UsageError:
    return UsageError(
        Message("{name} is no pack that can be added. {why}", name=name, why=why),
        remedy="Ask whoever made it for a wheel of pure Python.",
    )


def add_pack(path: Path) -> Wheel:
    """Unpacks a wheel into the folder of added packs, in the place of an earlier version.

    Raises:
        NotFoundError, UsageError: As ``read_wheel``.
    """
    wheel = read_wheel(path)
    before = added(wheel.name)
    folder = packs_folder()
    unpacked = folder / f".{wheel.name}.new"
    shutil.rmtree(unpacked, ignore_errors=True)
    with zipfile.ZipFile(path) as archive:
        archive.extractall(unpacked)
    if before is not None:
        _remove(before)
    for top in wheel.tops:
        shutil.rmtree(folder / top, ignore_errors=True)
        (unpacked / top).rename(folder / top)
    unpacked.rmdir()
    return wheel


def added(name: str) -> Distribution | None:
    """An added distribution of packs; None where there is none of that name."""
    there = distributions(path=[str(packs_folder())])
    return next((one for one in there if one.name.casefold() == name.casefold()), None)


def remove_pack(name: str) -> None:
    """Removes an added distribution.

    Raises:
        NotFoundError: None of that name was added.
    """
    found = added(name)
    if found is None:
        raise NotFoundError(
            Message("No pack {name!r} was added here.", name=name),
            remedy="'xpert-studio packs list' names those there are.",
        )
    _remove(found)


def _remove(found: Distribution) -> None:
    folder = packs_folder()
    tops = {PurePosixPath(str(one)).parts[0] for one in found.files or ()}
    for top in sorted(tops):
        shutil.rmtree(folder / top, ignore_errors=True)
