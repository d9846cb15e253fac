// Plots of single things: the lanes of marks, how long exchanges took, and DNS queries with their answers.
import {largest, make, seconds} from './parts.js';
import {ValueAxis} from './plots-axis.js';
import {Figure} from './plots-figure.js';
import {markKinds, markLanes, several, stamped} from './plots-words.js';

/** What happened to packets: a lane for each sort, a shape for each kind. */
export class MarkFigure extends Figure {
  constructor(host) { super(host, 'Marks', 142); }

  prepare() {
    this.kinds = Object.keys(markKinds).filter(kind => this.host.marks.some(mark => mark.kind === kind));
    return this.kinds.length ? null : 'Nothing was lost, sent again or reset here.';
  }

  legend() {
    return this.kinds.map(kind => ({words: `${markKinds[kind][0]} (${this.host.marks.filter(mark => mark.kind === kind).length})`, shape: markKinds[kind][1], color: markKinds[kind][2]}));
  }

  paint(content, axis) {
    const tall = (this.bottom - this.top) / markLanes.length;
    markLanes.forEach(([name, kinds], lane) => {
      const y = this.top + (lane + 0.5) * tall;
      content.append(make('line', {class: 'grid', x1: axis.left, x2: axis.right, y1: y, y2: y}),
        make('text', {class: 'tick', x: axis.left - 6, y: y + 4, 'text-anchor': 'end'}, name));
      for (const [kind, [words, shape, color]] of Object.entries(kinds)) {
        const marks = this.host.marks.filter(mark => mark.kind === kind && axis.contains(mark.since));
        if (!marks.length) continue;
        const places = marks.map(mark => [axis.x(mark.since), y]);
        content.append(make('path', {class: `k-${color} shape`, d: stamped(shape, places)}));
        marks.forEach((mark, index) => this.addPoint(...places[index], mark.since, `${words}, packet ${mark.number}`, () => this.host.console.goTo(mark.number)));
      }
    });
  }

  valueAt(time) {
    const {from, to} = this.host.axis;
    const width = (to - from) / 60;
    const near = this.host.marks.filter(mark => Math.abs(mark.since - time) < width);
    return near.length ? this.kinds.map(kind => [kind, near.filter(mark => mark.kind === kind).length]).filter(([, count]) => count)
      .map(([kind, count]) => `${count} × ${markKinds[kind][0]}`).join(' · ') : 'nothing here';
  }

  caption() { return this.host.markTotal > this.host.marks.length ? `${several(this.host.marks.length, 'mark')} of ${this.host.markTotal}` : ''; }
  summary() { return `Marks: ${this.legend().map(({words}) => words).join(', ')}`; }

  rows() {
    return {head: ['Time', 'What', 'Packet'], rows: this.host.marks.map(mark => [this.host.axis.words(mark.since), markKinds[mark.kind]?.[0] ?? mark.kind,
      {words: mark.number, open: () => this.host.console.goTo(mark.number)}])};
  }
}

/** Durations as points, each with the shape of its result, and lines at their percentiles. */
class ScatterFigure extends Figure {
  constructor(host, title) { super(host, title, 150); }

  /** Takes points of {time, value, number, sort, words, open} and the percentiles of all of them. */
  take(all, percentiles, missing) {
    this.all = all;
    this.percentiles = [50, 90, 99].map(percent => [`p${percent}`, percentiles[percent]]).filter(([, value]) => value !== null && value !== undefined);
    if (!all.length) return missing;
    const values = all.map(one => one.value ?? 0);
    const high = largest(values) || 0.001;
    const low = values.reduce((one, other) => other > 0 ? Math.min(one, other) : one, high);
    this.isWide = high / low > 50;
    this.values = this.isWide ? new ValueAxis(low, high, this.top, this.bottom, true) : new ValueAxis(0, high, this.top, this.bottom);
    return null;
  }

  /** What the reader must know of what is shown. */
  get scope() { return ''; }
  words(value) { return seconds(value); }
  caption() { return this.scope + this.percentiles.map(([name, value]) => `${name} ${seconds(value)}`).join(' · ') + (this.isWide ? ' · logarithmic' : ''); }

  legend() {
    return Object.entries(this.sorts).filter(([sort]) => this.all.some(one => one.sort === sort)).map(([, [words, shape, color]]) => ({words, shape, color}));
  }

