"""What the engine is asked for, and what is made of its answers."""
