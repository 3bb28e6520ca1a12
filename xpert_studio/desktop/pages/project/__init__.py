"""The rules of the project: limits, defaults, vocabulary, grading policy."""
