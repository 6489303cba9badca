"""The use cases: one file and one function each, and what they share."""
