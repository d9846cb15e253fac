"""Measures the page of headwind console in headless Chromium, by the page's own clock: measure.py WHAT HEADWIND CAPTURE-OR-LINK.

Prints the figures as words, one "name value" a line, for the benchmark that calls it.
"""

import json
import os
import statistics
import subprocess
import sys
import time
import urllib.request

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../../Tests/ConsoleTests/Browser"))
from browser import Chromium  # noqa: E402

# The first row with a number in it, once it is painted.
FIRST_ROW = """
  window.firstRow = null;
  const look = () => {
    if (document.querySelector('#packet-rows .row .no')?.textContent) {
      requestAnimationFrame(() => { window.firstRow ??= performance.now(); });
    } else requestAnimationFrame(look);
  };
  look();
"""
# What the measurements share: waits for a state, looking once a frame.
TOOLS = """
  window.frame = () => new Promise(requestAnimationFrame);
  window.until = async (isThere, most = 60000) => {
    const start = performance.now();
    while (!isThere()) {
      if (performance.now() - start > most) throw new Error('not within ' + most + ' ms: ' + isThere);
      await frame();
    }
    await frame();
    return performance.now() - start;
  };
  window.rowCount = () => Number(document.querySelector('#packet-rows').getAttribute('aria-rowcount'));
"""


class Console:
    """The console under measurement, and its API."""

    def __init__(self, headwind, *words):
        self.start = time.monotonic()
        self.process = subprocess.Popen([headwind, "console", *words], stdout=subprocess.PIPE, text=True)
        self.address = self.process.stdout.readline().strip()
        if not self.address:
            sys.exit("measure: the console did not start")
        self.begun = time.monotonic() - self.start
        self.base, self.token = self.address.split("/#token=")

    def ask(self, path):
        request = urllib.request.Request(f"{self.base}/api/{path}", headers={"Authorization": "Bearer " + self.token})
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)

    def wait(self, seconds=600):
        """Waits until all packets are in the index; answers how long that took from the start."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if self.ask("source")["source"]["complete"]:
                return time.monotonic() - self.start
            time.sleep(0.01)
        sys.exit("measure: the file was not read in time")

    def megabytes(self, name="RssAnon"):
        with open(f"/proc/{self.process.pid}/status") as file:
            return next(int(line.split()[1]) / 1024 for line in file if line.startswith(name + ":"))

    def close(self):
        self.process.terminate()
        self.process.wait()


def say(name, value):
    print(name, value if isinstance(value, str) else f"{value:.6g}", flush=True)


def open_page(page, address):
    page.open(address + "&view=packets")
    page.evaluate(TOOLS)


def file(page, headwind, capture):
    """First screen, index, jumps and a filter. The browser is open before, as a user's is."""
    page.protocol.ask("Page.addScriptToEvaluateOnNewDocument", source=f"addEventListener('DOMContentLoaded', () => {{ {FIRST_ROW} }});")
    console = Console(headwind, capture)
    page.protocol.ask("Page.navigate", url=console.address + "&view=packets")
    first = page.until("window.firstRow", 60) / 1000
    say("first_screen", console.begun + first)
    say("indexed", console.wait())
    page.evaluate(TOOLS)
    total = console.ask("source")["source"]["packets"]
    say("packets", total)
    # A person looks at one packet before going to the next.
    jumps = page.evaluate(f"""(async () => {{
      const input = document.querySelector('#packets input[type=number]');
      const waits = [];
      for (let times = 0; times < 40; times += 1) {{
        await new Promise(resolve => setTimeout(resolve, 250));
        const number = 1 + Math.floor(Math.random() * {total});
        const start = performance.now();
        input.value = number;
        input.dispatchEvent(new KeyboardEvent('keydown', {{key: 'Enter', bubbles: true}}));
        await until(() => document.querySelector('#packet-rows [aria-selected=true] .from')?.textContent
          && document.querySelector('#packet-rows [aria-selected=true] .no').textContent === String(number));
        waits.push(performance.now() - start);
      }}
      return waits;
    }})()""")
    say("jump_median", statistics.median(jumps))
    say("jump_worst", max(jumps))
    # Whoever has looked at packets has had the survey made; without that, the filter waits for it.
    for name in ("first", "again"):
        first_hit, last_hit, hits = page.evaluate("""(async () => {
          const input = document.querySelector('#packets .filter input');
          const set = async text => {
            input.value = text;
            input.dispatchEvent(new KeyboardEvent('keydown', {key: 'Enter', bubbles: true}));
          };
          set('');
          await new Promise(resolve => setTimeout(resolve, 500));
          const start = performance.now();
          set('http');
          const words = document.querySelector('#packets .bar p.soft[role=status]');
          await until(() => words.textContent.includes(' of ') && rowCount() > 0 && document.querySelector('#packet-rows .row:not([hidden]) .from')?.textContent);
          const first = performance.now() - start;
          await until(() => words.textContent.includes(' of ') && !words.textContent.includes('%'));
          return [first, performance.now() - start, rowCount()];
        })()""")
        say(f"filter_{name}_hit", first_hit)
        say(f"filter_{name}_last", last_hit)
    say("hits", hits)
    console.close()


