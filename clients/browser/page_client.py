"""fetch and XMLHttpRequest in the pages of a browser, as a client of Headwind's contract (docs/scenarios.md).

The page has the origin of the URL, so the requests are same-origin ones and no rule of CORS is switched off. Where a scenario asks for
several origins, each has a page of its own in one browser. A server that redirects to another origin meets CORS, as it would in any page.
"""

import base64
import json
import os
import pathlib
import signal
import sys
import threading
import time
from urllib.parse import urlsplit

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "python"))

import contract  # noqa: E402
from program import Failure  # noqa: E402

SCRIPT = """
globalThis.tasks = []

function progress(count, total) {
  const now = Date.now()
  if (now - (progress.told ?? 0) < 1000) return
  progress.told = now
  console.log(total > 0 ? `${Math.floor(100 * count / total)} %` : `${count} bytes`)
}

function base64(blob) {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(reader.result.slice(reader.result.indexOf(",") + 1))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(blob)
  })
}

// What a page does with a response that it cannot use, as response.json() would.
function checkType(accept, got) {
  const type = got?.split(";")[0].trim().toLowerCase()
  if (accept && type && type !== accept) throw new Error(`the response is ${type}, not ${accept}`)
}

async function byFetch(method, url, body, milliseconds, accept) {
  const controller = new AbortController()
  tasks.push(controller)
  const signal = AbortSignal.any([controller.signal, AbortSignal.timeout(milliseconds)])
  const response = await fetch(url, { method, body, signal, headers: accept ? { Accept: accept } : {} })
  if (!response.ok) throw new Error(`status ${response.status}`)
  checkType(accept, response.headers.get("content-type"))
  const chunks = []
  let count = 0
  const reader = response.body.getReader()
  for (let part; !(part = await reader.read()).done;) {
    chunks.push(part.value)
    count += part.value.length
    progress(count, Number(response.headers.get("content-length") ?? 0))
  }
  return base64(new Blob(chunks))
}

function byXHR(method, url, body, milliseconds, accept) {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    tasks.push(request)
    request.open(method, url)
    if (accept) request.setRequestHeader("Accept", accept)
    request.responseType = "blob"
    request.timeout = milliseconds
    request.onprogress = (event) => progress(event.loaded, event.lengthComputable ? event.total : 0)
    request.onload = () => {
      try {
        if (request.status >= 400) throw new Error(`status ${request.status}`)
        checkType(accept, request.getResponseHeader("content-type"))
        resolve(base64(request.response))
      } catch (error) {
        reject(error)
      }
    }
    request.onerror = () => reject(new Error("NetworkError: the request failed"))
    request.ontimeout = () => reject(new Error("TimeoutError: the request timed out"))
    request.onabort = () => reject(new Error("AbortError: the request was aborted"))
    request.send(body)
  })
}
"""


class Client:
    def __init__(self, way, start, open_page):
        self.perform = {"fetch": "byFetch", "xhr": "byXHR"}[way]
        self.requests, self.deadline = contract.read(contract.FAMILIES | {"h2", "h3"})
        # fetch refuses URLs with credentials (the Fetch standard, Request class).
        if way == "fetch" and any(urlsplit(request["url"]).username for request in self.requests):
            sys.exit(127)
        self.browser, self.open_page = start(), open_page
        self.pages, self.failed = {}, False
        self.cancelled, self.listener_ended = threading.Event(), threading.Event()
        for request in self.requests:
            self.page(request)

    def page(self, request):
        parts = urlsplit(request["url"])
        origin = f"{parts.scheme}://{parts.netloc}"
        if origin not in self.pages:
            self.pages[origin] = self.open_page(self.browser, origin, lambda words: print(words, file=sys.stderr, flush=True))
            self.pages[origin].run(SCRIPT)
        return self.pages[origin]

    def run(self):
        threading.Thread(target=self.listen, daemon=True).start()
        print("cancel: stdin", flush=True)
        running = []
        for request in self.requests:
            if not request["together"]:
                for thread in running:
                    thread.join()
                time.sleep(request["after"])
            if self.cancelled.is_set():
                break
            running.append(threading.Thread(target=self.tell, args=[request]))
            running[-1].start()
        for thread in running:
            thread.join()
        if self.cancelled.is_set():
            # The page lives on, so that what it leaves alive is seen.
            print("cancelled", flush=True)
            self.listener_ended.wait()
        return 1 if self.failed or self.cancelled.is_set() else 0

    def listen(self):
        for line in sys.stdin:
            if line.strip() == "cancel":
                self.cancelled.set()
                for page in self.pages.values():
                    page.run("tasks.forEach((task) => task.abort())")
        self.listener_ended.set()

    def tell(self, request):
        try:
            self.make(request)
        except Exception as error:
            self.failed = True
            print(f"{request['method']} {request['url']}: {self.reason(error)}", file=sys.stderr, flush=True)

    @staticmethod
    def reason(error):
        return str(error).splitlines()[0] if str(error) else type(error).__name__

    def make(self, request):
        page = self.page(request)
        body = "undefined"
        if request.get("body"):
            page.choose(request["body"])
            body = "document.querySelector('input').files[0]"
        words = ", ".join([json.dumps(request["method"]), json.dumps(request["url"]), body, str(int(self.deadline * 1000)),
                           json.dumps(request.get("accept"))])
        data = base64.b64decode(page.run(f"{self.perform}({words})"))
        partial = request["output"] + ".partial"
        with open(partial, "wb") as file:
            file.write(data)
        os.replace(partial, request["output"])


def main(start, open_page):
    """Runs the client.

    `start` starts a browser; `open_page` opens a page of it at an origin, and is given what takes the words that the page says.
    """
    try:
        client = Client(sys.argv[1], start, open_page)
        # The browser ends with its program, as a browser ends with its last window.
        signal.signal(signal.SIGTERM, lambda *_: (client.browser.close(), os._exit(128 + signal.SIGTERM)))
        try:
            status = client.run()
        finally:
            client.browser.close()
        sys.exit(status)
    except Failure as error:
        sys.exit(f"{os.path.basename(sys.argv[0])}: {error}")
