"""Plain view objects: what a part of the board shows, as text and the names of looks. No Textual."""
