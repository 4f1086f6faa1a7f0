"""Presets and lessons: TOML read into problems and steps, every fault with its place."""
