// Draws a report: a list of scenarios on the left, and on the right what one of them was like on the wire.
import {parseSource} from './json-source.js';
import {JSONTree} from './json-tree.js';
import {make} from './parts.js';
import {verdictMarks} from './verdict.js';

let report = null;
// The worst first, which is the order of the list.
const kinds = ["fail", "error", "inconclusive", "warn", "pass", "n/a"];
const sign = kind => verdictMarks[kind.toUpperCase()];
const shown = new Set(kinds);
const byId = id => document.getElementById(id);
const classOf = kind => kind === "n/a" ? "na" : kind;
const seconds = t => t.toFixed(t < 10 ? 2 : 1) + " s";

/** The bytes of a text in base64 that were compressed without a header (RFC 1951). */
function inflated(text) {
  const bytes = Uint8Array.from(atob(text.trim()), letter => letter.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")));
}

// ---- the list

let current = -1;
let visible = [];
/** The clients, if there are several; their columns have letters. */
let labels = [];
const letter = n => String.fromCharCode(65 + n % 26) + (n > 25 ? Math.floor(n / 26) : "");

/** The address of a scenario within the page, which stays the same when others come or go. */
function nameOf(s) {
  const client = labels.length > 1 ? "/" + letter(labels.indexOf(s.label)) : "";
  return s.id + (s.turn > 1 ? "/run-" + s.turn : "") + client;
}

function badge(kind) {
  return make("span", { class: "kind " + classOf(kind) }, make("span", { "aria-hidden": "true" }, sign(kind) + " "), kind);
}

function fillHeader() {
  const counts = {};
  for (const s of report.scenarios) counts[s.kind] = (counts[s.kind] || 0) + 1;
  byId("summary").textContent = report.scenarios.length + " scenarios in " + seconds(report.duration) +
    (report.isComplete ? "" : " (" + (report.shortfalls?.join("; ") || "interrupted") + ")") + ", seed " + report.seed;
  byId("client").textContent = report.client.join(" ") + (report.clientVersion ? " (" + report.clientVersion + ")" : "");
  for (const kind of kinds.filter(kind => counts[kind])) {
    const button = make("button", { type: "button", "aria-pressed": "true", class: classOf(kind) },
      make("span", { "aria-hidden": "true" }, sign(kind) + " "), kind + " " + counts[kind]);
    button.addEventListener("click", () => {
      const isOn = shown.has(kind);
      if (isOn) shown.delete(kind); else shown.add(kind);
      button.setAttribute("aria-pressed", String(!isOn));
      refill();
    });
    byId("kinds").append(button);
  }
}

function fillList() {
  const wanted = byId("search").value.trim().toLowerCase();
  const places = report.scenarios.map((s, index) => index).filter(index => {
    const s = report.scenarios[index];
    return shown.has(s.kind) && (!wanted || (s.id + " " + s.summary).toLowerCase().includes(wanted));
  });
  visible = kinds.flatMap(kind => places.filter(index => report.scenarios[index].kind === kind));
  const list = document.createDocumentFragment();
  list.append(make("a", { href: "#", class: "all" }, "All scenarios", make("span", { class: "time" }, "o")));
  for (const kind of kinds) {
    const members = visible.filter(index => report.scenarios[index].kind === kind);
    if (!members.length) continue;
    list.append(make("h2", {}, badge(kind), " " + members.length), make("ul", {}, ...members.map(index => {
      const s = report.scenarios[index];
      const column = labels.length > 1 ? letter(labels.indexOf(s.label)) + " " : "";
      const attributes = { href: "#" + nameOf(s), "data-index": index, title: s.summary };
      if (index === current) attributes["aria-current"] = "page";
      return make("li", {}, make("a", attributes, column + s.id + (s.turn > 1 ? " (" + s.turn + ")" : ""),
        make("span", { class: "time" }, s.client ? seconds(s.client.duration) : "")));
    })));
  }
  if (!visible.length) list.append(make("p", { class: "soft" }, "No scenario is left. Change the filter."));
  byId("list").replaceChildren(list);
}

/** Shows what the filters leave. */
function refill() {
  fillList();
  if (current < 0) overview();
}

function unmark() {
  byId("list").querySelector("[aria-current=page]")?.removeAttribute("aria-current");
}

/** How long it took, as a bar that says nothing of good or bad. */
function lengthBar(share) {
  const bar = make("span", { class: "length", "aria-hidden": "true" });
  bar.style.inlineSize = Math.max(1, share * 80) + "px";
  return bar;
}

/** All that is visible at once: a row a scenario, a cell a repetition or a client. */
function overview() {
  unmark();
  if (current >= 0) document.title = "headwind report";
  current = -1;
  timeline = null;
  document.body.classList.add("overview");
  history.replaceState(null, "", "#");
  const rows = new Map();
  for (const index of visible) {
    const s = report.scenarios[index];
    if (!rows.has(s.id)) rows.set(s.id, []);
    rows.get(s.id).push(index);
  }
  const isMatrix = labels.length > 1;
  const longest = Math.max(1, ...visible.map(index => report.scenarios[index].client?.duration ?? 0));
  const cell = index => {
    const s = report.scenarios[index];
    const words = s.kind + ": " + s.id + (s.label ? ", " + s.label : "");
    return make("a", { href: "#" + nameOf(s), class: "cell " + classOf(s.kind), title: words + "\n" + reason(s), "aria-label": words },
      make("span", { "aria-hidden": "true" }, sign(s.kind)), isMatrix ? null : " " + s.kind);
  };
  const heads = isMatrix
    ? ["scenario", ...labels.map((label, n) => make("abbr", { title: label }, letter(n)))]
    : ["scenario", "verdict", "duration", "what it did"];
  const legend = isMatrix ? [make("table", { class: "legend" }, make("caption", {}, "Clients"), make("tbody", {}, ...labels.map((label, n) => {
    const own = report.scenarios.filter(s => s.label === label), counts = kinds.map(kind => [kind, own.filter(s => s.kind === kind).length]);
    return make("tr", {}, make("th", { scope: "row" }, letter(n)), make("td", {}, make("code", {}, label ?? "")),
      make("td", {}, ...counts.filter(([, count]) => count).map(([kind, count]) => make("span", { class: classOf(kind) }, sign(kind) + " " + count + " " + kind + " "))));
  })))] : [];
  const table = make("table", { class: "matrix" + (isMatrix ? " clients" : "") },
    make("caption", {}, isMatrix ? "A row for each scenario, a cell for each client" : "A row for each scenario, the failed ones first"),
    make("thead", {}, make("tr", {}, ...heads.map(head => make("th", { scope: "col" }, head)))),
    make("tbody", {}, ...[...rows].map(([id, indices]) => {
      const worst = indices[0], s = report.scenarios[worst];
      const name = make("th", { scope: "row" }, make("a", { href: "#" + nameOf(s), title: s.summary }, id));
      if (isMatrix) return make("tr", {}, name, ...labels.map(label =>
        make("td", { class: "cells" }, ...indices.filter(index => report.scenarios[index].label === label).map(cell))));
      return make("tr", { onclick: event => { if (!event.target.closest("a")) select(worst); } }, name,
        make("td", { class: "cells" }, ...indices.map(cell)),
        make("td", { class: "took" }, lengthBar((s.client?.duration ?? 0) / longest), s.client ? seconds(s.client.duration) : ""),
        make("td", { class: "words" }, reason(s)));
    })));
  byId("detail").replaceChildren(make("h2", { tabindex: "-1" }, "All scenarios"), ...legend, table);
  byId("detail").scrollTop = 0;
}

/** Why the verdict is what it is, or what the client did. */
function reason(s) {
  const finding = s.findings.find(f => f.kind === s.kind && f.finding);
  if (!finding || s.kind === "pass") return s.behaviour;
  return (finding.demand ? finding.requirement + " " + finding.demand + ": " : "") + finding.finding;
}

function select(index, packet) {
  if (!(index in report.scenarios)) return;
  unmark();
  const isNew = current !== index || document.body.classList.contains("overview");
  current = index;
  document.body.classList.remove("overview");
  const entry = byId("list").querySelector(`[data-index="${index}"]`), s = report.scenarios[index];
  entry?.setAttribute("aria-current", "page");
  entry?.scrollIntoView({ block: "nearest" });
  const address = "#" + nameOf(s) + (packet ? "/packet-" + packet : "");
  if (location.hash !== address) history.replaceState(null, "", address);
  if (isNew) {
    show(s);
    document.title = s.id + ": " + s.kind + " - headwind report";
    byId("said").textContent = s.id + ": " + s.kind + ". " + reason(s);
  }
  if (packet) choosePacket?.(packet, true);
}

function step(by) {
  const place = visible.indexOf(current);
  const next = visible[Math.min(visible.length - 1, Math.max(0, place + by))];
  if (next !== undefined) select(next);
}

// ---- one scenario

let timeline = null;
let choosePacket = null;

function show(s) {
  const cited = new Set(s.findings.flatMap(f => f.packets));
  const rows = new Map();
  const choose = choosePacket = (number, scrolls) => {
    for (const row of byId("detail").querySelectorAll("tr.chosen")) row.classList.remove("chosen");
    const row = rows.get(number);
    row?.classList.add("chosen");
    if (scrolls) row?.scrollIntoView({ block: "center" });
    timeline?.choose(number);
    history.replaceState(null, "", "#" + nameOf(s) + "/packet-" + number);
  };
  const findings = make("ul", { class: "findings" }, ...s.findings.map(f => make("li", {},
    badge(f.kind),
    make("span", {}, (f.demand ? f.requirement + " " + f.demand : "") + (f.finding ? (f.demand ? ": " : "") + f.finding : ""),
      ...f.packets.slice(0, 8).map(n => make("button", { type: "button", onclick: () => choose(n, true) }, "packet " + n))))));
  const parts = [
    make("h2", { tabindex: "-1" }, make("span", { class: classOf(s.kind) }, sign(s.kind) + " " + s.kind.toUpperCase() + " "), s.id + (s.turn > 1 ? " (" + s.turn + ")" : "")),
    s.label ? make("p", {}, make("code", {}, s.label)) : null,
    make("p", {}, s.summary), make("p", { class: "soft" }, s.rationale, s.source ? " (" + s.source + ")" : ""),
    make("p", {}, s.behaviour), findings];
  timeline = null;
  if (s.packets.length) {
    timeline = new Timeline(s, number => choose(number, true));
    parts.push(make("h3", {}, "On the wire"), timeline.svg,
      make("p", { class: "soft" }, "Drag to move, wheel or ", make("kbd", {}, "+"), " ", make("kbd", {}, "-"), " to zoom, ",
        make("kbd", {}, "0"), " for all; ", make("kbd", {}, "j"), " ", make("kbd", {}, "k"), " for the next and the last scenario, ", make("kbd", {}, "n"), " ", make("kbd", {}, "p"), " for the next and the last packet, ", make("kbd", {}, "o"), " for all scenarios."));
    const table = make("table", { class: "packets" }, make("caption", { class: "unseen" }, "Packets"),
      make("thead", { class: "unseen" }, make("tr", {}, ...["number", "direction and time", "packet", "notes"].map(head => make("th", { scope: "col" }, head)))), make("tbody", {}, ...s.packets.map(p => {
      const row = make("tr", { class: (p.isUplink ? "up" : "down") + (cited.has(p.number) ? " cited" : "") + (p.isLost ? " lost" : ""), onclick: () => choose(p.number, false) },
        make("td", {}, make("a", { href: "#" + nameOf(s) + "/packet-" + p.number }, String(p.number))),
        make("td", {}, (p.isUplink ? "→ " : "← ") + p.time.toFixed(3)), make("td", { class: "line" }, p.line),
        make("td", { class: "note" }, (p.isLost ? "✕ " : "") + p.notes.join("; ")));
      rows.set(p.number, row);
      return row;
    })));
    const left = make("div", {}, make("h3", {}, "Packets" + (s.omittedPackets ? " (the first " + s.packets.length + "; the capture has " + s.omittedPackets + " more)" : "")), make("div", { class: "scroll" }, table));
    const right = make("div", {}, make("h3", {}, "Exchanges"),
      ...(s.exchanges.length ? s.exchanges.map((x, n) => exchange(x, choose, n === 0)) : [make("p", { class: "soft" }, "No HTTP in the clear, and the servers had no request.")]));
    parts.push(left, right);
  }
  if (s.client) {
    const more = s.client.outputBytes - new Blob([s.client.output]).size;
    parts.push(make("h3", {}, "The client " + (s.client.ending ?? "ended with status " + s.client.status) + " after " + seconds(s.client.duration)),
      s.client.leftBehind ? make("p", {}, "It left running: " + s.client.leftBehind.join(", ")) : "",
      make("pre", {}, s.client.output || "(it said nothing)", more > 0 ? "\n... and " + more + " bytes more" : ""));
  }
  parts.push(make("h3", {}, "Again"), make("pre", {}, s.command));
  if (s.captureBytes) {
    parts.push(make("p", {}, make("button", { type: "button", onclick: () => download(s) }, "Download the capture")));
  } else if (s.capture) parts.push(make("p", { class: "soft" }, "Capture: " + s.capture));
  byId("detail").replaceChildren(...parts.filter(part => part));
  byId("detail").scrollTop = 0;
  timeline?.draw();
}

async function download(s) {
  const link = make("a", { href: URL.createObjectURL(await inflated(s.captureBytes).blob()), download: s.id + ".pcapng" });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}

/** The next packet that is in the list, or the last one. */
function stepPacket(by) {
  const s = report.scenarios[current];
  if (!s?.packets.length) return;
  const place = s.packets.findIndex(p => p.number === timeline?.chosen);
  const next = s.packets[Math.min(s.packets.length - 1, Math.max(0, place < 0 ? 0 : place + by))];
  choosePacket(next.number, true);
  byId("said").textContent = next.line + " " + next.notes.join("; ");
}

function exchange(x, choose, opens) {
  const body = x.responseBody ? bodyOf(x.responseBody) : [];
  const line = x.method + " " + x.url + " → " + (x.status ?? "nothing") + " (" + x.outcome + ")";
  // Of what went through TLS the wire shows neither heads nor bodies.
  if (x.stream < 0) return make("p", {}, make("button", { type: "button", onclick: () => choose(x.requestPacket, true) }, line));
  return make("details", opens ? { open: "" } : {}, make("summary", { onclick: () => choose(x.requestPacket, true) }, line),
    make("pre", {}, x.requestHead + (x.responseHead ? "\n" + x.responseHead : "")), ...body);
}

/** JSON as a tree that folds and searches; another text as it is. */
function bodyOf(text) {
  const root = /^\s*[[{]/.test(text) ? parseSource(text) : null;
  if (!root) return [make("pre", {}, text)];
  const tree = new JSONTree(root, () => {});
  tree.unfold();
  return [tree.bar, tree.box];
}

// ---- the timeline

class Timeline {
  static top = 52; static lanes = 170; static height = 320;

  constructor(scenario, onChoose) {
    this.scenario = scenario;
    this.onChoose = onChoose;
    const times = scenario.packets.flatMap(p => p.otherEnd == null ? [p.time] : [p.time, p.otherEnd]);
    const last = Math.max(...times, scenario.client?.duration ?? 0, 0.01);
    const began = scenario.client?.began ?? 0;
    this.deadline = began + scenario.deadline;
    this.whole = [Math.min(0, ...times) - last * 0.02, Math.max(last, scenario.client && scenario.client.duration - began > scenario.deadline * 0.5 ? this.deadline : 0) * 1.04];
    this.range = [...this.whole];
    this.svg = make("svg", { height: Timeline.height, role: "img", tabindex: "0", "aria-label": "Packets between client and server over time" });
    this.svg.addEventListener("wheel", event => { event.preventDefault(); this.zoom(event.deltaY > 0 ? 1.25 : 0.8, this.timeAt(event.offsetX)); }, { passive: false });
    this.svg.addEventListener("pointerdown", event => { this.grip = { x: event.clientX, range: [...this.range] }; });
    this.svg.addEventListener("pointermove", event => {
      if (!this.grip || !event.buttons) return;
      const by = (this.grip.x - event.clientX) / this.width * (this.grip.range[1] - this.grip.range[0]);
      this.range = this.grip.range.map(t => t + by);
      this.draw();
    });
    this.chosen = null;
  }

  get width() { return this.svg.clientWidth || 800; }
  x(time) { return 46 + (time - this.range[0]) / (this.range[1] - this.range[0]) * (this.width - 60); }
  timeAt(x) { return this.range[0] + (x - 46) / (this.width - 60) * (this.range[1] - this.range[0]); }

  zoom(factor, around = (this.range[0] + this.range[1]) / 2) {
    const span = Math.min(this.whole[1] - this.whole[0], Math.max(1e-4, (this.range[1] - this.range[0]) * factor));
    const share = (around - this.range[0]) / (this.range[1] - this.range[0]);
    this.range = [around - span * share, around + span * (1 - share)];
    this.draw();
  }

  pan(share) {
    const by = (this.range[1] - this.range[0]) * share;
    this.range = this.range.map(t => t + by);
    this.draw();
  }

  reset() { this.range = [...this.whole]; this.draw(); }

  choose(number) { this.chosen = number; this.draw(); }

  draw() {
    const { top, lanes, height } = Timeline;
    const bottom = top + lanes;
    const s = this.scenario;
    const out = [];
    this.phases().forEach(phase => {
      const [from, to] = [Math.max(46, this.x(phase.from)), Math.min(this.width - 14, this.x(phase.to))];
      if (to <= from) return;
      if (phase.index % 2) out.push(make("rect", { class: "band", x: from, y: 0, width: to - from, height }));
      if (to - from > 50) out.push(make("text", { x: from + 4, y: 12 }, phase.name));
    });
    for (const time of this.ticks()) {
      out.push(make("line", { class: "grid", x1: this.x(time), x2: this.x(time), y1: 16, y2: height - 14 }));
      const isLast = this.x(time) > this.width - 60;
      out.push(make("text", { x: this.x(time) + (isLast ? -2 : 2), y: height - 3, "text-anchor": isLast ? "end" : "start" }, +time.toPrecision(6) + " s"));
    }
    out.push(make("text", { x: 2, y: top + 4 }, "client"), make("text", { x: 2, y: bottom + 4 }, "server"));
    for (const y of [top, bottom]) out.push(make("line", { class: "lane", x1: 46, x2: this.width - 14, y1: y, y2: y }));
    for (const x of s.exchanges) out.push(...this.exchange(x, top, bottom));
    out.push(...this.throughput(bottom + 16, height - 18));
    const minimum = this.range[0], maximum = this.range[1];
    for (const p of s.packets) {
      const other = p.otherEnd ?? p.time;
      if (Math.max(p.time, other) >= minimum && Math.min(p.time, other) <= maximum) out.push(this.packet(p, top, bottom));
    }
    const limits = [["limit", this.deadline, "deadline"], ["cancel", s.client?.cancelled, "told to cancel"], ["end", s.client?.duration, "client ends"]];
    limits.forEach(([kind, time, words], row) => out.push(...this.limit(kind, time, words, 26 + row * 11)));
    this.svg.replaceChildren(...out);
  }

  /** The profiles in force, each until the next. */
  phases() {
    return this.scenario.phases.map((phase, index, list) => ({
      name: phase.name, index, from: index ? phase.began : this.whole[0], to: list[index + 1]?.began ?? this.whole[1] }));
  }

  ticks() {
    const span = this.range[1] - this.range[0];
    const step = [1, 2, 5, 10].map(n => n * 10 ** Math.floor(Math.log10(span / 8))).find(n => span / n <= 10);
    const list = [];
    for (let t = Math.ceil(this.range[0] / step) * step; t <= this.range[1]; t += step) list.push(Math.abs(t) < step / 1e6 ? 0 : t);
    return list;
  }

  /** An arrow from one lane to the other, as long as the packet was on its way; what the link lost ends before. */
  packet(p, top, bottom) {
    const [from, to] = p.isUplink ? [top, bottom] : [bottom, top];
    // `time` is the client's, but for packets that never reached it.
    const sent = p.isUplink || p.isLost ? p.time : p.otherEnd, received = p.isLost ? null : p.isUplink ? p.otherEnd : p.time;
    const lean = 5;
    const start = sent == null ? this.x(received) - lean : this.x(sent);
    let tip = received == null ? start + lean : this.x(received), end = to;
    if (p.isLost) { tip = start + lean / 2; end = from + (to - from) * 0.4; }
    const head = p.isUplink ? -5 : 5;
    const point = p.isLost ? `M${tip - 4},${end - 4}l8,8m0,-8l-8,8` : `M${tip - 3},${end + head}L${tip},${end}L${tip + 3},${end + head}`;
    const kind = p.isLost ? "lost" : p.role === "rst" ? "rst" : p.role === "dns" ? "dns" : p.isUplink ? "up" : "down";
    const path = make("path", { class: `packet ${kind}${p.number === this.chosen ? " chosen" : ""}`, d: `M${start},${from}L${tip},${end}${point}` },
      make("title", {}, `${p.number}  ${p.time.toFixed(4)} s\n${p.line}${p.notes.length ? "\n" + p.notes.join("; ") : ""}`));
    path.addEventListener("click", () => this.onChoose(p.number));
    return path;
  }

  exchange(x, top, bottom) {
    // When a response ended within TLS is not known.
    if (x.stream < 0) return [];
    const end = x.ended ?? this.whole[1], answer = x.responded ?? end;
    const bar = (from, to, kind, y) => make("rect", { class: "exchange " + kind, x: this.x(from), y, width: Math.max(1, this.x(to) - this.x(from)), height: 14 },
      make("title", {}, `${x.method} ${x.url}: ${x.status ?? "no response"}`));
    const y = top + 22 + (x.number - 1) % 7 * 18;
    const bars = [bar(x.began, answer, "waiting", y)];
    if (x.responded != null) bars.push(bar(answer, end, "", y));
    for (const element of bars) element.addEventListener("click", () => this.onChoose(x.requestPacket));
    return bars;
  }

  /** Bytes that were not lost, in each small part of the width, downlink and uplink. */
  throughput(top, bottom) {
    const bins = 120, sums = [new Float64Array(bins), new Float64Array(bins)];
    for (const p of this.scenario.packets.filter(p => !p.isLost)) {
      const bin = Math.floor((p.time - this.range[0]) / (this.range[1] - this.range[0]) * bins);
      if (bin >= 0 && bin < bins) sums[p.isUplink ? 1 : 0][bin] += p.length;
    }
    const most = Math.max(1, ...sums[0], ...sums[1]), width = (this.width - 60) / bins, out = [];
    sums.forEach((list, isUplink) => list.forEach((bytes, bin) => {
      if (!bytes) return;
      const height = Math.max(1, bytes / most * (bottom - top));
      out.push(make("rect", { class: "bar" + (isUplink ? " upward" : ""), x: 46 + bin * width + isUplink * width / 2, y: bottom - height, width: width / 2, height }));
    }));
    const rate = most * 8 / ((this.range[1] - this.range[0]) / bins);
    const words = rate >= 1e6 ? (rate / 1e6).toFixed(1) + " Mbps" : rate >= 1e3 ? (rate / 1e3).toFixed(0) + " kbps" : rate.toFixed(0) + " bps";
    out.push(make("text", { x: 2, y: top + 8 }, words));
    return out;
  }

  limit(kind, time, words, y) {
    if (time == null || time < this.range[0] || time > this.range[1]) return [];
    const x = this.x(time), isLate = x > this.width - 90;
    return [make("line", { class: kind, x1: x, x2: x, y1: 16, y2: Timeline.height - 14 }),
      make("text", { x: x + (isLate ? -3 : 3), y, "text-anchor": isLate ? "end" : "start", class: kind }, words)];
  }
}

// ---- keys and links

document.addEventListener("keydown", event => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target === byId("search")) { if (event.key === "Escape") byId("search").blur(); return; }
  const inTimeline = event.target === timeline?.svg;
  const actions = {
    j: () => step(1), k: () => step(-1), o: overview, n: () => stepPacket(1), p: () => stepPacket(-1), "/": () => byId("search").focus(), t: toggleTheme,
    "+": () => timeline?.zoom(0.7), "=": () => timeline?.zoom(0.7), "-": () => timeline?.zoom(1.4), 0: () => timeline?.reset(),
    ArrowDown: () => step(1), ArrowUp: () => step(-1),
    ArrowLeft: inTimeline ? () => timeline.pan(-0.2) : null, ArrowRight: inTimeline ? () => timeline.pan(0.2) : null,
  };
  const action = actions[event.key];
  if (!action || (event.key.startsWith("Arrow") && byId("detail").contains(event.target) && !inTimeline)) return;
  event.preventDefault();
  action();
});

function toggleTheme() {
  const root = document.documentElement;
  const isDark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = isDark ? "light" : "dark";
}

byId("theme").addEventListener("click", toggleTheme);
byId("search").addEventListener("input", refill);
addEventListener("resize", () => timeline?.draw());

/** Shows what the address asks for: a scenario, one of its packets, or all scenarios. */
function follow() {
  const wanted = decodeURIComponent(location.hash.slice(1));
  const packet = /\/packet-(\d+)$/.exec(wanted);
  const name = packet ? wanted.slice(0, packet.index) : wanted;
  const index = report.scenarios.findIndex(s => nameOf(s) === name);
  if (index >= 0) select(index, packet ? Number(packet[1]) : null); else overview();
}

byId("skip").addEventListener("click", event => {
  event.preventDefault();
  byId("detail").focus();
});

/** Everything opened, one after another, because paper does not scroll. */
addEventListener("beforeprint", () => {
  for (const details of document.querySelectorAll("details")) details.open = true;
});

(async () => {
  try {
    report = await inflated(byId("data").textContent).json();
  } catch (error) {
    byId("summary").textContent = "This report cannot be read: " + error + ". It needs a browser of 2023 or later.";
    return;
  }
  labels = [...new Set(report.scenarios.map(s => s.label))];
  fillHeader();
  fillList();
  follow();
  addEventListener("hashchange", follow);
})();
