"""What experts judge first: responses in which the lab saw something."""

from xpert_studio.api.records import Transaction, seen_records


def asked_for(tx: Transaction) -> frozenset[str]:
    found = seen_records(tx, None, "lab_scales", "sighting")
    return frozenset(one.response for one in found if one.response)
