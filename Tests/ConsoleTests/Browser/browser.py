"""Drives a headless browser as a person would: Chromium by the DevTools protocol, Firefox by WebDriver BiDi.

Only Python's standard library is needed. Both protocols are JSON over a WebSocket, for which the client of clients/browser is enough.
"""

import base64
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request

sys.path.append(str(pathlib.Path(__file__).resolve().parents[3] / "clients" / "browser"))

from websocket import WebSocket  # noqa: E402


class Protocol:
    """Commands with answers, and the events that come between them."""

    def __init__(self, address):
        self.socket = WebSocket(address, timeout=120)
        self.number = 0
        self.events = []

    def ask(self, method, **parameters):
        self.number += 1
        self.socket.send(json.dumps({"id": self.number, "method": method, "params": parameters}))
        while True:
            text = self.socket.read()
            if text is None:
                raise RuntimeError("the browser has closed the connection")
            answer = json.loads(text)
            if answer.get("id") != self.number:
                self.events.append(answer)
                continue
            if "error" in answer:
                raise RuntimeError(f"{method}: {answer['error']} {answer.get('message', '')}")
            return answer["result"]


class Browser:
    """What both browsers do alike. A test uses this and nothing below it."""

    KEYS = {"Enter": "\ue007", "Escape": "\ue00c", "ArrowDown": "\ue015", "ArrowUp": "\ue013", "ArrowLeft": "\ue012",
            "ArrowRight": "\ue014", "Tab": "\ue004", "Home": "\ue011", "End": "\ue010", "PageDown": "\ue00f"}

    def start(self, words):
        self.folder = tempfile.mkdtemp(prefix="headwind-browser-")
        self.log = open(os.path.join(self.folder, "log"), "w+b")
        self.process = subprocess.Popen(
            [word.replace("FOLDER", self.folder) for word in words], stdout=self.log, stderr=self.log,
            stdin=subprocess.DEVNULL, start_new_session=True, env=dict(os.environ, HOME=self.folder))

    def wait_for_log(self, pattern, path=None):
        for _ in range(600):
            name = path or os.path.join(self.folder, "log")
            if os.path.exists(name):
                with open(name, errors="replace") as file:
                    found = re.search(pattern, file.read())
                if found:
                    return found
            if self.process.poll() is not None:
                break
            time.sleep(0.05)
        with open(os.path.join(self.folder, "log"), errors="replace") as file:
            raise RuntimeError("the browser did not start: " + file.read()[-2000:])

    def close(self):
        try:
            os.killpg(self.process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        self.process.wait()
        self.log.close()
        shutil.rmtree(self.folder, ignore_errors=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def until(self, expression, seconds=10):
        """Waits until an expression is true, and answers its value."""
        end = time.monotonic() + seconds
        value = None
        while time.monotonic() < end:
            # An element has no value of its own: that there is one is enough.
            value = self.evaluate(f"(one => one instanceof Node ? true : one)({expression})")
            if value:
                return value
            time.sleep(0.05)
        raise AssertionError(f"not within {seconds} s: {expression} (is {value!r})")

    def find(self, selector, text=None):
        """The middle of the first element in sight that a CSS selector and a text describe, once it is enabled."""
        words = json.dumps([selector, text])
        point = self.until(
            "(() => { const [selector, text] = " + words + ";"
            " const one = [...document.querySelectorAll(selector)].find(one => one.checkVisibility()"
            " && (text === null || one.textContent.includes(text)));"
            " if (!one || one.disabled) return null; one.scrollIntoView({block: 'nearest', inline: 'nearest'});"
            " const box = one.getBoundingClientRect();"
            " return [box.left + box.width / 2, box.top + box.height / 2]; })()")
        return round(point[0]), round(point[1])

    def click(self, selector, text=None):
        point = None
        # What comes onto the page at the same time may still push it about.
        while point != (point := self.find(selector, text)):
            time.sleep(0.05)
        self.press(*point)

    def text(self, selector):
        return self.evaluate(f"document.querySelector({json.dumps(selector)})?.textContent ?? null")


class Chromium(Browser):
    NAMES = ("chromium", "chromium-browser", "google-chrome")

    def __init__(self, width=1280, height=800):
        name = next(filter(None, map(shutil.which, self.NAMES)), None)
        if not name:
            raise FileNotFoundError("chromium")
        self.start([name, "--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
                    "--remote-debugging-port=0", "--user-data-dir=FOLDER/profile", "--force-color-profile=srgb", "about:blank"])
        port = self.wait_for_log(r"^(\d+)", os.path.join(self.folder, "profile", "DevToolsActivePort")).group(1)
        pages = []
        for _ in range(100):
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/json") as answer:
                pages = [page for page in json.load(answer) if page["type"] == "page"]
            if pages:
                break
            time.sleep(0.05)
        self.protocol = Protocol(pages[0]["webSocketDebuggerUrl"])
        for domain in ("Page", "Runtime", "Log"):
            self.protocol.ask(domain + ".enable")
        self.resize(width, height)

    def resize(self, width, height, scale=1):
        self.protocol.ask("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=scale, mobile=False)

    def scheme(self, name):
        self.protocol.ask("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": name}])

    def open(self, address):
        self.protocol.ask("Page.navigate", url="about:blank")
        self.protocol.ask("Page.navigate", url=address)
        self.until("document.readyState === 'complete' && location.href !== 'about:blank'")

    def evaluate(self, expression):
        answer = self.protocol.ask("Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(str(answer["exceptionDetails"].get("exception", answer))[:2000])
        return answer["result"].get("value")

    def mouse(self, kind, x, y, **more):
        self.protocol.ask("Input.dispatchMouseEvent", type=kind, x=x, y=y, **more)

    def press(self, x, y, count=1):
        self.mouse("mouseMoved", x, y)
        self.mouse("mousePressed", x, y, button="left", clickCount=count)
        self.mouse("mouseReleased", x, y, button="left", clickCount=count)

    def hover(self, selector, text=None):
        self.mouse("mouseMoved", *self.find(selector, text))

    def drag(self, start, end):
        self.mouse("mouseMoved", *start)
        self.mouse("mousePressed", *start, button="left", clickCount=1)
        for part in (0.1, 0.4, 0.7, 1, 1):
            self.mouse("mouseMoved", round(start[0] + (end[0] - start[0]) * part), round(start[1] + (end[1] - start[1]) * part), button="left")
        self.mouse("mouseReleased", *end, button="left", clickCount=1)

    def type(self, text):
        for letter in text:
            self.protocol.ask("Input.dispatchKeyEvent", type="keyDown", text=letter, key=letter)
            self.protocol.ask("Input.dispatchKeyEvent", type="keyUp", key=letter)

    def key(self, name, control=False, shift=False):
        modifiers = (2 if control else 0) | (8 if shift else 0)
        codes = {"Enter": 13, "Escape": 27, "Tab": 9, "ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39, "ArrowDown": 40,
                 "Home": 36, "End": 35, "PageDown": 34}
        code = codes.get(name, ord(name.upper()[0]))
        more = {"text": "\r"} if name == "Enter" else {"text": name} if len(name) == 1 and not control else {}
        self.protocol.ask("Input.dispatchKeyEvent", type="keyDown", key=name, windowsVirtualKeyCode=code, modifiers=modifiers, **more)
        self.protocol.ask("Input.dispatchKeyEvent", type="keyUp", key=name, windowsVirtualKeyCode=code, modifiers=modifiers)

    def screenshot(self, path):
        data = self.protocol.ask("Page.captureScreenshot", format="png")["data"]
        with open(path, "wb") as file:
            file.write(base64.b64decode(data))

    def complaints(self):
        """Errors that the page made: exceptions, and what its policy refused."""
        found = []
        for event in self.protocol.events:
            if event.get("method") == "Runtime.exceptionThrown":
                details = event["params"]["exceptionDetails"]
                found.append(details.get("exception", {}).get("description") or details["text"])
            if event.get("method") == "Log.entryAdded" and event["params"]["entry"]["level"] == "error":
                entry = event["params"]["entry"]
                if entry.get("source") != "network":
                    found.append(entry["text"])
        return found


class Firefox(Browser):
    NAMES = ("firefox-esr", "firefox")

    def __init__(self, width=1280, height=800):
        name = next(filter(None, map(shutil.which, self.NAMES)), None)
        if not name:
            raise FileNotFoundError("firefox-esr")
        self.start([name, "--headless", "--no-remote", "--profile", "FOLDER", "--remote-debugging-port=0", "--width", str(width), "--height", str(height)])
        address = self.wait_for_log(r"WebDriver BiDi listening on (ws://\S+)").group(1)
        self.protocol = Protocol(address + "/session")
        self.protocol.ask("session.new", capabilities={})
        self.protocol.ask("session.subscribe", events=["log.entryAdded"])
        self.context = self.protocol.ask("browsingContext.getTree")["contexts"][0]["context"]
        self.resize(width, height)

    def resize(self, width, height, scale=1):
        self.protocol.ask("browsingContext.setViewport", context=self.context, viewport={"width": width, "height": height})

    def open(self, address):
        self.protocol.ask("browsingContext.navigate", context=self.context, url="about:blank", wait="complete")
        self.protocol.ask("browsingContext.navigate", context=self.context, url=address, wait="complete")

    def evaluate(self, expression):
        wrapped = f"(async () => JSON.stringify(await ({expression}) ?? null))()"
        answer = self.protocol.ask("script.evaluate", expression=wrapped, awaitPromise=True, target={"context": self.context})
        if answer["type"] != "success":
            raise RuntimeError(answer["exceptionDetails"]["text"])
        return json.loads(answer["result"]["value"])

    def pointer(self, actions):
        self.protocol.ask("input.performActions", context=self.context, actions=[
            {"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": actions}])

    def press(self, x, y, count=1):
        once = [{"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}]
        self.pointer([{"type": "pointerMove", "x": x, "y": y}] + once * count)

    def hover(self, selector, text=None):
        x, y = self.find(selector, text)
        self.pointer([{"type": "pointerMove", "x": x, "y": y}])

    def drag(self, start, end):
        steps = [(round(start[0] + (end[0] - start[0]) * part), round(start[1] + (end[1] - start[1]) * part)) for part in (0.1, 0.4, 0.7, 1, 1)]
        self.pointer([{"type": "pointerMove", "x": start[0], "y": start[1]}, {"type": "pointerDown", "button": 0}]
                     + [{"type": "pointerMove", "x": x, "y": y, "duration": 30} for x, y in steps] + [{"type": "pointerUp", "button": 0}])

    def keys(self, values):
        actions = []
        for value in values:
            actions += [{"type": "keyDown", "value": value}, {"type": "keyUp", "value": value}]
        self.protocol.ask("input.performActions", context=self.context, actions=[{"type": "key", "id": "keys", "actions": actions}])

    def type(self, text):
        self.keys(text)

    def key(self, name, control=False, shift=False):
        value = self.KEYS.get(name, name)
        held = ["\ue009"] * control + ["\ue008"] * shift
        actions = [{"type": "keyDown", "value": one} for one in held + [value]] + [{"type": "keyUp", "value": one} for one in [value] + held]
        self.protocol.ask("input.performActions", context=self.context, actions=[{"type": "key", "id": "keys", "actions": actions}])

    def screenshot(self, path):
        data = self.protocol.ask("browsingContext.captureScreenshot", context=self.context)["data"]
        with open(path, "wb") as file:
            file.write(base64.b64decode(data))

    def complaints(self):
        return [event["params"]["text"] for event in self.protocol.events
                if event.get("method") == "log.entryAdded" and event["params"]["level"] == "error"
                and "NS_ERROR" not in event["params"]["text"]]
