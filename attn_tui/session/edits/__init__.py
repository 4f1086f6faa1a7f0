"""Everything that changes numbers, words and settings, each an undoable step."""
