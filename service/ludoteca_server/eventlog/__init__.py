"""The event log and the lobby on Redis or Valkey; only here: redis. A log holds bytes, not meaning."""
