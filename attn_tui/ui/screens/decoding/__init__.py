"""The screen that steps through the tokens with the keys and values kept."""
