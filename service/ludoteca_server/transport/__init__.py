"""The gRPC face of the use cases."""
