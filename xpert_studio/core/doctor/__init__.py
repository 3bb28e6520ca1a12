"""What the program needs of this computer: whether it is there, and how to get it."""
