"""Review of a frozen revision: comments, threads, differences, decision; spot checks alike."""
