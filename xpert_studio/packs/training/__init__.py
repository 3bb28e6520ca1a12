"""Training: a short course with contrasting examples and a self-test, and a project's own pages."""

from xpert_studio.api import Offer, Pack, mark

PACK = Pack(
    id="training",
    title=mark("Training"),
    order=51,
    records={"page": "records:PAGE", "test": "records:TEST"},
    changes={
        "training.add": "changes:add_page",
        "training.remove": "changes:remove_page",
        "training.test": "changes:take_test",
    },
    pages={"training": "page_entries:TRAINING"},
    commands={
        "training": Offer(
            "command:app",
            mark("A short course with contrasting examples, and a self-test."),
            after="exam",
        ),
    },
)
