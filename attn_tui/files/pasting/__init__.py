"""Blocks of numbers pasted from elsewhere, and copied out."""
