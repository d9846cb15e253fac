"""Drives the page of headwind console as a person would: drive.py BROWSER HEADWIND CAPTURE [PART].

The parts `links` and `devices` need a link, or the devices pixel-7 and iphone. Without a part, all the consoles are driven. HEADWIND_AXE names a file axe.min.js, with which
each part is checked for accessibility: wide and light, then narrow and dark.
"""

import json
import os
import struct
import subprocess
import sys
import time

from browser import Chromium, Firefox


def packets(page, address):
    page.open(address + "&view=packets")
    page.until("document.querySelectorAll('#packet-rows .row').length > 5")
    page.click("#packet-rows .row .no", "4")
    page.until("document.querySelectorAll('#tree .node').length > 10")
    page.until("location.hash.includes('packet=4')")
    assert "token" not in page.evaluate("location.hash"), "the token stays in the address"
    page.hover("#bytes .hex i[data-at='34']")
    page.until("document.querySelector('#tree .node.lit')")
    page.click("#packets .filter input")
    page.type("tcp.prot")
    page.until("document.querySelector('#packets .problem:not([hidden]) mark')")
    page.evaluate("document.querySelector('#packets .filter input').value = ''")
    page.type("tcp.flags.syn == 1")
    page.key("Enter")
    page.until("document.querySelectorAll('#packet-rows .row:not([hidden])').length === 2")
    page.key("f", control=True)
    page.until("document.activeElement.getAttribute('aria-label') === 'Find packets'")


def exchanges(page, address):
    page.open(address + "&view=exchanges")
    page.click("#exchange-rows .row .url")
    page.until("document.querySelector('#exchange:not([hidden]) .json')")
    assert page.evaluate("document.querySelector('#exchange-rows .url').clientWidth > 100"), "the list has no room"
    # A value is tied to its bytes, and a byte to its value.
    page.click("#exchange .document input")
    page.type("from_user")
    page.until("document.querySelector('#exchange .json [aria-selected=true]')?.textContent.includes('from_user')")
    lit = "[...document.querySelectorAll('#exchange .hexdump .text .lit')].map(one => one.textContent).join('')"
    value = page.evaluate("document.querySelector('#exchange .json [aria-selected=true] [class^=v-]').textContent")
    assert page.evaluate(lit) == "".join(letter if " " <= letter < "\x7f" else "·" * len(letter.encode()) for letter in value), page.evaluate(lit)
    page.click("#exchange .hexdump .hex i:nth-child(3)")
    page.until("document.querySelector('#exchange .json [aria-selected=true] > .value').textContent.includes('results')")
    page.click("#exchanges .bar button", "Failed")
    page.until("document.querySelectorAll('#exchange-rows .row:not([hidden])').length === 0 && location.hash.includes('kind=Failed')")


def sorted_exchanges(page, address):
    """The columns sort, and what came to something in spite of a trouble is not counted as failed."""
    page.open(address + "&view=exchanges")
    rows = "[...document.querySelectorAll('#exchange-rows .row:not([hidden])')]"
    page.until(f"{rows}.length === 2 && {rows}[0].querySelector('.trouble').textContent.includes('retransmitted')")
    assert page.evaluate("document.querySelector('#exchanges .bar > p.soft').textContent") == "2 of 2 · 1 failed"
    assert page.evaluate(f"{rows}.map(row => row.querySelector('.start').textContent).join()").startswith("0.0")
    numbers = f"{rows}.map(row => row.querySelector('.no').textContent).join()"
    page.click("#exchanges .head button", "Status")
    page.until(f"{numbers} === '1,2' && location.hash.includes('order=status')")
    page.click("#exchanges .head button", "Status")
    page.until(f"{numbers} === '2,1' && location.hash.includes('order=status.down')")
    page.click("#exchanges .bar button", "Failed")
    page.until(f"{numbers} === '2'")
    page.click("#exchanges .bar button", "Trouble")
    page.until(f"{numbers} === '1'")
    page.click("#exchanges .bar button", "All")
    # The row under the mouse is read as well when it is chosen.
    page.click("#exchange-rows .row .url")
    page.until(f"{rows}[0].getAttribute('aria-selected') === 'true' && document.querySelector('#exchange:not([hidden]) h2')")
    colors = page.evaluate(f"(style => style.color + '/' + style.backgroundColor)(getComputedStyle({rows}[0]))").split("/")
    assert colors[0] != colors[1], colors