  paint(content, axis) {
    const text = [];
    let above = Infinity;
    for (const [name, value] of this.percentiles.toReversed().sort((one, other) => other[1] - one[1])) {
      const y = this.values.y(value);
      content.append(make('line', {class: 'percentile', x1: axis.left, x2: axis.right, y1: y, y2: y}));
      // Names of lines that are close stand beside each other.
      const last = text.at(-1);
      if (last && Math.abs(y - above) < 12) last.textContent = `${name} · ${last.textContent}`;
      else { text.push(make('text', {class: 'tick percentname', x: axis.right - 3, y: y - 3, 'text-anchor': 'end'}, name)); above = y; }
    }
    for (const [sort, [, shape, color]] of Object.entries(this.sorts)) {
      const some = this.all.filter(one => one.sort === sort && axis.contains(one.time));
      if (!some.length) continue;
      const places = some.map(one => [axis.x(one.time), this.values.y(one.value ?? 0)]);
      if (this.hasTails) content.append(make('path', {class: `k-${color} tail`, d: some.map((one, index) => one.value ? `M${places[index].map(value => value.toFixed(1)).join(' ')}H${axis.x(Math.min(axis.to, one.time + one.value)).toFixed(1)}v-3v6` : '').join('')}));
      content.append(make('path', {class: `k-${color} shape`, d: stamped(shape, places)}));
      some.forEach((one, index) => this.addPoint(...places[index], one.time, one.words, one.open));
    }
    content.append(...text);
  }

  valueAt(time) {
    const near = this.all.reduce((best, one) => !best || Math.abs(one.time - time) < Math.abs(best.time - time) ? one : best, null);
    return near ? near.words : '';
  }

  summary() {
    const values = this.all.map(one => one.value).filter(value => value !== null);
    const low = values.reduce((one, other) => Math.min(one, other), Infinity);
    return `${this.title}: ${several(this.all.length, this.noun, this.plural)}` + (values.length ? `, shortest ${seconds(low)}, longest ${seconds(largest(values))}, ${this.caption()}` : ', none answered');
  }
}

export class LatencyFigure extends ScatterFigure {
  constructor(host) {
    super(host, 'Exchanges');
    this.noun = 'exchange';
    this.sorts = {ok: ['2xx', 'circle', 'pass'], moved: ['3xx', 'diamond', 'up'], refused: ['4xx', 'up', 'warn'], failed: ['5xx', 'square', 'fail'], none: ['no response', 'cross', 'fail']};
  }

  prepare() {
    const {points = [], percentiles = {}, complete = true} = this.host.latencies ?? {};
    const sort = status => status >= 500 ? 'failed' : status >= 400 ? 'refused' : status >= 300 ? 'moved' : status > 0 ? 'ok' : 'none';
    return this.take(points.map(([time, value, number, status]) => ({time, value, number, status, sort: sort(status),
      words: `exchange ${number}: ${status || 'no response'} after ${seconds(value)}`, open: () => this.host.openExchange(number)})),
    percentiles, complete ? 'No exchanges here.' : 'Exchanges are being read …');
  }

  rows() {
    return {head: ['Time', 'Exchange', 'Status', 'Took'], rows: this.all.map(one => [this.host.axis.words(one.time), {words: one.number, open: one.open}, one.status || 'no response', seconds(one.value)])};
  }
}

export class QueryFigure extends ScatterFigure {
  constructor(host) {
    super(host, 'DNS');
    [this.noun, this.plural] = ['query', 'queries'];
    this.hasTails = true;
    this.sorts = {ok: ['answered', 'circle', 'pass'], repeated: ['asked again, then answered', 'diamond', 'warn'], error: ['answered with an error', 'square', 'fail'], none: ['no answer', 'cross', 'fail']};
  }

  get scope() { return this.host.stream === null ? '' : 'all queries · '; }

  prepare() {
    const {queries, percentiles} = this.host.dns;
    const sort = one => one.response === null ? 'none' : one.code && !/^no ?error/i.test(one.code) ? 'error' : one.repeats ? 'repeated' : 'ok';
    return this.take(queries.map(one => ({...one, time: one.since, value: one.latency, sort: sort(one),
      words: `${one.name} ${one.type ?? ''}: ${one.response === null ? 'no answer' : `${one.code ?? 'answered'} after ${seconds(one.latency)}`}${one.repeats ? `, asked again ${several(one.repeats, 'time')}` : ''}`,
      open: () => this.host.console.goTo(one.number)})), percentiles, 'No DNS queries here.');
  }

  rows() {
    return {head: ['Time', 'Name', 'Type', 'Answer', 'Took', 'Asked again', 'Packets'], rows: this.all.map(one => [this.host.axis.words(one.time), one.name, one.type ?? '', one.response === null ? 'none' : one.code ?? '',
      seconds(one.value), one.repeats || '', {words: one.response === null ? one.number : `${one.number}, ${one.response}`, open: one.open}])};
  }
}
