"""Conversations: tasks with turns, responses with messages, and files of other tools with both."""

from xpert_studio.api import Offer, Pack, mark

PACK = Pack(
    id="conversations",
    title=mark("Conversations"),
    order=125,
    needs=("graded",),
    imports={
        "chat": "incoming:CHAT",
        "mt-bench": "incoming:QUESTIONS",
        "mt-bench-answers": "incoming:ANSWERS",
        "mt-bench-grades": "incoming:GRADES",
        "inspect-log": "incoming:INSPECT_LOG",
        "otel-genai": "incoming:TRACES",
    },
    sections={"conversations": "section:BY_TURN"},
    records={"plan": "records:PLAN"},
    commands={
        "conversation": Offer(
            "command:app",
            mark("Set the turns of tasks, and have models play them."),
            after="response",
        )
    },
    exports={"chat": "exporting:CHAT", "mt-bench": "exporting:MT_BENCH"},
)
