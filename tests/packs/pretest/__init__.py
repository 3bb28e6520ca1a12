"""Tests of probes of briefs."""
