// Plots that share one time axis with the lists. Drag over one to select a span; Enter looks closer, Escape lifts it.
import {saved} from './api.js';
import {bytes, make, place} from './parts.js';
import {TimeAxis, clock} from './plots-axis.js';
import {readLatencies, readSequence, readStreams, readTraffic, totals} from './plots-data.js';
import {attachPointer} from './plots-pointer.js';
import {LatencyFigure, MarkFigure, QueryFigure} from './plots-points.js';
import {SequenceFigure} from './plots-sequence.js';
import {trafficFigures} from './plots-series.js';
import {several} from './plots-words.js';

export class Plots {
  constructor(box, console) {
    Object.assign(this, {box, console, cursor: null, preset: null, stream: null, phases: [], marks: [], width: 0, asked: 0});
    this.view = {from: null, to: null, style: 'tcptrace', way: 'down', low: null, high: null};
    this.choice = make('select', {'aria-label': 'Conversation', onchange: () => this.choose(this.choice.value === '' ? null : Number(this.choice.value))}, make('option', {value: ''}, 'All packets'));
    this.words = make('p', {class: 'soft', role: 'status'});
    const button = (words, onclick, title) => make('button', {type: 'button', onclick, title}, words);
    this.closer = button('Look closer', () => { if (this.span) this.look(this.span.from, this.span.to); }, 'Enter, on a plot');
    this.toPackets = button('Its packets', () => this.console.show('packets'), 'The list shows only the span');
    this.lift = button('Lift the span', () => this.selectSpan(null, null), 'Escape, on a plot');
    this.whole = button('Whole time', () => this.look(null, null), 'Double-click');
    this.closer.hidden = this.toPackets.hidden = this.lift.hidden = this.whole.hidden = true;
    this.live = make('p', {class: 'spoken', 'aria-live': 'polite'});
    this.area = make('div', {class: 'area plots', tabindex: '0', role: 'region', 'aria-label': 'Plots'});
    this.figures = [];
    this.sequenceFigure = new SequenceFigure(this);
    const traffic = trafficFigures(this);
    this.figures = [...traffic.slice(0, 3), new MarkFigure(this), this.sequenceFigure, ...traffic.slice(3), new LatencyFigure(this), new QueryFigure(this)];
    this.area.append(...this.figures.map(figure => figure.element), make('p', {class: 'soft hint'},
      'Drag: select a span. Ctrl-wheel, + and −: zoom. ← →: point; with Shift: select. ↑ ↓: from point to point. Enter: open the point, or look closer. Escape: back.'));
    box.append(make('div', {class: 'bar'}, this.choice, this.words, this.closer, this.toPackets, this.lift, this.whole), this.live, this.area);
    new ResizeObserver(() => { if (this.measure()) this.draw(); }).observe(this.area);
  }

  attach(figure) { attachPointer(figure, this); }

  /** The span that is selected, or is being selected. */
  get span() { return this.preset ?? this.console.span; }

  async shown() {
    const address = place.read();
    const number = name => address.has(name) && Number.isFinite(Number(address.get(name))) ? Number(address.get(name)) : null;
    this.view = {from: number('axisfrom'), to: number('axisto'), style: address.get('style') === 'stevens' ? 'stevens' : 'tcptrace', way: address.get('way') === 'up' ? 'up' : 'down', low: number('low'), high: number('high')};
    if (this.view.to === null || !(this.view.from < this.view.to)) this.view.from = this.view.to = null;
    if (this.view.high === null || !(this.view.low < this.view.high)) this.view.low = this.view.high = null;
    this.stream = number('conversation');
    this.measure();
    await this.load();
  }

  /** New packets are drawn at most twice a second, and no more often than reading them takes. */
  changed(state) {
    if (this.box.hidden || !state.source) return;
    const [packets, exchanges] = [state.source.packets, `${state.exchanges?.count} ${state.exchanges?.complete}`];
    if (packets === this.packets && exchanges === this.exchanges || this.timer || this.isLoading) return;
    this.timer = setTimeout(() => { this.timer = null; this.load(); }, Math.max(500, 2 * (this.took ?? 0)));
  }

  spanned() { if (!this.box.hidden) this.point(); }

  /** Reads what is shown and draws it. Of several readings at once only the last one counts. */
  async load() {
    const {source, exchanges} = this.console.state;
    this.isReady = Boolean(source?.packets);
    this.area.hidden = !this.isReady;
    this.say();
    if (!this.isReady) return;
    this.measure();
    const asked = this.asked += 1;
    const began = performance.now();
    this.isLoading = true;
    [this.packets, this.exchanges] = [source.packets, `${exchanges?.count} ${exchanges?.complete}`];
    const end = source.last - source.first;
    const room = Math.max(60, Math.floor((this.width - this.left) / 2));
    const bins = Math.min(room, Math.max(60, 3 * source.packets), 1500);
    const span = {...this.view, end, bins, stream: this.stream};
    // An axis of a few packets at once is still one that people can read.
    if (span.to === null && end < 0.001) Object.assign(span, {from: 0, to: 0.001});
    try {
      const [traffic, latencies, streams, sequence] = await Promise.all([
        readTraffic(span), readLatencies(span), readStreams(), this.stream === null ? null : readSequence(this.stream, span).catch(() => null)]);
      if (asked !== this.asked) return;
      this.took = performance.now() - began;
      Object.assign(this, {plots: traffic.plots, marks: traffic.marks.marks, markTotal: traffic.marks.total, dns: traffic.dns, phases: traffic.plots.phases, latencies, sequence});
      this.ends = traffic.axis;
      this.offer(streams);
      this.draw();
    } catch (error) {
      if (asked === this.asked) this.words.textContent = error.message;
    } finally {
      if (asked === this.asked) this.isLoading = false;
    }
    // Packets may have come meanwhile.
    if (asked === this.asked) this.changed(this.console.state);
  }

