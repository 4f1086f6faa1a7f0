"""What an experiment found, as text for people and as JSON and CSV for scripts: a file an experiment."""
