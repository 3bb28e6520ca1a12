"""Checks that run the code of a response in a sandbox."""

from xpert_studio.api import Pack, mark

PACK = Pack(
    id="code",
    title=mark("Checks that run code"),
    order=30,
    needs=("checks",),
    checks={"code": "kinds:KINDS"},
    runners={"sandbox": "sandbox.running:run"},
    probes={"code": "probes:PROBES"},
)