def troubled_capture(folder, headwind, capture):
    """Two exchanges: one with a segment that was sent twice, and one, on another port, that was answered with 404."""
    plain = os.path.join(folder, "plain.pcap")
    subprocess.run([headwind, "capture", "-r", capture, "-w", plain, "--format", "pcap", "tcp"], check=True, stderr=subprocess.DEVNULL)
    data = open(plain, "rb").read()
    records, at = [], 24
    while at < len(data):
        length = struct.unpack_from("<I", data, at + 8)[0]
        records.append(data[at:at + 16 + length])
        at += 16 + length
    # Checksums are not looked at; the ports stand behind Ethernet (14) and IPv4 (20).
    def on_port(record, port):
        place = 16 + 34 if record[16 + 34:16 + 36] != b"\0\x50" else 16 + 36
        return record[:place] + struct.pack(">H", port) + record[place + 2:]
    again = next(record for record in records if b"HTTP/1.1 200 OK" in record)
    other = [on_port(record, 1234).replace(b" 200 OK\r\n", b" 404 No\r\n") for record in records]
    later = [struct.pack("<I", struct.unpack_from("<I", record)[0] + 60) + record[4:] for record in other]
    path = os.path.join(folder, "troubled.pcap")
    first = records.index(again)
    with open(path, "wb") as file:
        file.write(data[:24] + b"".join(records[:first + 1] + [again] + records[first + 1:] + later))
    return path


def conversations(page, address):
    """Follows a stream, goes from a piece to its packet, and decodes a port as something else."""
    page.open(address + "&view=packets&packet=8")
    page.until("document.querySelectorAll('#tree .node').length > 10")
    page.click("#tree .node", "TCP from port")
    page.click("#packets .actions button", "⋯")
    page.click(".menu button", "Follow stream")
    page.until("document.querySelector('.follow[open] pre')?.textContent.startsWith('GET /')")
    page.click(".follow .said.n0 button", "packet 6")
    page.until("!document.querySelector('.follow[open]') && location.hash.includes('packet=6')")
    page.until("document.querySelector('#tree .node')?.textContent.startsWith('Packet 6') && document.querySelector('#tree [data-field=http]')")
    page.click("#tree .node", "TCP from port")
    page.click("#packets .actions button", "⋯")
    page.click(".menu button", "Decode as")
    page.until("document.querySelector('.decode[open] input')?.value === '80'")
    page.click(".decode button.main")
    page.until("document.querySelectorAll('#tree .node').length > 10 && !document.querySelector('#tree [data-field=http]')")
    page.click("#tree .node", "TCP from port")
    page.click("#packets .actions button", "⋯")
    page.click(".menu button", "Decode as")
    page.click(".decode li button", "Remove")
    page.until("document.querySelector('#tree [data-field=http]')")


def links(page, address):
    """Slow Net now, Black Hole once the response has started: three clicks."""
    page.open(address + "&view=links")
    page.until("document.querySelectorAll('.card').length > 30")
    page.click(".card[aria-label='Slow Net'] .main")
    page.until("document.querySelector('.strip .state')?.textContent.includes('Slow Net')")
    page.until("!document.querySelector('#bad').hidden && document.title.includes('bad network')")
    page.click(".card[aria-label='Black Hole'] button", "Then")
    page.click(".menu button", "once a response has started")
    page.until("[...document.querySelectorAll('.phase')].some(one => one.textContent.includes('Black Hole'))")
    page.click(".strip .switch")
    page.until("document.querySelector('#bad').hidden")

    page.click(".strip button", "Cut")
    page.until("document.querySelector('.strip .state')?.textContent.includes('cut')")
    page.click(".strip button", "Heal")
    page.until("!document.querySelector('.strip .state').textContent.includes('cut')")

    # A profile of one's own: a mistake is told with its place, and a slider writes the text.
    page.click("#links button", "Make your own")
    page.until("document.querySelector('#links textarea')?.offsetParent")
    page.evaluate("(text => { text.value = 'name: Mine\\ndownlink: { bandwith: 1 Mbps }\\n'; text.dispatchEvent(new Event('input', {bubbles: true})); })(document.querySelector('#links textarea'))")
    page.until("document.querySelector('#links textarea').getAttribute('aria-invalid') === 'true' && document.querySelector('#links').textContent.includes('line 2')")
    page.evaluate("(text => { text.value = 'name: Mine\\ndownlink: { bandwidth: 1 Mbps }\\n'; text.dispatchEvent(new Event('input', {bubbles: true})); })(document.querySelector('#links textarea'))")
    page.until("document.querySelector('#links textarea').getAttribute('aria-invalid') === 'false'")
    page.evaluate("(slider => { slider.value = Number(slider.max) / 2; slider.dispatchEvent(new Event('input', {bubbles: true})); })(document.querySelectorAll('#links input[type=range]')[1])")
    page.until("/delay: \\d/.test(document.querySelector('#links textarea').value)")
    page.until("document.querySelector('#links textarea').getAttribute('aria-invalid') === 'false'")
    page.click("#links button", "Switch")
    page.until("document.querySelector('.strip .state')?.textContent.includes('Mine')")


