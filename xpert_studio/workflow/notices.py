"""Rows of the history that tell of something which is no command of a person on records."""

from xpert_studio.workflow.commands import named

named("project.create", "Create project", "created the project")
named("project.found", "Found project", "founded the project")
named("project.import", "Import", "imported a file")
named("response.unblind", "Unblind", "unblinded responses")
named("verdict.read", "Show verdicts", "looked at a judge’s verdicts")
named("run.start", "Start run", "started a run")
named("run.finish", "Score responses", "scored responses")
named("certificate.add", "Certify alignment", "certified an alignment")
named("publication.add", "Publish", "published something")
named("packet.send", "Send packet", "sent a packet")
named("packet.answer", "Answer packet", "answered a packet")
named("packet.close", "Close packet", "stopped waiting for a packet")
named("packet.reopen", "Reopen packet", "waits for a packet again")
named("packet.open", "Open packet", "opened a packet")
named("packet.import", "Import packet", "took a packet in")
named("packet.bring", "Import packet", "brought something in a packet")
named("undo", "Undo", "undid a change")
named("redo", "Redo", "redid a change")
