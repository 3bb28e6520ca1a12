"""Tests of norming."""