def devices(page, address):
    """Two phones behind a gateway: each has a card with what it does, and is switched without the other."""
    page.open(address + "&view=links")
    page.until("!document.querySelector('#tab-devices').hidden")
    page.click("#tab-devices")
    page.until("document.querySelectorAll('.device').length === 2")
    card = "document.querySelector(\".device[aria-label='Device pixel-7']\")"
    other = "document.querySelector(\".device[aria-label='Device iphone']\")"
    page.until(f"{card}.textContent.includes('02:11:22:33:44:01') && {card}.textContent.includes('10.83.0.')")
    page.until(f"{card}.querySelector('.events').textContent.includes('GET')")
    page.until(f"{card}.querySelectorAll('option').length > 30")
    page.evaluate(f"(choice => {{ choice.value = 'Slow Net'; choice.dispatchEvent(new Event('change')); }})({card}.querySelector('select'))")
    page.until(f"{card}.querySelector('.state').textContent.includes('Slow Net') && {card}.querySelector('.switch').ariaChecked === 'true'")
    page.until("!document.querySelector('#bad').hidden")
    assert page.evaluate(f"{other}.querySelector('.state').textContent.includes('Clean')"), "the other device was switched"
    if "HEADWIND_PICTURES" in os.environ:
        time.sleep(6)
        page.screenshot(os.path.join(os.environ["HEADWIND_PICTURES"], "console-devices.png"))
    page.click(".device[aria-label='Device iphone'] button", "Cut")
    page.until(f"{other}.querySelector('.state').textContent.includes('cut')")
    page.click(".device[aria-label='Device iphone'] button", "Heal")
    page.until(f"{other}.querySelector('.state').textContent.includes('Clean')")
    page.click(".device[aria-label='Device pixel-7'] .switch")
    page.until(f"{card}.querySelector('.state').textContent.includes('Clean')")
    page.click(".device[aria-label='Device pixel-7'] button", "Packets")
    page.click(".device[aria-label='Device pixel-7'] h3 button")
    page.until("location.hash.includes('device=pixel-7') && document.querySelectorAll('.device:not([hidden])').length === 1")
    page.open(address + "&view=devices&device=pixel-7")
    page.until(f"document.querySelectorAll('.device:not([hidden])').length === 1 && {card}.querySelector('.events').textContent.includes('GET')")
    assert page.evaluate("document.querySelector('#devices .problem').hidden"), "the packets were not opened"
    page.click("#devices .bar button", "All devices")
    page.until("document.querySelectorAll('.device:not([hidden])').length === 2")


def check_access(page):
    """As it stands, then dark and as narrow as a phone. The answers of one browser are enough."""
    if not isinstance(page, Chromium):
        return
    with open(os.environ["HEADWIND_AXE"]) as file:
        axe = file.read()
    # Thousands of bytes are alike, and the check of their colors takes minutes.
    left_out = json.dumps({"exclude": ["#bytes .line:nth-child(n+4)", ".hexdump .line:nth-child(n+4)"]})
    for width, theme in ((1280, "light"), (360, "dark")):
        page.resize(width, 800)
        page.evaluate(f"document.documentElement.dataset.theme = '{theme}'")
        found = page.evaluate(
            "(async () => { const module = undefined, define = undefined; " + axe + f"\n; const {{violations}} = await window.axe.run({left_out}, {{resultTypes: ['violations']}});"
            " return violations.map(one => [one.id, one.nodes.map(node => node.target.join(' '))]); })()")
        assert not found, f"accessibility, {width} px, {theme}: {found}"
        wide = page.evaluate("document.documentElement.scrollWidth")
        assert wide <= width, f"at {width} px the page is {wide} px wide"
    page.resize(1280, 800)
    page.evaluate("delete document.documentElement.dataset.theme")


