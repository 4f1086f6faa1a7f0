"""The screen: draws a session and sends it commands. Does no arithmetic."""
