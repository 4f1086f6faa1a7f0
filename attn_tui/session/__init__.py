"""One exploration without a screen: the problem, the settings, the selection, and every edit with its undo."""