def plots(page, address):
    """Selects a span, looks at a conversation in both diagrams, and goes from a mark to its packet."""
    page.open(address + "&view=plots")
    page.until("document.querySelectorAll('#plots .plot svg').length >= 7")
    box = page.evaluate("(box => [box.left, box.top, box.width, box.height])(document.querySelector('#plots .plot').getBoundingClientRect())")
    at = lambda share: (round(box[0] + box[2] * share), round(box[1] + box[3] / 2))
    page.drag(at(0.4), at(0.7))
    page.until("/[#&]from=[\\d.]+&to=[\\d.]+/.test(location.hash) && document.querySelector('#plots .bar').textContent.includes('Span')")
    page.until("document.querySelectorAll('#plots .overlay .span').length >= 7")
    start, end = page.evaluate("['from', 'to'].map(name => Number(new URLSearchParams(location.hash.slice(1)).get(name)))")

    page.click("#tab-packets")
    page.until("document.querySelector('#packets .spannote:not([hidden])')")
    times = "[...document.querySelectorAll('#packet-rows .row:not([hidden]) .time')].map(one => Number(one.textContent))"
    page.until(f"(times => times.length > 2 && times.length < 20 && times.every(time => time >= {start - 1e-6} && time <= {end + 1e-6}))({times})")
    page.click("#tab-exchanges")
    page.until("document.querySelector('#exchanges .spannote:not([hidden])') && document.querySelector('#exchange-rows .row:not([hidden]) .url')")
    page.click("#tab-packets")
    page.click("#packets .spannote button")
    page.until("document.querySelector('#packets .spannote').hidden && !location.hash.includes('from=')")
    page.until("document.querySelector('#packet-rows').getAttribute('aria-rowcount') === '30'")

    page.click("#tab-plots")
    page.evaluate("(choice => { choice.value = '0'; choice.dispatchEvent(new Event('change')); })(document.querySelector('#plots .bar select'))")
    page.until("document.querySelector('#plots .segment')?.getAttribute('d').length > 50 && location.hash.includes('conversation=0')")
    page.evaluate("(choice => { choice.value = 'stevens'; choice.dispatchEvent(new Event('change')); })(document.querySelector('#plots select[aria-label^=Style]'))")
    page.until("!document.querySelector('#plots .segment') && location.hash.includes('style=stevens')")

    page.evaluate("document.querySelector('#plots .plot').focus()")
    page.key("ArrowRight")
    page.key("ArrowRight", shift=True)
    page.until("document.querySelector('#plots [aria-live]').textContent.includes('Throughput')")
    page.key("Escape")
    page.until("!location.hash.includes('from=')")
    page.key("+")
    page.until("location.hash.includes('axisfrom=')")
    page.key("Escape")
    page.until("!location.hash.includes('axisfrom=')")
    page.until("document.querySelectorAll('#plots .plot[aria-label^=Marks] svg').length === 1")
    page.click("#plots button[aria-label='Marks as a table']")
    page.until("document.querySelectorAll('#plots .plottable:not([hidden]) tbody tr').length === 4")
    page.click("#plots button[aria-label='Marks as a table']")
    point = page.until(
        "(box => { box.scrollIntoView({block: 'center'}); const at = box.querySelector('.shape')?.getBoundingClientRect();"
        " return at && [at.left + at.width / 2, at.top + at.height / 2]; })(document.querySelector('#plots .plot[aria-label^=Marks]'))")
    page.press(round(point[0]), round(point[1]))
    page.until("location.hash.includes('view=packets') && location.hash.includes('packet=27')")
    page.until("document.querySelectorAll('#tree .node').length > 10")

    # An address with a span and a packet in it shows both.
    page.open(address + f"&view=packets&from={start}&to={end}&packet=14")
    page.until("document.querySelector('#packets .spannote:not([hidden])') && document.querySelector('#packet-rows [aria-selected=true] .no')?.textContent === '14'")
    page.until("(total => total > 2 && total < 20)(Number(document.querySelector('#packet-rows').getAttribute('aria-rowcount')))")


def impatient(page, address):
    """Uses everything in the plots while there is nothing to draw: no packets, and no answer."""
    page.open(address + "&view=plots")
    page.until("document.querySelectorAll('#plots figure').length >= 8")
    page.evaluate("""(() => {
      const plots = document.querySelector('#plots');
      for (const button of plots.querySelectorAll('button')) button.click();
      for (const choice of plots.querySelectorAll('select')) choice.dispatchEvent(new Event('change'));
      for (const plot of plots.querySelectorAll('.plot')) {
        for (const type of ['pointermove', 'pointerup', 'pointerleave', 'pointercancel', 'dblclick'])
          plot.dispatchEvent(new PointerEvent(type, {clientX: 100, clientY: 100}));
        plot.dispatchEvent(new WheelEvent('wheel', {ctrlKey: true, deltaY: 1, cancelable: true}));
        for (const key of ['ArrowLeft', 'ArrowUp', 'Home', 'Enter', 'Escape', '+', '-'])
          plot.dispatchEvent(new KeyboardEvent('keydown', {key, cancelable: true}));
      }
      return true;
    })()""")
    page.until("document.querySelector('#plots [role=status]').textContent.startsWith('There are no packets')")


