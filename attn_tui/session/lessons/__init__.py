"""Lessons: the steps, the way through them, questions, goals, and their text."""
