"""The sections of a report, one a file: each takes the analysis and gives its blocks."""
