"""The plane: what stands in it, how it is moved, and what it shows."""
