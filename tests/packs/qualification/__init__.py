"""Tests of qualification: examinations, trials, quality, practice."""
