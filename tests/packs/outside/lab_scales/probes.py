"""A probe of the lab."""

from xpert_studio.api.probes import Found, Need, Probe, State


def _look() -> Found:
    return Found(State.MISSING, remedy="Ask the lab for a telescope.")


PROBES = (
    Probe(
        "telescope", "Telescope", "sightings of the moon", Need.OPTIONAL,
        "Nothing is seen at night.", _look, after="keyring",
    ),
)  # fmt: skip