def suites(page, address):
    """Runs a client twice, looks at what has changed, opens the evidence, and compares it with another client."""
    page.open(address + "&view=suites")
    page.until("document.querySelectorAll('#suites tbody tr').length > 70")
    row = "[...document.querySelectorAll('#suites tbody tr')].find(one => one.querySelector('th').textContent.startsWith('connect.refused'))"

    def run(client):
        page.evaluate(f"(input => {{ input.value = {client!r}; input.dispatchEvent(new Event('change')); }})(document.querySelector('#suites .client input'))")
        page.click("#suites button.main")
        page.until("document.querySelector('#suites button.main').disabled")
        page.until("!document.querySelector('#suites button.main').disabled", 120)

    page.click("#suites input[type=search]")
    page.type("connect.refused")
    page.until("document.querySelectorAll('#suites tbody tr').length === 1")
    run("curl -sS -m {deadline} {url}")
    page.until(f"({row}).querySelector('.v-pass')")
    page.until("!document.querySelector('#suites .bar button:nth-of-type(3)').hidden")
    page.click("#suites tbody button", "Evidence")
    page.until("document.querySelector('#suites .problem').hidden")
    run("curl -sS -m {deadline} {url}")
    page.until(f"({row}).children[3].textContent.includes('PASS')")
    # A client that does not notice is another client, and the matrix shows where they differ.
    run("sleep 30")
    page.until(f"({row}).querySelector('.v-fail, .v-error, .v-inconclusive')")
    page.click("#suites .bar button", "Matrix")
    page.until("document.querySelectorAll('#suites thead code').length === 2 && document.querySelector('#suites tr.changed')")
    page.until("location.hash.includes('matrix')")
    check_access(page)
    page.click("#suites thead button")
    page.until("document.querySelectorAll('#suites thead code').length === 1")
    page.click("#suites .bar button", "Matrix")
    page.until("document.querySelector('#suites tbody input[type=checkbox]')")


def saved(page, path):
    """The page in a file shows the plots and limits the list to a span, with nobody to ask."""
    page.open(f"file://{path}#view=plots&conversation=0")
    page.until("document.querySelectorAll('#plots .plot svg').length >= 8 && document.querySelector('#plots .segment')")
    box = page.evaluate("(box => [box.left, box.top, box.width, box.height])(document.querySelector('#plots .plot').getBoundingClientRect())")
    at = lambda share: (round(box[0] + box[2] * share), round(box[1] + box[3] / 2))
    page.drag(at(0.4), at(0.7))
    page.until("location.hash.includes('from=')")
    page.click("#tab-packets")
    page.until("(total => total > 2 && total < 20)(Number(document.querySelector('#packet-rows').getAttribute('aria-rowcount')))")
    page.click("#packets .spannote button")
    page.until("document.querySelector('#packet-rows').getAttribute('aria-rowcount') === '30'")


def main(name, headwind, capture, part=None):
    console = subprocess.Popen([headwind, "console", capture], stdout=subprocess.PIPE, text=True)
    empty = subprocess.Popen([headwind, "console"], stdout=subprocess.PIPE, text=True)
    consoles = [console, empty]
    try:
        address = console.stdout.readline().strip()
        nothing = empty.stdout.readline().strip()
        with {"chromium": Chromium, "firefox": Firefox}[name]() as page:
            alone = {"links": [links], "devices": [devices]}
            parts = alone[part] if part else [packets, exchanges, conversations, plots, suites]
            steps = [(step, address) for step in parts]
            if not part:
                steps.append((impatient, nothing))
                path = os.path.join(page.folder, "saved.html")
                subprocess.run([headwind, "console", "--save", path, capture], check=True)
                steps.append((saved, path))
                troubled = subprocess.Popen([headwind, "console", troubled_capture(page.folder, headwind, capture)], stdout=subprocess.PIPE, text=True)
                consoles.append(troubled)
                steps.insert(-1, (sorted_exchanges, troubled.stdout.readline().strip()))
            for step, target in steps:
                step(page, target)
                check_access(page)
                complaints = page.complaints()
                assert not complaints, f"{step.__name__}: {complaints}"
                print(f"{step.__name__}: passed", flush=True)
    finally:
        for one in consoles:
            one.terminate()
            one.wait()


if __name__ == "__main__":
    main(*sys.argv[1:])
