"""The screens of the experiments: one that chooses, and one that runs any of them; a file an experiment."""
