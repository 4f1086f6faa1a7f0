"""Every stage printed: text, Markdown, JSON and CSV."""
