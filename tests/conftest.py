"""What holds for all tests, before anything of theirs is imported."""

from __future__ import annotations

import os

# Tests that hold gRPC channels start stores from the same process. gRPC's handlers of `fork` restart its
# threads in the child, which has closed their files already, and the child ends before it becomes the store.
os.environ["GRPC_ENABLE_FORK_SUPPORT"] = "false"
