"""Chromium without a window, driven by the DevTools protocol over a pipe (--remote-debugging-pipe)."""

import base64
import json
import os
import threading

from conversation import Conversation
from program import DOCUMENT, PATH, Failure, Program

# Nothing of the browser's own may use the network: the clocks of a scenario begin with the first packet.
QUIET = [
    "--headless", "--disable-gpu", "--no-sandbox", "--no-first-run", "--no-default-browser-check", "--disable-sync",
    "--disable-background-networking", "--disable-component-update", "--disable-default-apps", "--disable-extensions",
    "--disable-domain-reliability", "--disable-client-side-phishing-detection", "--metrics-recording-only",
    "--no-pings", "--disable-breakpad", "--disable-crash-reporter",
    "--dns-prefetch-disable", "--disable-dev-shm-usage", "--password-store=basic",
    # The page of an http: URL stays one. It counts as one of the far side's own network, as if it had been loaded from there.
    "--disable-features=HttpsUpgrades,HttpsFirstBalancedModeAutoEnable,OptimizationHints,MediaRouter,Translate,"
    "AutofillServerCommunication,NetworkTimeServiceQuerying,LocalNetworkAccessChecks,BlockInsecurePrivateNetworkRequests",
    # The updater and the account of the browser's maker ask all the same: their names do not resolve.
    "--host-resolver-rules=MAP *.google.com ~NOTFOUND, MAP *.googleapis.com ~NOTFOUND, MAP *.gstatic.com ~NOTFOUND, "
    "MAP *.gvt1.com ~NOTFOUND",
]


class Browser(Program):
    def __init__(self):
        super().__init__(["chromium", "chromium-browser", "google-chrome"], "chromium")
        self.trust(f"{self.home}/.pki/nssdb")
        # No connection is opened in advance for the page, because the page does not come from the network.
        os.makedirs(f"{self.home}/profile/Default")
        with open(f"{self.home}/profile/Default/Preferences", "w") as file:
            json.dump({"net": {"network_prediction_options": 2}}, file)
        ours, theirs = os.pipe(), os.pipe()  # we write into the first, and read from the second

        def connect():
            # Chromium reads from 3 and writes to 4. Copies with higher numbers are not overwritten by the other.
            reading, writing = (os.dup2(fd, number) for fd, number in [(ours[0], 100), (theirs[1], 101)])
            os.dup2(reading, 3)
            os.dup2(writing, 4)
            os.closerange(5, 102)

        self.start([*QUIET, "--remote-debugging-pipe", f"--user-data-dir={self.home}/profile", "about:blank"],
                   close_fds=False, preexec_fn=connect)
        os.close(ours[0])
        os.close(theirs[1])
        self.pipe, self.answers = ours[1], theirs[0]
        self.conversation = Conversation(self.messages(), self.transmit)
        self.listeners = self.conversation.listeners

    def messages(self):
        """What the browser says, each message ended by a zero byte."""
        rest = b""
        while part := os.read(self.answers, 1 << 16):
            *messages, rest = (rest + part).split(b"\0") if b"\0" in part else [rest + part]
            yield from messages

    def transmit(self, text):
        data = text.encode() + b"\0"
        while data:
            data = data[os.write(self.pipe, data):]

    def send(self, method, session=None, **parameters):
        """Asks the browser, and returns a queue for its answer."""
        return self.conversation.send(method, parameters, **({"sessionId": session} if session else {}))

    def ask(self, method, session=None, **parameters):
        answer = self.send(method, session, **parameters).get()
        if "error" in answer:
            raise Failure(f"{method}: {answer.get('message') or answer['error']['message']}")
        return answer["result"]


class Page:
    """A page of an origin. Its document comes from here and not from the network, so that the scenario sees no request for it."""

    def __init__(self, browser, origin, say):
        self.browser, self.say = browser, say
        target = browser.ask("Target.createTarget", url="about:blank")["targetId"]
        self.session = browser.ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        browser.listeners.append(self.hear)
        self.loaded = threading.Event()
        self.ask("Page.enable")
        self.ask("Runtime.enable")
        self.ask("DOM.enable")
        self.ask("Fetch.enable", patterns=[{"urlPattern": "*"}])
        self.ask("Page.navigate", url=origin + PATH)
        if not self.loaded.wait(20):
            raise Failure("the page was not loaded")
        # From here on, everything is the network's.
        self.ask("Fetch.disable")

    def ask(self, method, **parameters):
        return self.browser.ask(method, self.session, **parameters)

    def hear(self, message):
        if message.get("sessionId") != self.session:
            return
        parameters = message["params"]
        if message["method"] == "Fetch.requestPaused":
            self.browser.send(
                "Fetch.fulfillRequest", self.session, requestId=parameters["requestId"], responseCode=200,
                responseHeaders=[{"name": "Content-Type", "value": "text/html"}],
                body=base64.b64encode(DOCUMENT.encode()).decode())
        elif message["method"] == "Page.loadEventFired":
            self.loaded.set()
        elif message["method"] == "Runtime.consoleAPICalled":
            self.say(" ".join(str(word.get("value", "")) for word in parameters["args"]))

    def run(self, expression):
        """The value of an expression, which may be a promise."""
        result = self.ask("Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in result:
            exception = result["exceptionDetails"].get("exception", {})
            raise Failure(exception.get("description") or str(exception.get("value", "the page failed")))
        return result["result"].get("value")

    def choose(self, path):
        """Chooses a file in the page's form, as a user would."""
        root = self.ask("DOM.getDocument")["root"]["nodeId"]
        form = self.ask("DOM.querySelector", nodeId=root, selector="input")["nodeId"]
        self.ask("DOM.setFileInputFiles", nodeId=form, files=[os.path.abspath(path)])
