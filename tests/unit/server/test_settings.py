"""Settings: flags before environment before file before defaults, and one sentence on what is wrong."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ludoteca_server.settings import BadSettings, Settings, load


@pytest.fixture(autouse=True)
def _no_surroundings(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Neither this machine's configuration file nor its environment plays a part."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "no config"))
    for name in Settings.model_fields:
        monkeypatch.delenv(f"LUDOTECA_{name.upper()}", raising=False)


def test_defaults_are_an_embedded_store_that_survives_a_power_cut() -> None:
    settings = load()
    assert (settings.host, settings.workers, settings.durability) == ("127.0.0.1", 1, "power")
    assert settings.store_url is None
    assert settings.data_dir.name == "ludoteca"


def test_flags_win_over_the_environment_and_that_over_the_file(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / "ludoteca.toml"
    file.write_text('port = 1111\nworkers = 2\nhost = "::1"\n[content]\nburgenland = "b.toml"\n')
    monkeypatch.setenv("LUDOTECA_PORT", "2222")
    monkeypatch.setenv("LUDOTECA_WORKERS", "3")
    settings = load({"port": "3333", "log_level": None}, file)
    assert (settings.port, settings.workers, settings.host) == (3333, 3, "::1")
    assert settings.content == {"burgenland": Path("b.toml")}
    assert settings.log_level == "info", "a flag that is None was not given"


def test_the_users_own_file_is_found(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    (tmp_path / "ludoteca").mkdir()
    (tmp_path / "ludoteca" / "config.toml").write_text("drain_s = 7\n")
    assert load().drain_s == 7


def test_content_files_come_as_text_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDOTECA_CONTENT", "burgenland=/a.toml,el_gaucho=/b.toml")
    assert load().content == {"burgenland": Path("/a.toml"), "el_gaucho": Path("/b.toml")}
    assert load({"content": "burgenland=/c.toml"}).content == {"burgenland": Path("/c.toml")}


@pytest.mark.parametrize(
    ("flags", "sentence"),
    [
        ({"port": 70000}, "The setting port .*--port.*LUDOTECA_PORT.* less than or equal to 65535"),
        ({"workers": "many"}, "The setting workers .*integer"),
        (
            {"durability": "total"},
            r"The setting durability .*'process', 'power', 'node' or 'node\+power'",
        ),
        ({"durability": "node"}, "durability node needs a store of your own"),
        ({"redis": "localhost"}, "The setting redis .*starts with redis://"),
        ({"tls_cert": "a.pem"}, "tls_cert and tls_key go together"),
        ({"tls_client_ca": "a.pem"}, "tls_client_ca needs tls_cert"),
        ({"content": "burgenland"}, "GAME=FILE"),
        ({"trace_endpoint": "http://ana:hush@host:4317"}, "without user and password"),
        ({"speed": 1}, "There is no setting speed"),
    ],
)
def test_what_is_wrong_is_one_sentence(flags: dict[str, object], sentence: str) -> None:
    with pytest.raises(BadSettings, match=sentence) as bad:
        load(flags)
    assert "\n" not in str(bad.value)
    assert "hush" not in str(bad.value)


def test_a_file_that_is_not_there_or_no_toml_is_said(tmp_path: Path) -> None:
    with pytest.raises(BadSettings, match="no configuration file"):
        load({}, tmp_path / "none.toml")
    broken = tmp_path / "broken.toml"
    broken.write_text("port = = 1")
    with pytest.raises(BadSettings, match=r"broken\.toml cannot be read"):
        load({}, broken)
    broken.write_text("speed = 1")
    with pytest.raises(BadSettings, match="no setting speed"):
        load({}, broken)


def test_the_stores_password_is_shown_by_nothing_but_the_workers_own_settings() -> None:
    settings = load({"redis": "redis://:hush@store:6379/0"})
    assert settings.store_url == "redis://:hush@store:6379/0"
    for shown in (repr(settings), str(settings), settings.model_dump_json()):
        assert "hush" not in shown
    with pytest.raises(BadSettings) as bad:
        load({"redis": "http://:hush@store"})
    assert "hush" not in str(bad.value)


def test_a_worker_gets_the_same_settings_and_what_the_supervisor_chose() -> None:
    settings = load({"port": 0, "workers": 4, "content": "burgenland=/a.toml"})
    told = json.loads(settings.for_worker(store_url="unix:///s", host="127.0.0.1", port=5))
    worker = Settings.model_validate(told)
    assert (worker.store_url, worker.port, worker.content) == ("unix:///s", 5, settings.content)
    assert worker.model_dump(exclude={"redis", "port"}) == settings.model_dump(
        exclude={"redis", "port"}
    )


def test_a_worker_gets_the_archive_with_its_password_and_nobody_else() -> None:
    settings = load({"archive": "sftp://ana:secret@host/place"})
    assert "secret" not in repr(settings)
    told = settings.for_worker(store_url="unix:///s", host="127.0.0.1", port=5)
    worker = Settings.model_validate_json(told)
    assert worker.archive_url == "sftp://ana:secret@host/place"


def test_every_setting_says_what_it_is() -> None:
    for name, field in Settings.model_fields.items():
        assert field.description, name
