"""The command `ludoteca`. Every body imports what it needs: help is fast, and the supervisor stays without gRPC.

Exit codes: 0 done, 1 failed (a sentence on standard error says why), 2 wrong usage, 130 interrupted.
"""

import signal
import sys
from pathlib import Path
from typing import Annotated, Any

import typer

app = typer.Typer(
    name="ludoteca",
    help="Board games as event logs: serve them, play them, watch them, verify them.",
    epilog="Exit codes: 0 done, 1 failed, 2 wrong usage, 130 interrupted.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
record = typer.Typer(
    help="Records: tables as files that anyone can replay and verify.",
    no_args_is_help=True,
    rich_markup_mode=None,
)
app.add_typer(record, name="record")
archive = typer.Typer(
    help="The archive: finished tables as files, out of the store.",
    no_args_is_help=True,
    rich_markup_mode=None,
)
app.add_typer(archive, name="archive")

# Commands that take every setting as a flag read their arguments themselves: pydantic would slow down help.
WITH_SETTINGS: dict[str, Any] = {
    "add_help_option": False,
    "context_settings": {"allow_extra_args": True, "ignore_unknown_options": True},
}

Json = Annotated[bool, typer.Option("--json", help="Answer in JSON, for programs.")]
Server = Annotated[
    str | None,
    typer.Option(
        metavar="HOST:PORT",
        envvar="LUDOTECA_SERVER",
        help="Which service. Default: the one of this user that runs on this machine.",
    ),
]
Tls = Annotated[bool, typer.Option("--tls", help="Connect with TLS.")]
CaFile = Annotated[
    Path | None,
    typer.Option(
        metavar="PEM",
        envvar="LUDOTECA_CA_FILE",
        help="Certificate that signed the service's; implies --tls.",
    ),
]
CertFile = Annotated[
    Path | None,
    typer.Option(
        metavar="PEM",
        envvar="LUDOTECA_CERT_FILE",
        help="Your own certificate, where the service asks for one; implies --tls.",
    ),
]
KeyFile = Annotated[
    Path | None,
    typer.Option(metavar="PEM", envvar="LUDOTECA_KEY_FILE", help="Its private key."),
]
DataDir = Annotated[
    Path | None,
    typer.Option(
        metavar="DIR",
        envvar="LUDOTECA_DATA_DIR",
        help="Where the local service keeps its data. Default: the user's data directory.",
    ),
]


def _version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        typer.echo(f"ludoteca {version('ludoteca')}")
        raise typer.Exit


@app.callback()
def _root(
    _version_wanted: Annotated[
        bool,
        typer.Option("--version", callback=_version, is_eager=True, help="Print the version."),
    ] = False,
) -> None:
    """Board games as event logs: serve them, play them, watch them, verify them."""


@app.command(**WITH_SETTINGS)
def serve(context: typer.Context) -> None:
    """Serve tables, on an embedded Valkey or a store of your own."""
    from ludoteca_cli.serve import serve as run

    run(context.args)


@app.command()
def demo(
    keep: Annotated[Path | None, typer.Option(metavar="DIR", help="Keep the records here.")] = None,
    json: Json = False,
) -> None:
    """Play a whole table of every game with bots, kill a worker, and prove that the log tells all."""
    from ludoteca_cli.demo.run import demo as run

    run(keep, as_json=json)


Ascii = Annotated[bool, typer.Option("--ascii", help="Draw with plain letters only.")]
Width = Annotated[int | None, typer.Option(min=40, help="Columns; default: the terminal's.")]


@app.command()
def play(
    game: Annotated[
        str, typer.Argument(help="Which game, for a new table; asked if left out.")
    ] = "",
    table: Annotated[
        str, typer.Option(metavar="ID", help="Join or come back to this table instead.")
    ] = "",
    seats: Annotated[int | None, typer.Option(help="Seats of a new table.")] = None,
    bots: Annotated[
        str, typer.Option(metavar="KIND", help="Who takes the others: greedy, random, none.")
    ] = "greedy",
    name: Annotated[str, typer.Option(help="Your name at the table.")] = "",
    option: Annotated[
        list[str] | None, typer.Option(metavar="NAME=VALUE", help="A creation option; repeat it.")
    ] = None,
    clock: Annotated[
        str, typer.Option(metavar="TIME", help="Time to think: 30s each, or 10m+5s for the game.")
    ] = "",
    on_timeout: Annotated[
        str, typer.Option(metavar="WHAT", help="When it runs out: default, vacate, end.")
    ] = "",
    spectators: Annotated[
        str,
        typer.Option(
            metavar="WHAT", help="Who may look on: public, off, moves:N or seconds:N late."
        ),
    ] = "",
    ask: Annotated[
        str, typer.Option(help="Ask before what cannot be taken back: on, off, always.")
    ] = "on",
    ascii: Ascii = False,  # noqa: A002 - named as the flag
    width: Width = None,
    server: Server = None,
    tls: Tls = False,
    ca_file: CaFile = None,
    cert_file: CertFile = None,
    key_file: KeyFile = None,
    data_dir: DataDir = None,
) -> None:
    """Play in the terminal, on the service that runs here or on one started for this sitting."""
    from ludoteca_cli.play import Screen, Seating
    from ludoteca_cli.play import play as run
    from ludoteca_cli.service import Target

    run(
        Target(server, tls, ca_file, cert_file, key_file, data_dir),
        Seating(
            game=game,
            table=table,
            seats=seats,
            bots=bots,
            name=name,
            options=option or (),
            clock=clock,
            on_timeout=on_timeout,
            spectators=spectators,
        ),
        Screen(ascii=ascii, width=width, ask=ask),
    )


@app.command()
def watch(
    table: Annotated[str, typer.Argument(help="The table's id.")],
    from_seq: Annotated[int, typer.Option(min=1, metavar="SEQ", help="From this event on.")] = 1,
    ascii: Ascii = False,  # noqa: A002
    width: Width = None,
    server: Server = None,
    tls: Tls = False,
    ca_file: CaFile = None,
    cert_file: CertFile = None,
    key_file: KeyFile = None,
    data_dir: DataDir = None,
    json: Json = False,
) -> None:
    """Watch a table as a spectator: its past, then live, to its end."""
    from ludoteca_cli.play import Screen
    from ludoteca_cli.play import watch as run
    from ludoteca_cli.service import Target

    target = Target(server, tls, ca_file, cert_file, key_file, data_dir)
    run(target, table, from_seq, Screen(ascii=ascii, width=width), as_json=json)


@app.command()
def replay(
    table: Annotated[str, typer.Argument(help="The table's id.")],
    at: Annotated[int | None, typer.Option(min=1, metavar="SEQ", help="Begin here.")] = None,
    ascii: Ascii = False,  # noqa: A002
    width: Width = None,
    server: Server = None,
    tls: Tls = False,
    ca_file: CaFile = None,
    cert_file: CertFile = None,
    key_file: KeyFile = None,
    data_dir: DataDir = None,
) -> None:
    """Step through a table's past, back and forth."""
    from ludoteca_cli.play import Screen
    from ludoteca_cli.play import replay as run
    from ludoteca_cli.service import Target

    run(
        Target(server, tls, ca_file, cert_file, key_file, data_dir),
        table,
        at,
        Screen(ascii=ascii, width=width),
    )


@app.command()
def tables(
    game: Annotated[str, typer.Option(help="Only tables of this game.")] = "",
    state: Annotated[
        str, typer.Option(help="Only open, playing, finished or abandoned tables.")
    ] = "",
    limit: Annotated[int, typer.Option(min=1, help="At most so many, newest first.")] = 50,
    server: Server = None,
    tls: Tls = False,
    ca_file: CaFile = None,
    cert_file: CertFile = None,
    key_file: KeyFile = None,
    data_dir: DataDir = None,
    json: Json = False,
) -> None:
    """List the tables of a service, newest first."""
    from ludoteca_cli.service import Target
    from ludoteca_cli.tables import list_tables

    list_tables(
        Target(server, tls, ca_file, cert_file, key_file, data_dir),
        game,
        state,
        limit,
        as_json=json,
    )


@record.command("export")
def record_export(
    table: Annotated[str, typer.Argument(help="The table's id.")],
    out: Annotated[
        Path | None,
        typer.Option("--out", "-o", metavar="FILE", help="Where to. Default: TABLE.jsonl."),
    ] = None,
    server: Server = None,
    tls: Tls = False,
    ca_file: CaFile = None,
    cert_file: CertFile = None,
    key_file: KeyFile = None,
    data_dir: DataDir = None,
    json: Json = False,
) -> None:
    """Write a table's record to a file: the whole log once it is over, before that what you may see."""
    from ludoteca_cli.record import export
    from ludoteca_cli.service import Target

    target = Target(server, tls, ca_file, cert_file, key_file, data_dir)
    export(target, table, out or Path(f"{table}.jsonl"), as_json=json)


RecordFile = Annotated[Path, typer.Argument(metavar="FILE", help="A record.")]


@record.command("show")
def record_show(
    file: RecordFile,
    at: Annotated[
        int | None, typer.Option(min=1, metavar="SEQ", help="After this event. Default: the last.")
    ] = None,
    viewer: Annotated[
        str,
        typer.Option(
            "--as", metavar="SEAT|public|all", help="Whose view; all: only once it is over."
        ),
    ] = "public",
    json: Json = False,
) -> None:
    """Show the state at any event of a record."""
    from ludoteca_cli.record import show

    show(file, at, viewer, as_json=json)


@record.command("verify")
def record_verify(file: RecordFile, json: Json = False) -> None:
    """Replay a record: every event decided again, every pick recomputed, every digest compared."""
    from ludoteca_cli.record import verify

    verify(file, as_json=json)


@app.command()
def bench(
    only: Annotated[
        str,
        typer.Option(metavar="GLOBS", help="Only measures of such names, e.g. 'rules.*,act.*'."),
    ] = "*",
    quick: Annotated[bool, typer.Option("--quick", help="Rougher, within two minutes.")] = False,
    write: Annotated[
        Path | None, typer.Option(metavar="FILE.md", help="Write a report and its plot, too.")
    ] = None,
    json: Json = False,
) -> None:
    """Measure the parts, beside baselines taken in the same run.

    Other makers' servers are among them where node and npm are on PATH: they are installed into target/peers/.
    """
    from ludoteca_cli.bench.run import bench as run

    run(only, quick, as_json=json, write=write)


@app.command(**WITH_SETTINGS)
def doctor(context: typer.Context) -> None:
    """Say what is wrong with a set-up, and what to do about it."""
    from ludoteca_cli.care import doctor as run

    run(context.args)


@app.command(**WITH_SETTINGS)
def reindex(context: typer.Context) -> None:
    """List every table in the lobby anew, from its log."""
    from ludoteca_cli.care import reindex as run

    run(context.args)


@archive.command("run", **WITH_SETTINGS)
def archive_run(context: typer.Context) -> None:
    """Move tables that ended long enough ago to the archive, now."""
    from ludoteca_cli.archive import run

    run(context.args)


@archive.command("list", **WITH_SETTINGS)
def archive_list(context: typer.Context) -> None:
    """List the tables in the archive."""
    from ludoteca_cli.archive import list_files

    list_files(context.args)


@archive.command("restore", **WITH_SETTINGS)
def archive_restore(context: typer.Context) -> None:
    """Bring tables back from the archive into the store."""
    from ludoteca_cli.archive import restore

    restore(context.args)


def main() -> None:
    """The entry point: foreseen errors become a sentence, defects a traceback."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # what was started is stopped then
    try:
        app()
    except Exception as error:
        from ludoteca_cli.failure import Failure, sentence_of

        sentence = sentence_of(error)
        if sentence is None:
            raise
        sys.stderr.write(f"ludoteca: {sentence}\n")
        sys.exit(error.status if isinstance(error, Failure) else 1)
