"""Working together offline: what goes into a packet, what comes of one that came, who has what."""

from xpert_studio.workflow.packets.choosing import Candidate, candidates, choose, scope_of
from xpert_studio.workflow.packets.content import Files, Held, PacketContent
from xpert_studio.workflow.packets.opening import open_packet
from xpert_studio.workflow.packets.planning import Plan, plan_packet
from xpert_studio.workflow.packets.sending import (
    close_packet,
    send_answer,
    send_copy,
    send_request,
)
from xpert_studio.workflow.packets.taking import take_packet

__all__ = [
    "Candidate",
    "Files",
    "Held",
    "PacketContent",
    "Plan",
    "candidates",
    "choose",
    "close_packet",
    "open_packet",
    "plan_packet",
    "scope_of",
    "send_answer",
    "send_copy",
    "send_request",
    "take_packet",
]
