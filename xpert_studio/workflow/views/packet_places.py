"""In which project a packet belongs, for whoever is given one and knows only that it came."""

from __future__ import annotations

from xpert_studio.records import BLIND, REQUESTS, Packet, Purpose
from xpert_studio.store import ProjectFile, packets, settings
from xpert_studio.store.packets import Way


def belongs_in(project: ProjectFile, packet: Packet) -> bool:
    """Whether a packet is for this copy of its project; who may take it in is not asked.

    An answer belongs where the packet went out that it answers, a copy in the project itself, and
    what asks somebody for something in that person's own part of the project: for judging and
    confirming, in one that is blind.
    """
    with project.reading() as tx:
        if settings.project_id(tx) != packet.project_id:
            return False
        guest = settings.guest(tx)
        if packet.purpose is Purpose.ANSWERS:
            return packets.find_packet(tx, packet.answers_to or "", Way.OUT) is not None
        if packet.purpose not in REQUESTS:
            return guest is None
        if guest is None:
            # A colleague's own copy of the whole project takes what is not blind.
            sent = packets.find_packet(tx, packet.id, Way.OUT) is not None
            return packet.purpose not in BLIND and not sent
        is_theirs = guest.person_id == packet.for_person
        return is_theirs and guest.is_blind == (packet.purpose in BLIND)
