"""Stores that speak TLS alone and ask for a certificate: one server, and a cluster. Redis itself: the wheel's Valkey has no TLS."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
import pytest_asyncio
from redis.crc import key_slot

from ludoteca_server.eventlog import keys
from ludoteca_server.eventlog.audit import audit
from ludoteca_server.eventlog.lobby import RedisLobby
from ludoteca_server.eventlog.survey import survey
from ludoteca_server.model.entry import EMPTY
from ludoteca_server.model.errors import StoreAway
from tests.integration.certificates import EXPIRED, StoreTls
from tests.integration.eventlog.test_topology import hears, insist, streams
from tests.integration.servers import SLOTS, Server, cluster, redis_server
from tests.unit.eventlog.contract import TEN

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path


pytestmark = pytest.mark.skipif(redis_server() is None, reason="no redis-server with TLS is here")


@pytest.fixture
def tls(tmp_path: Path) -> StoreTls:
    return StoreTls(tmp_path)


@pytest_asyncio.fixture
async def server(tmp_path: Path, tls: StoreTls) -> AsyncIterator[Server]:
    made = Server(tmp_path / "server", tls)
    try:
        await made.start()
        yield made
    finally:
        await made.kill()


async def test_a_log_over_tls(server: Server) -> None:
    assert [facts.where for facts in await survey(server.url)] == [
        f"rediss://127.0.0.1:{server.port}"
    ]
    async with streams(server.url) as log, streams(server.url) as other:
        head = (await log.append("t", EMPTY, [*TEN, bytes(1 << 20)]))[-1]
        async with other.follow("t") as following:
            head = await insist(log, "t", head, b"told")
            await hears(other, "t", following, b"told")
        await server.kill()
        with pytest.raises(StoreAway, match="Is it running, and does it speak TLS"):
            await log.append("t", head, [b"on"])
        await server.start()
        await insist(log, "t", head, b"on")
        entries = await other.read("t")
        assert [each.event for each in entries] == [*TEN, bytes(1 << 20), b"told", b"on"]
        assert (await audit(other)).faults == []
    lobby = RedisLobby(server.url)
    await lobby.mark("t")
    assert await lobby.marked(0) == ["t"]
    await lobby.close()


async def test_what_is_wrong_with_tls_is_said_and_what_to_do(
    server: Server, tls: StoreTls, tmp_path: Path
) -> None:
    place, _, query = server.url.partition("?")
    trust = query.partition("&")[0]
    other = tmp_path / "other"
    other.mkdir()
    stranger = StoreTls(other)
    wrong_key = stranger.query.rpartition("&")[2]
    cases = {
        place: r"is refused: .*ssl_ca_certs=FILE",
        f"{place}?{stranger.query}": r"is refused: .*ssl_ca_certs=FILE",
        f"{place}?{trust}": r"asks for a certificate[:,] .*ssl_certfile=FILE",
        f"{place}?{trust}&{stranger.query.partition('&')[2]}": r"does not trust the certificate of ssl_certfile|name one that it trusts",
        f"{place}?ssl_ca_certs=/none.pem": r"cannot be read \(No such file",
        f"{place}?{query.rpartition('&')[0]}&{wrong_key}": r"whose key is another one",
        f"{place}?{query.rpartition('&')[0]}": r"does not take the certificate files",
        place.replace("rediss:", "redis:"): r"does not answer\. Is it running\?",
    }
    for url, sentence in cases.items():
        with pytest.raises(StoreAway, match=sentence):
            await survey(url, timeout_s=2.0)
    with pytest.raises(ValueError, match="none that redis-py has"):
        await survey(f"{place}?ssl_cacerts=/none.pem")
    tls.renew(EXPIRED)
    await server.ask("CONFIG", "SET", "tls-cert-file", str(tls.options["tls-cert-file"]))
    with pytest.raises(StoreAway, match=r"certificate has expired\. .* renew it"):
        await survey(server.url)


async def test_a_store_without_tls_is_no_rediss(tls: StoreTls, tmp_path: Path) -> None:
    plain = Server(tmp_path / "plain")
    try:
        await plain.start()  # it waits for the end of what it takes for a command
        with pytest.raises(StoreAway, match="does it speak TLS"):
            await survey(f"rediss://127.0.0.1:{plain.port}?{tls.query}", timeout_s=0.2)
    finally:
        await plain.kill()


async def test_a_cluster_over_tls_goes_on_when_a_primary_dies(
    tls: StoreTls, tmp_path: Path
) -> None:
    tables = [f"t{number}" for number in range(24)]
    async with cluster(tmp_path, node_timeout_ms=500, tls=tls) as made:
        options = made.servers[2].url.partition("?")[2]
        hosts = ",".join(f"127.0.0.1:{made.servers[n].port}" for n in (3, 1))
        url = f"rediss://{hosts}?{options}"
        async with streams(url) as log, streams(url) as other:
            heads = {each: (await log.append(each, EMPTY, TEN))[-1] for each in tables}
            dying = [each for each in tables if key_slot(keys.stream(each)) < SLOTS // 3]
            assert dying, "some lie on the first server"
            async with other.follow(dying[0]) as following:
                await made.servers[0].ask("WAIT", 1, 2000)
                await made.servers[0].kill()
                for each in tables:
                    await insist(log, each, heads[each], b"after")
                await hears(other, dying[0], following, b"after")
            facts = await survey(url)
            assert len(facts) == 3
            assert all(each.where.startswith("rediss://127.0.0.1:") for each in facts)
            found = await audit(other)
            assert (found.tables, found.faults) == (len(tables), [])
