"""Review of a frozen revision: remarks, threads, differences, decision; spot checks alike."""
