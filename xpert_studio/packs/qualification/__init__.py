"""Qualification of experts: examination and trial tasks, and their quality over time."""

from xpert_studio.api import Offer, Pack, mark

PACK = Pack(
    id="qualification",
    title=mark("Qualification of experts"),
    order=41,
    needs=("choice",),
    records={
        "question": "records:QUESTION",
        "answer": "records:ANSWER",
        "mark": "records:MARK",
        "trial": "records:TRIAL",
        "form": "records:FORM",
        "paper": "records:PAPER",
        "rules": "records:RULES",
    },
    changes={
        "qualification.ask": "examining:add_question",
        "qualification.change": "examining:change_question",
        "qualification.retire": "examining:retire_question",
        "qualification.answer": "examining:answer_question",
        "qualification.rate": "examining:rate_answer",
        "qualification.set_rules": "examining:set_rules",
        "qualification.add_trial": "trials:add_trial",
        "qualification.remove_trial": "trials:remove_trial",
    },
    apart={"trials": "trials:apart"},
    evidence={"qualification": "standing:gather"},
    queues={"examinations": "queue:QUEUE"},
    pages={"qualification": "page_entries:QUALIFICATION"},
    sections={
        "qualifications": "section:QUALIFICATIONS",
        "expert-quality": "section_quality:QUALITY",
    },
    commands={
        "exam": Offer(
            "command:app",
            mark("Examinations and trial tasks: who is qualified in which domain."),
            after="people",
        ),
    },
)
