"""Dumps of a model's Q, K and V: what is read of them, and nothing believed."""
