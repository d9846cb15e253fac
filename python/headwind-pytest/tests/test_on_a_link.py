"""What people write in their own tests; run by: headwind run -- python3 -m pytest"""

import socket
import threading
import time
import urllib.error
import urllib.request

import pytest
from headwind_pytest import LinkError

SEARCH = "http://search.example/search.json?rpp=100&q=apple"


def get(path="/status/200", timeout=20):
    with urllib.request.urlopen("http://search.example" + path, timeout=timeout) as response:
        return response.status, len(response.read())


@pytest.mark.link("Wi-Fi")
def test_an_exchange_is_seen(link):
    assert link.profile == "Wi-Fi"
    assert get("/status/200")[0] == 200
    assert link.connections.all_closed(within=5)
    assert [(e.method, e.target, e.status, e.outcome) for e in link.exchanges] == [
        ("GET", "/status/200", 200, "complete")
    ]
    (connection,) = [c for c in link.connections if c.connected]
    assert connection.server_port == 80 and connection.client_end and connection.over
    assert 0 <= connection.opened < connection.connected < connection.first_sent < connection.first_received
    traffic = link.traffic
    assert traffic.sent_packets > 3 and traffic.first_packet <= connection.opened
    assert any("GET http://search.example/status/200" in line for line in link.timeline)


@pytest.mark.link("Wi-Fi")
def test_an_exchange_within_tls_is_seen(link):
    with urllib.request.urlopen("https://search.example/status/203", timeout=20) as response:
        assert response.status == 203
    (exchange,) = link.exchanges
    assert (exchange.url, exchange.status) == ("https://search.example/status/203", 203)
    assert (exchange.version, exchange.tls, exchange.http2_stream) == ("HTTP/1.1", "TLS 1.3", None)
    assert link.sees('http "GET /status/*"', within=1)


@pytest.mark.link("Slow Net")
@pytest.mark.link("Black Hole", when="response-started")
def test_the_second_profile_waits_for_the_response(link):
    assert link.profile == "Slow Net"
    with pytest.raises(OSError):
        get("/search.json?rpp=100&q=apple", timeout=2)
    assert link.profile == "Black Hole"
    assert link.sees("response-started", within=0)
    assert link.connections.all_closed(within=2)
    assert [e.outcome for e in link.exchanges] == ["abandoned"]


@pytest.mark.link("Wi-Fi")
def test_a_connection_left_open_is_not_closed(link):
    connection = socket.create_connection(("10.83.0.1", 80), timeout=10)
    assert not link.connections.all_closed(within=0.2)
    assert link.connections.count == len(link.connections) == len(link.connections.open) == 1 and link.connections.syns == 1
    connection.close()
    assert link.connections.all_closed(within=5)


@pytest.mark.link("100% Loss")
def test_nothing_gets_through_and_nothing_of_the_test_before_is_seen(link):
    assert link.connections == [] and not link.connections.count and link.exchanges == []
    with pytest.raises(OSError):
        socket.create_connection(("10.83.0.1", 80), timeout=0.3)
    assert link.traffic.sent_packets > 0 and link.traffic.received_packets == 0
    assert [c.state for c in link.connections] == ["abandoned"]


@pytest.mark.link("Slow Net")
class TestAClassHasAProfile:
    def test_each_has_it(self, link):
        assert link.profile == "Slow Net"
        link.cut()

    def test_whatever_the_one_before_did(self, link):
        assert link.profile == "Slow Net" and not link.is_cut

    @pytest.mark.link("Edge")
    def test_its_own_comes_after(self, link):
        assert link.profile == "Edge"

    def test_it_need_not_ask(self):
        with pytest.raises(OSError):
            get("/search.json?rpp=100&q=apple", timeout=0.5)


def test_a_link_is_bent(link):
    link.switch("Wi-Fi")
    with pytest.raises(LinkError, match="there is no profile or timeline 'No Such Net'"):
        link.switch("No Such Net")
    link.then("link-down", after=0.05, duration=0.2)
    time.sleep(0.5)
    link.rebind()
    link.mark("bent")
    assert get()[0] == 200
    words = "\n".join(link.timeline)
    assert "link-up" in words and "rebind" in words and "mark: bent" in words
    link.take_down()
    with pytest.raises(OSError):
        socket.create_connection(("10.83.0.1", 80), timeout=0.2)
    link.take_up()
    link.cut()
    assert link.is_cut
    link.heal()
    with pytest.raises(ValueError):
        link.then("Edge")


def test_others_can_use_the_link_while_one_waits(link):
    seen = []
    waiting = threading.Thread(target=lambda: seen.append(link.sees("response-started", within=20)))
    waiting.start()
    get()
    waiting.join()
    assert seen == [True]