def cold(page, headwind, capture):
    """The filter is the first thing that anybody asks."""
    console = Console(headwind, capture)
    console.wait()
    open_page(page, console.address)
    page.until("document.querySelector('#packet-rows .row .from')?.textContent")
    say("cold", page.evaluate("""(async () => {
      const start = performance.now();
      const input = document.querySelector('#packets .filter input');
      input.value = 'http';
      input.dispatchEvent(new KeyboardEvent('keydown', {key: 'Enter', bubbles: true}));
      const words = document.querySelector('#packets .bar p.soft[role=status]');
      await until(() => words.textContent.includes(' of ') && !words.textContent.includes('%'));
      return performance.now() - start;
    })()"""))
    console.close()


def scroll(page, headwind, capture):
    """Ten million packets: the memory, and the frames while somebody scrolls."""
    console = Console(headwind, capture)
    say("indexed", console.wait())
    say("memory", console.megabytes())
    open_page(page, console.address)
    page.until("document.querySelector('#packet-rows .row .from')?.textContent")
    for name, step in (("slow", 66), ("fast", 20_000)):
        frames = page.evaluate(f"""(async () => {{
          const rows = document.querySelector('#packet-rows');
          const times = [];
          for (let count = 0; count < 300; count += 1) {{
            rows.dispatchEvent(new WheelEvent('wheel', {{deltaY: {step}, bubbles: true, cancelable: true}}));
            times.push(await frame());
          }}
          return times.slice(1).map((time, at) => time - times[at]);
        }})()""")
        say(f"{name}_rate", 1000 / statistics.mean(frames))
        say(f"{name}_late", 100 * sum(one > 25 for one in frames) / len(frames))
    say("after", console.megabytes())
    say("packets", console.ask("source")["source"]["packets"])
    console.close()


def live(pages, headwind, link, seconds=15):
    """How old the newest packet is that is drawn, while many arrive."""
    console = Console(headwind, "-i", link)
    for page in pages:
        open_page(page, console.address)
        page.evaluate("document.querySelector('#packet-rows').focus()")
        page.key("End")
    print("ready", flush=True)
    sys.stdin.readline()
    ages = pages[0].evaluate(f"""(async () => {{
      await until(() => rowCount() > 1000);
      const rows = document.querySelector('#packet-rows');
      rows.dispatchEvent(new KeyboardEvent('keydown', {{key: 'End', bubbles: true}}));
      const [first] = (await (await fetch('/api/packets?from=0&count=1', {{headers: {{Authorization: 'Bearer ' + sessionStorage.getItem('token')}}}})).json()).rows;
      const ages = [];
      const end = performance.now() + {seconds * 1000};
      let newest = 0;
      while (performance.now() < end) {{
        await frame();
        const shown = [...rows.querySelectorAll('.row:not([hidden]) .time')].map(one => Number(one.textContent)).filter(Boolean);
        const last = Math.max(0, ...shown);
        // Each change of what is drawn counts once, when it is there to be seen.
        if (last > newest) {{ newest = last; ages.push(Date.now() - (first.time + last) * 1000); }}
      }}
      return ages;
    }})()""")
    say("drawn", len(ages))
    if len(ages) > 1:
        say("age_p50", statistics.median(ages))
        say("age_p99", sorted(ages)[int(len(ages) * 0.99)])
        part = max(1, len(ages) // 10)
        say("age_begin", statistics.median(ages[:part]))
        say("age_end", statistics.median(ages[-part:]))
    print("done", flush=True)
    sys.stdin.readline()
    time.sleep(1)
    state = console.ask("source")["source"]
    say("packets", state["packets"])
    say("memory", console.megabytes())
    console.close()


def main(what, headwind, source):
    if what.startswith("live"):
        count = int(what[4:] or 1)
        pages = []
        try:
            for _ in range(count):
                pages.append(Chromium(1280, 800))
            live(pages, headwind, source)
        finally:
            for page in pages:
                page.close()
        return
    with Chromium(1280, 800) as page:
        {"file": file, "cold": cold, "scroll": scroll}[what](page, headwind, source)


if __name__ == "__main__":
    main(*sys.argv[1:])
