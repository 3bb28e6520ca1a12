"""The language models' side of a judge: one prompt in, one reply or one named failure out."""
