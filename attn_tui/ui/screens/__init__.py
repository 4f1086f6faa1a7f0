"""The screens besides the board: help, the picker, questions."""
