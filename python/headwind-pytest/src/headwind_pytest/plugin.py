"""The pytest plugin: the fixture `link` and the marker `@pytest.mark.link("Slow Net")`."""

import os
import re

import pytest

from .control import HOW_TO_RUN, VARIABLE, LinkError
from .link import Link

KEY = pytest.StashKey[Link]()


def pytest_addoption(parser):
    group = parser.getgroup("headwind")
    group.addoption(
        "--link-missing",
        choices=("fail", "skip"),
        default="fail",
        help="what becomes of tests that need a link where there is none (default: fail)",
    )
    group.addoption(
        "--link-captures",
        metavar="FOLDER",
        default="headwind-captures",
        help="where the packets of tests that fail are kept (default: headwind-captures)",
    )


def pytest_configure(config):
    config.addinivalue_line(
        "markers",
        "link(profile, when=None, after=None, duration=None): puts the test on a profile of Headwind, or lets the profile "
        "follow once something is seen on the wire; may be given several times",
    )


@pytest.fixture
def link(request):
    """The link of the test, alone in its hands, with the profiles of its markers in force."""
    if not os.environ.get(VARIABLE):
        message = f"this test needs a link, and {VARIABLE} is not set. {HOW_TO_RUN}"
        if request.config.getoption("--link-missing") == "skip":
            pytest.skip(message)
        pytest.fail(message, pytrace=False)
    try:
        link = Link(request.node.name)
        before = link.status
    except LinkError as error:
        pytest.fail(str(error), pytrace=False)
    request.node.stash[KEY] = link
    try:
        _apply(request.node, link)
        yield link
    finally:
        del request.node.stash[KEY]
        try:
            link.restore(before)
        finally:
            link.close()


@pytest.fixture(autouse=True)
def _link_of_marker(request):
    """A marked test has its link whether it asks for the fixture or not."""
    if request.node.get_closest_marker("link"):
        request.getfixturevalue("link")


def _apply(item, link):
    # The nearest marker comes first, and of a function's own the lowest.
    for marker in reversed(list(item.iter_markers("link"))):
        _check(marker)
        if marker.kwargs.get("when") is None and marker.kwargs.get("after") is None:
            link.switch(marker.args[0])
        else:
            link.then(marker.args[0], **marker.kwargs)


def _check(marker):
    known = {"when", "after", "duration"}
    if len(marker.args) != 1 or set(marker.kwargs) - known:
        raise LinkError('write the marker as @pytest.mark.link("Slow Net") or (..., when=, after=, duration=)')


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item, call):
    outcome = yield
    report = outcome.get_result()
    link = item.stash.get(KEY, None)
    if report.when == "call" and report.failed and link is not None:
        report.sections.append(("headwind", _keep(item, link)))


def _keep(item, link):
    """Keeps the packets and the timeline of a test that failed; says where."""
    try:
        timeline = "\n".join(link.timeline)
        folder = os.path.abspath(item.config.getoption("--link-captures"))
        os.makedirs(folder, exist_ok=True)
        path = os.path.join(folder, re.sub(r"[^\w.,=-]+", "-", item.nodeid.replace("::", "."))[:150])
        link.capture(path + ".pcapng")
        with open(path + ".txt", "w", encoding="utf-8") as file:
            file.write(timeline + "\n")
        return f"packets: {path}.pcapng\ntimeline: {path}.txt\n{timeline}"
    except (LinkError, OSError) as error:
        return f"the packets of the test cannot be kept: {error}"
