"""A kind of model made for a test: one file for the model, one for its training, one line in a registry."""
