"""Object storage as s3fs shows it: listings are believed for ever, and a folder of no bucket makes the bucket."""

from __future__ import annotations

from typing import Any, ClassVar

from fsspec.implementations.memory import MemoryFileSystem

HERE = "s3://games"


class Buckets(MemoryFileSystem):  # type: ignore[misc]  # fsspec has no types
    """Stands in for s3fs, which needs a server."""

    protocol = ("s3", "s3a")
    store: ClassVar[dict[str, Any]] = {}
    pseudo_dirs: ClassVar[list[str]] = [""]
    made: ClassVar[set[str]] = set()

    @classmethod
    def empty(cls) -> None:
        """One bucket, with nothing in it."""
        cls.store.clear()
        cls.made.clear()
        cls.made.add("games")
        cls.clear_instance_cache()

    @classmethod
    def _strip_protocol(cls, path: str) -> str:
        return "/" + path.removeprefix("s3://").strip("/")

    def makedirs(self, path: str, exist_ok: bool = False) -> None:
        self.made.add(self._bucket(path))

    def ls(self, path: str, detail: bool = True, **kwargs: Any) -> Any:
        if path not in self.dircache:
            self.dircache[path] = found = super().ls(path, detail=True)
        else:
            found = self.dircache[path]
        return found if detail else [info["name"] for info in found]

    def invalidate_cache(self, path: str | None = None) -> None:
        self.dircache.pop(path, None)

    def cat_file(self, path: str, **kwargs: Any) -> Any:
        self._ls_from_cache(self._strip_protocol(path))
        return super().cat_file(path, **kwargs)

    def open(self, path: str, mode: str = "rb", **kwargs: Any) -> Any:
        if self._bucket(path) not in self.made:
            raise FileNotFoundError("The specified bucket does not exist")
        return super().open(path, mode, **kwargs)

    def _bucket(self, path: str) -> str:
        return self._strip_protocol(path).split("/")[1]
