"""The service: tables over gRPC, on event logs in Redis or Valkey."""
