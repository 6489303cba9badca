"""What the wire may reach: games know the common words, never the other way; stored events stay inside."""

from __future__ import annotations

import subprocess
import sys
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from google.protobuf.descriptor_pb2 import DescriptorProto, FieldDescriptorProto, FileDescriptorSet

from tests.architecture.tree import ROOT, files, games

LOG = "ludoteca.log.v1"


@cache
def protos() -> FileDescriptorSet:
    """Every .proto file of the project, compiled."""
    sources = [
        name.removeprefix("proto/")
        for name in files()
        if name.startswith("proto/") and name.endswith(".proto")
    ]
    with TemporaryDirectory() as folder:
        out = Path(folder) / "all.binpb"
        subprocess.run(
            [
                sys.executable,
                "-m",
                "grpc_tools.protoc",
                "-Iproto",
                "--include_imports",
                f"--descriptor_set_out={out}",
                *sources,
            ],
            cwd=ROOT,
            check=True,
        )
        return FileDescriptorSet.FromString(out.read_bytes())


def messages() -> dict[str, DescriptorProto]:
    """Every message by its full name, nested ones too."""
    found: dict[str, DescriptorProto] = {}

    def add(prefix: str, message: DescriptorProto) -> None:
        name = f"{prefix}.{message.name}"
        found[name] = message
        for nested in message.nested_type:
            add(name, nested)

    for file in protos().file:
        for message in file.message_type:
            add(file.package, message)
    return found


def reachable() -> set[str]:
    """Full names of the messages that some rpc can carry."""
    every = messages()
    todo = [
        name.lstrip(".")
        for file in protos().file
        for service in file.service
        for method in service.method
        for name in (method.input_type, method.output_type)
    ]
    seen: set[str] = set()
    while todo:
        name = todo.pop()
        if name in seen:
            continue
        seen.add(name)
        todo += [
            field.type_name.lstrip(".")
            for field in every[name].field
            if field.type == FieldDescriptorProto.TYPE_MESSAGE
        ]
    return seen


def test_r06_no_rpc_reaches_a_stored_event() -> None:
    stored = {name for name in messages() if name.startswith(f"{LOG}.")}
    assert f"{LOG}.Event" in stored
    assert len(reachable()) > 20, "the walk found the api"
    assert not stored & reachable()


def test_r06_no_file_of_the_api_imports_the_log() -> None:
    users = [
        file.name
        for file in protos().file
        if file.package != LOG and any("/log/" in path for path in file.dependency)
    ]
    assert not users


def test_r06_python_has_no_stored_event() -> None:
    assert not [name for name in files() if name.startswith("proto/gen/") and "/log/" in name]


def test_games_know_the_common_words_and_nothing_knows_a_game() -> None:
    for file in protos().file:
        if not file.package.startswith("ludoteca."):
            continue
        edges = {path for path in file.dependency if path.startswith("ludoteca/")}
        foreign = {path for path in edges if not path.startswith("ludoteca/v1/")}
        own = file.name.rsplit("/", 1)[0] + "/"
        assert not {path for path in foreign if not path.startswith(own)}, file.name


def test_every_game_brings_action_view_and_options() -> None:
    every = messages()
    for game in games():
        for name in ("Action", "View", "Options"):
            assert f"ludoteca.{game}.v1.{name}" in every


def test_every_public_message_and_rpc_is_explained() -> None:
    for name in files():
        if not name.startswith("proto/ludoteca/v1/"):
            continue
        lines = (ROOT / name).read_text(encoding="utf-8").splitlines()
        for before, line in zip(["", *lines], lines, strict=False):
            if line.strip().startswith("rpc "):
                assert before.strip().startswith("//"), f"{name}: {line.strip()}"