  offer(streams) {
    const texts = streams.map(row => `${row.stream}: ${row.client} → ${row.server}, ${several(row.packets, 'packet')}${row.retransmissions ? `, ${row.retransmissions} sent again` : ''}${row.lost ? `, ${row.lost} lost` : ''}`);
    streams.forEach((row, index) => {
      const option = this.choice.options[index + 1] ?? this.choice.appendChild(make('option'));
      if (option.textContent !== texts[index]) [option.value, option.textContent] = [row.stream, texts[index]];
    });
    this.choice.value = this.stream ?? '';
  }

  get left() { return this.width < 500 ? 62 : 76; }

  measure() {
    const style = getComputedStyle(this.area);
    const width = Math.floor(this.area.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight));
    if (width <= 0 || width === this.width) return false;
    this.width = width;
    return true;
  }

  draw() {
    if (!this.plots || this.box.hidden || this.width <= 0) return;
    this.axis = new TimeAxis(this.ends.from, this.ends.to, this.left, this.width - 12);
    for (const figure of this.figures) {
      figure.lit = null;
      figure.render();
    }
    this.say();
  }

  point() {
    if (!this.axis) return;
    for (const figure of this.figures) figure.point();
    this.say();
  }

  /** What is shown, in words. */
  say() {
    const {span} = this;
    this.closer.hidden = this.toPackets.hidden = this.lift.hidden = !span;
    this.whole.hidden = this.view.from === null;
    if (!this.isReady) { this.words.textContent = this.console.state.source ? 'There are no packets yet.' : 'There are no packets: name a file or a link.'; return; }
    if (!this.axis) return;
    const {from, to} = span ?? this.axis;
    const sum = totals(this.plots, span);
    const fine = Math.max(1e-9, (to - from) / 100);
    this.words.textContent = [`${span ? 'Span ' : ''}${clock(from, fine)} to ${clock(to, fine)}`, `${several(sum.packets, 'packet')}`, bytes(sum.bytes) || '0 B', sum.retransmissions ? `${sum.retransmissions} sent again` : null, sum.lost ? `${sum.lost} lost` : null,
      saved && this.stream !== null ? 'the saved file has only the diagram of this conversation' : null].filter(Boolean).join(' · ');
  }

  // What pointers and keys ask for.

  pointAt(time, figure, point) {
    if (!this.axis) return;
    this.cursor = time;
    for (const one of this.figures) one.lit = one === figure ? point : null;
    for (const one of this.figures) one.point();
    clearTimeout(this.speech);
    if (time === null) return;
    this.speech = setTimeout(() => {
      const values = point ? point.words : this.figures.filter(one => !one.isEmpty && !one.isTable).map(one => `${one.title}: ${one.valueAt(time)}`).join('; ');
      this.live.textContent = `At ${this.axis.words(time)}: ${values}`;
    }, 350);
  }

  preview(one, other) {
    this.preset = {from: Math.min(one, other), to: Math.max(one, other)};
    this.point();
  }

  restore() {
    this.preset = this.rectangle = null;
    this.point();
  }

  selectSoon(one, other) {
    clearTimeout(this.selecting);
    this.selecting = setTimeout(() => this.selectSpan(one, other), 400);
  }

  selectSpan(one, other) {
    clearTimeout(this.selecting);
    this.preset = null;
    if (one === null) this.console.select(null, null);
    else this.console.select(Number(Math.min(one, other).toFixed(9)), Number(Math.max(one, other).toFixed(9)));
    this.point();
  }

  /** Looks at a part of the time axis, or at all of it. */
  look(from, to) {
    this.view = {...this.view, from, to, ...(from === null ? {low: null, high: null} : {})};
    this.write();
    this.load();
  }

  zoom(factor, time) {
    const {source} = this.console.state;
    const end = source.last - source.first;
    const [from, to] = [Math.max(0, time - (time - this.axis.from) * factor), Math.min(end, time + (this.axis.to - time) * factor)];
    if (to - from >= end * 0.999 || end < 0.001) return this.look(null, null);
    if (to - from > 1e-6) this.look(from, to);
  }

  setBox(rectangle) {
    this.rectangle = rectangle;
    rectangle.figure.point();
  }

  /** Looks closer in both axes of the time-sequence diagram. */
  lookAtBox(figure, start, end) {
    this.rectangle = null;
    const [low, high] = [start.y, end.y].map(y => figure.values.value(y)).sort((one, other) => one - other);
    const [from, to] = [start.x, end.x].map(x => this.axis.time(x)).sort((one, other) => one - other);
    if (Math.abs(start.y - end.y) >= 8) Object.assign(this.view, {low: Math.max(0, Math.floor(low)), high: Math.ceil(high)});
    if (Math.abs(start.x - end.x) >= 8) return this.look(from, to);
    this.write();
    this.draw();
  }

  setSequence(changes) {
    Object.assign(this.view, changes);
    this.write();
    this.draw();
  }

  choose(stream) {
    this.stream = stream;
    Object.assign(this.view, {low: null, high: null});
    this.write();
    this.load();
  }

  openExchange(number) {
    place.write({exchange: number});
    this.console.openExchange(number);
  }

  write() {
    const {from, to, style, way, low, high} = this.view;
    place.write({axisfrom: from?.toFixed(9), axisto: to?.toFixed(9), conversation: this.stream, style: style === 'stevens' ? style : null, way: way === 'up' ? way : null, low, high});
  }
}
