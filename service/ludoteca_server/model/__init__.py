"""Frozen values and errors that every layer may use; imports nothing of ours."""
