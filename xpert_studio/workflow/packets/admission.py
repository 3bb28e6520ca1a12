"""Whether a packet belongs here at all, and in what light it is read."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from xpert_studio.errors import NotFoundError, PacketRefusedError
from xpert_studio.records import BLIND, Packet, Person, Purpose, Role
from xpert_studio.store import Transaction, entities, packets, responses, settings
from xpert_studio.store.packets import PacketRow, Way
from xpert_studio.store.settings import Guest
from xpert_studio.workflow import rights
from xpert_studio.workflow.desk import Desk, person_of
from xpert_studio.workflow.packets.veil import Veil

_HERE: Final = "Open the project it comes from, and take it in there."


@dataclass(frozen=True, slots=True)
class Admitted:
    """A packet that belongs here.

    Attributes:
        request: What it answers, where it is an answer.
        sender: Who made it, as they are here.
        guest: Whose part of a project this is; None for a project itself.
        before: Where it was taken before, when.
        names: The real ids of responses by what they are called in the packet.
    """

    packet: Packet
    request: PacketRow | None
    sender: Person
    guest: Guest | None
    before: PacketRow | None
    names: dict[str, str] = field(default_factory=dict)


def admit(tx: Transaction, desk: Desk, packet: Packet) -> Admitted:
    """Lets a packet in.

    Raises:
        PacketRefusedError: It is of another project, for somebody else, from somebody who may not
            send it, or answers what nobody asked here.
        NotAllowedError: The person may not take packets in.
    """
    person, guest = person_of(tx, desk.person_id), settings.guest(tx)
    if packet.project_id != settings.project_id(tx):
        raise PacketRefusedError(
            f"The packet is of another project than {settings.project_info(tx).name}.",
            remedy=_HERE,
        )
    before = packets.find_packet(tx, packet.id, Way.IN)
    if packet.purpose is Purpose.ANSWERS:
        request = _question(tx, packet)
        _need_lead(person, guest)
        names = _names(tx, request.packet)
        return Admitted(packet, request, _sender(tx, packet), guest, before, names)
    if packet.purpose is Purpose.SYNC:
        _need_lead(person, guest)
    else:
        _for_person(packet, person, guest)
    sender = _sender(tx, packet)
    if Role.LEAD not in sender.roles:
        raise PacketRefusedError(
            f"The packet was made by {sender.called}, who does not lead this project.",
            remedy="Packets like this one are taken from leads only.",
        )
    return Admitted(packet, None, sender, guest, before)


def _question(tx: Transaction, packet: Packet) -> PacketRow:
    found = packets.find_packet(tx, packet.answers_to or "", Way.OUT)
    if found is None:
        raise PacketRefusedError(
            f"The packet answers {packet.answers_to or 'nothing'}, which did not go out from this "
            "copy of the project.",
            remedy="Take it in where that packet was made.",
        )
    if found.packet.for_person != packet.made_by:
        raise PacketRefusedError(
            f"The packet that it answers was for {found.packet.for_person}; this answer is from "
            f"{packet.made_by}.",
            remedy="Have whoever was asked make the answer.",
        )
    return found


def _need_lead(person: Person, guest: Guest | None) -> None:
    if guest is not None:
        raise PacketRefusedError(
            "This file is what somebody was sent of a project; the packet belongs in the project.",
            remedy=_HERE,
        )
    rights.need_role(person, Role.LEAD)


def _for_person(packet: Packet, person: Person, guest: Guest | None) -> None:
    if packet.for_person != person.id:
        raise PacketRefusedError(
            f"The packet is for {packet.for_person}; you work as {person.called}.",
            remedy="Open it as the person it is for.",
        )
    blind = packet.purpose in BLIND
    if blind is not (guest is not None and guest.is_blind) and (blind or guest is not None):
        raise PacketRefusedError(
            "Judging stays blind only in a file of its own, and this file is not for that."
            if blind
            else "This file is for judging only, so that judging stays blind.",
            remedy="Open the packet as a new project.",
        )


def _sender(tx: Transaction, packet: Packet) -> Person:
    found = entities.find(tx, Person, packet.made_by)
    if found is None:
        raise PacketRefusedError(
            f"The packet was made by {packet.made_by}, who is not in this project.",
            remedy="Ask whoever gave it to you where it comes from.",
        )
    return found


def _names(tx: Transaction, request: Packet) -> dict[str, str]:
    if request.purpose not in BLIND:
        return {}
    secret = settings.blind_secret(tx)
    if secret is None:
        raise NotFoundError("The project has lost what tells its responses apart in packets.")
    veil = Veil(secret, request.for_person or "")
    return veil.real_ids(item.id for item in responses.outlines(tx))
