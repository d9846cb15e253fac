"""What a failure leaves behind, and what is said where there is no link: pytest in pytest."""

import glob
import os
import subprocess

import pytest

pytest_plugins = "pytester"


@pytest.mark.skipif("HEADWIND_CONTROL" not in os.environ, reason="needs a link: headwind run -- python3 -m pytest")
def test_a_failure_names_its_packets(pytester):
    pytester.makepyfile(
        """
        import socket, pytest

        @pytest.mark.link("Wi-Fi")
        def test_fails(link):
            socket.create_connection(("10.83.0.1", 80), timeout=10).close()
            assert link.connections == []

        def test_passes(link):
            pass
        """
    )
    result = pytester.runpytest_subprocess("--link-captures=kept")
    result.assert_outcomes(failed=1, passed=1)
    result.stdout.fnmatch_lines(["*- headwind -*", "packets: /*/kept/*.test_fails.pcapng", "*connection*FIN by the client"])
    (capture,) = glob.glob(os.path.join(str(pytester.path), "kept", "*.pcapng"))
    listed = subprocess.run(["tcpdump", "-r", capture, "tcp[tcpflags] & tcp-syn != 0"], capture_output=True, text=True)
    # A SYN and its answer, as the client's end saw them.
    assert len(listed.stdout.splitlines()) == 2


@pytest.mark.parametrize("missing, outcome", [("fail", "errors"), ("skip", "skipped")])
def test_without_a_link_it_says_what_to_do(pytester, monkeypatch, missing, outcome):
    monkeypatch.delenv("HEADWIND_CONTROL", raising=False)
    pytester.makepyfile(
        """
        import pytest

        @pytest.mark.link("Slow Net")
        def test_needs_a_link():
            pass

        def test_needs_none():
            pass
        """
    )
    result = pytester.runpytest_subprocess(f"--link-missing={missing}", "-rs")
    result.assert_outcomes(passed=1, **{outcome: 1})
    result.stdout.fnmatch_lines(["*headwind run -- python3 -m pytest*"])


def test_a_link_that_is_gone_is_said(pytester, monkeypatch):
    monkeypatch.setenv("HEADWIND_CONTROL", "@headwind.nobody.here")
    pytester.makepyfile("def test_needs_a_link(link): pass")
    result = pytester.runpytest_subprocess()
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(["*cannot reach the link at @headwind.nobody.here*"])
