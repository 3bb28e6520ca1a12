"""Working together offline: what is out with whom, sending, answering, and taking packets in."""
