"""Prometheus: what a worker and a supervisor count, under its names."""
