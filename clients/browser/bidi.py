"""Firefox without a window, driven by WebDriver BiDi (https://www.w3.org/TR/webdriver-bidi/)."""

import base64
import json
import os
import re
import time

from conversation import Conversation
from program import DOCUMENT, PATH, Failure, Program
from websocket import WebSocket

# What the browser's maker serves. These names are this machine's own, where nobody listens.
MAKER = [
    "aus5.mozilla.org", "content-signature-2.cdn.mozilla.net", "detectportal.firefox.com", "firefox.settings.services.mozilla.com",
    "firefox-settings-attachments.cdn.mozilla.net", "incoming.telemetry.mozilla.org", "push.services.mozilla.com",
]
# Nothing of the browser's own may use the network: the clocks of a scenario begin with the first packet.
QUIET = {
    "app.normandy.enabled": False,
    "app.update.disabledForTesting": True,
    "browser.contentblocking.database.enabled": False,
    "browser.newtabpage.activity-stream.feeds.system.topsites": False,
    "browser.newtabpage.enabled": False,
    "browser.region.update.enabled": False,
    "browser.safebrowsing.blockedURIs.enabled": False,
    "browser.safebrowsing.downloads.enabled": False,
    "browser.safebrowsing.malware.enabled": False,
    "browser.safebrowsing.phishing.enabled": False,
    "browser.search.update": False,
    "browser.shell.checkDefaultBrowser": False,
    "browser.startup.page": 0,
    "datareporting.policy.dataSubmissionEnabled": False,
    "dom.push.connection.enabled": False,
    "extensions.getAddons.cache.enabled": False,
    "extensions.systemAddon.update.enabled": False,
    "extensions.update.enabled": False,
    "geo.provider.testing": True,
    "media.gmp-manager.updateEnabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "security.remote_settings.crlite_filters.enabled": False,
    "security.remote_settings.intermediates.enabled": False,
    "services.settings.server": "data:,#remote-settings-dummy/v1",
    "toolkit.telemetry.enabled": False,
    "toolkit.telemetry.server": "data:,",
    "network.dns.localDomains": ",".join(MAKER),
    # No connection is opened in advance for the page, because the page does not come from the network.
    "network.dns.disablePrefetch": True,
    "network.http.speculative-parallel-limit": 0,
    # The page of an http: URL stays one, and counts as one of the far side's own network.
    "dom.security.https_first": False,
    "dom.security.https_first_schemeless": False,
    "network.lna.enabled": False,
    # Names are asked where the link has its server. Firefox would not use QUIC where a CA was added by hand.
    "network.trr.mode": 5,
    "network.http.http3.disable_when_third_party_roots_found": False,
}


class Browser(Program):
    def __init__(self):
        super().__init__(["firefox-esr", "firefox"], "firefox-esr")
        profile = f"{self.home}/profile"
        os.makedirs(profile)
        self.trust(profile)
        with open(f"{profile}/user.js", "w") as file:
            for name, value in QUIET.items():
                file.write(f"user_pref({json.dumps(name)}, {json.dumps(value)});\n")
        self.start(["--headless", "--no-remote", "--profile", profile, "--remote-debugging-port=0", "about:blank"],
                   # Firefox takes another server of settings only from developers.
                   variables={"MOZ_REMOTE_SETTINGS_DEVTOOLS": "1"})
        socket = WebSocket(self.address() + "/session")
        self.conversation = Conversation(iter(socket.read, None), socket.send)
        self.listeners = self.conversation.listeners
        self.ask("session.new", capabilities={})
        self.ask("session.subscribe", events=["log.entryAdded", "network.beforeRequestSent"])

    def address(self):
        """Where Firefox listens, which it says in its log."""
        for _ in range(600):
            with open(self.log_path, errors="replace") as log:
                text = log.read()
            found = re.search(r"WebDriver BiDi listening on (ws://\S+)", text)
            if found:
                return found.group(1)
            if self.process.poll() is not None:
                break
            time.sleep(0.05)
        self.close()
        raise Failure(f"Firefox did not start: {text[-500:]}")

    def send(self, method, **parameters):
        """Asks the browser, and returns a queue for its answer."""
        return self.conversation.send(method, parameters)

    def ask(self, method, **parameters):
        answer = self.send(method, **parameters).get()
        if "error" in answer:
            raise Failure(f"{method}: {answer['message']}")
        return answer["result"]


class Page:
    """A page of an origin. Its document comes from here and not from the network, so that the scenario sees no request for it."""

    def __init__(self, browser, origin, say):
        self.browser, self.say = browser, say
        self.context = browser.ask("browsingContext.create", type="tab")["context"]
        browser.listeners.append(self.hear)
        intercept = browser.ask("network.addIntercept", phases=["beforeRequestSent"], contexts=[self.context])["intercept"]
        browser.ask("browsingContext.navigate", context=self.context, url=origin + PATH, wait="complete")
        # From here on, everything is the network's.
        browser.ask("network.removeIntercept", intercept=intercept)

    def hear(self, message):
        parameters = message["params"]
        if message["method"] == "network.beforeRequestSent":
            if parameters["context"] == self.context and parameters["isBlocked"]:
                self.browser.send(
                    "network.provideResponse", request=parameters["request"]["request"], statusCode=200,
                    reasonPhrase="OK", headers=[{"name": "Content-Type", "value": {"type": "string", "value": "text/html"}}],
                    body={"type": "base64", "value": base64.b64encode(DOCUMENT.encode()).decode()})
        elif message["method"] == "log.entryAdded" and parameters["source"].get("context") == self.context:
            if parameters["type"] == "console":
                self.say(parameters["text"])

    def run(self, expression):
        """The value of an expression, which may be a promise."""
        answer = self.browser.ask(
            "script.evaluate", expression=expression, awaitPromise=True, target={"context": self.context})
        if answer["type"] != "success":
            raise Failure(answer["exceptionDetails"]["text"])
        return answer["result"].get("value")

    def choose(self, path):
        """Chooses a file in the page's form, as a user would."""
        found = self.browser.ask(
            "browsingContext.locateNodes", context=self.context, locator={"type": "css", "value": "input"})
        element = {"sharedId": found["nodes"][0]["sharedId"]}
        self.browser.ask("input.setFiles", context=self.context, element=element, files=[os.path.abspath(path)])
