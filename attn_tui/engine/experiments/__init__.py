"""What the explanations claim about attention, measured: one file an experiment, NumPy only.

What takes long is a generator: it computes as far as it is asked, so whoever reads it can draw, pause or stop.
"""
