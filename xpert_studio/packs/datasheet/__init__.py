"""The datasheet of a judge: what is known of it, whether it drifts, and what takes its place."""

from xpert_studio.api import Offer, Pack, mark

PACK = Pack(
    id="datasheet",
    title=mark("Datasheet of a judge"),
    order=54,
    needs=("attacks",),
    commands={
        "judge probe": Offer(
            "command_probe:probe",
            mark("Ask a judge about responses whose style alone was edited."),
        ),
        "judge recheck": Offer(
            "command_recheck:recheck",
            mark("Ask a judge again about a frozen set of gold forms, and say whether it drifts."),
        ),
        "judge link": Offer(
            "command_link:link",
            mark("Compare a judge with the one that takes its place, on the same gold."),
        ),
    },
    steps={"judge_again": "again:ASK_AGAIN"},
    records={"asking": "records:ASKING", "succession": "records:SUCCESSION"},
    sections={
        "judge-datasheet": "section:DATASHEET",
        "judge-drift": "section_drift:DRIFT",
        "judge-link": "section_link:LINK",
    },
)
