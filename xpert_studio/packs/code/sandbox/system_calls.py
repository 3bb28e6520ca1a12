"""Which calls of the kernel are refused in the sandbox, as a seccomp filter.

Refused is what could reach past the namespaces (tracing, mounting, other namespaces, keys, clocks,
sockets of other kinds than local ones: AF_VSOCK belongs to no network namespace), what widens the
way into the kernel (BPF, io_uring, userfaultfd), what a person has only so many of (inotify), and
memory that belongs to no process and that no limit would count (memfd, System V IPC, anonymous
shared mappings).

The program is classic BPF over ``struct seccomp_data``: see ``linux/filter.h`` and
``linux/seccomp.h``.
"""

from __future__ import annotations

import errno
import platform
import struct
from functools import cache
from typing import Final

from pydantic import BaseModel, ConfigDict

from xpert_studio.core.resources import resource_json

_LOAD: Final = 0x20  # BPF_LD | BPF_W | BPF_ABS
_EQUAL: Final = 0x15  # BPF_JMP | BPF_JEQ | BPF_K
_AT_LEAST: Final = 0x35  # BPF_JMP | BPF_JGE | BPF_K
_ANY_BIT: Final = 0x45  # BPF_JMP | BPF_JSET | BPF_K
_AND: Final = 0x54  # BPF_ALU | BPF_AND | BPF_K
_RETURN: Final = 0x06  # BPF_RET | BPF_K

_KILL: Final = 0x80000000  # SECCOMP_RET_KILL_PROCESS
_ALLOW: Final = 0x7FFF0000  # SECCOMP_RET_ALLOW
_ERROR: Final = 0x00050000  # SECCOMP_RET_ERRNO

_NUMBER: Final = 0  # offsets in struct seccomp_data, of a little-endian machine
_PROCESSOR: Final = 4
_ARGUMENTS: Final = (16, 24, 32, 40)

_X32: Final = 0x40000000  # numbers of the other interface of x86-64
_NEW_NAMESPACES: Final = 0x7E020000  # CLONE_NEWNS, CGROUP, UTS, IPC, USER, PID and NET
_SHARED_ANONYMOUS: Final = 0x21  # MAP_SHARED (and MAP_SHARED_VALIDATE), MAP_ANONYMOUS
_LOCAL: Final = (1,)  # AF_UNIX
_NETWORK: Final = (1, 2, 10, 16)  # and AF_INET, AF_INET6, AF_NETLINK

_Instruction = tuple[int, int, int, int]


class _Processor(BaseModel):
    """The numbers of one processor's calls."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    audit: int
    special: dict[str, int]
    refused: dict[str, int]


@cache
def call_filter(*, has_network: bool = False) -> bytes | None:
    """The filter for this processor; None where its numbers are not known.

    Args:
        has_network: Whether sockets of the internet may be made.
    """
    given = resource_json("sandbox", "system_calls.json").get(platform.machine())
    families = _NETWORK if has_network else _LOCAL
    return None if given is None else _program(_Processor.model_validate(given), families)


def _program(known: _Processor, families: tuple[int, ...]) -> bytes:
    special = known.special
    made: list[_Instruction] = [
        (_LOAD, 0, 0, _PROCESSOR),
        (_EQUAL, 1, 0, known.audit),
        (_RETURN, 0, 0, _KILL),
        (_LOAD, 0, 0, _NUMBER),
        (_AT_LEAST, 0, 1, _X32),
        (_RETURN, 0, 0, _KILL),
    ]
    for number in sorted(known.refused.values()):
        made += _if_called(number, [(_RETURN, 0, 0, _ERROR | errno.EPERM)])
    # The C library then uses clone, whose flags can be seen here; those of clone3 cannot.
    made += _if_called(special["clone3"], [(_RETURN, 0, 0, _ERROR | errno.ENOSYS)])
    made += _if_called(special["clone"], _refuse_bits(_ARGUMENTS[0], _NEW_NAMESPACES))
    made += _if_called(
        special["mmap"],
        [
            (_LOAD, 0, 0, _ARGUMENTS[3]),
            (_AND, 0, 0, _SHARED_ANONYMOUS),
            (_EQUAL, 0, 1, _SHARED_ANONYMOUS),
            (_RETURN, 0, 0, _ERROR | errno.EPERM),
            (_RETURN, 0, 0, _ALLOW),
        ],
    )
    for name in ("socket", "socketpair"):
        made += _if_called(
            special[name],
            [
                (_LOAD, 0, 0, _ARGUMENTS[0]),
                *((_EQUAL, len(families) - place, 0, one) for place, one in enumerate(families)),
                (_RETURN, 0, 0, _ERROR | errno.EPERM),
                (_RETURN, 0, 0, _ALLOW),
            ],
        )
    made.append((_RETURN, 0, 0, _ALLOW))
    return b"".join(struct.pack("<HBBI", *instruction) for instruction in made)


def _if_called(number: int, then: list[_Instruction]) -> list[_Instruction]:
    """What decides on a call. It ends with a return: what follows it is about other calls."""
    return [(_EQUAL, 0, len(then), number), *then]


def _refuse_bits(argument: int, bits: int) -> list[_Instruction]:
    return [
        (_LOAD, 0, 0, argument),
        (_ANY_BIT, 0, 1, bits),
        (_RETURN, 0, 0, _ERROR | errno.EPERM),
        (_RETURN, 0, 0, _ALLOW),
    ]
