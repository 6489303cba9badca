"""Finished tables as files, in a directory or in object storage; only here: fsspec and zstd."""
