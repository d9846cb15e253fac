// Plots of numbers over time: counts for each bin as areas, and gauges as bands from the lowest to the highest sample.
import {bytes, count, largest, make, seconds} from './parts.js';
import {ValueAxis, clock} from './plots-axis.js';
import {Figure} from './plots-figure.js';
import {rate} from './plots-words.js';

/** A line that goes from bin to bin in steps, and is broken where there is nothing. */
function steps(values, x, y) {
  const floor = y(0).toFixed(1);
  let path = '';
  let last = 0;
  [...values, 0].forEach((value, place) => {
    if (value === last) return;
    const tall = y(value).toFixed(1);
    path += last ? `H${x(place).toFixed(1)}V${tall}` : `M${x(place).toFixed(1)} ${floor}V${tall}`;
    last = value;
  });
  return path;
}

/** Counts in equally long bins: `layers` of {name, words, color, swatch, sign}. */
export class SeriesFigure extends Figure {
  constructor(host, title, {layers, scale, words, total, missing}) {
    super(host, title, layers.some(layer => layer.sign < 0) ? 150 : 116);
    Object.assign(this, {layers, scale, words: value => words(Math.abs(value)), total, missing});
  }

  prepare() {
    const {bin, series} = this.host.plots;
    this.lists = this.layers.map(({name}) => series[name].map(value => value * this.scale(bin)));
    const high = largest(this.lists.flat());
    if (!high) return this.missing;
    const below = this.layers.some(layer => layer.sign < 0);
    const lowest = below ? largest(this.lists[this.layers.findIndex(layer => layer.sign < 0)]) : 0;
    const highest = below ? largest(this.lists[this.layers.findIndex(layer => layer.sign !== -1)]) : high;
    // A direction that is hardly used still gets room to be read.
    this.values = new ValueAxis(below ? -Math.max(lowest, highest * 0.12) : 0, Math.max(highest, high * 0.12), this.top + 10, this.bottom);
    return null;
  }

  legend() { return this.layers.map(({words, color, swatch}) => ({words, color, swatch})); }

  paint(content, axis) {
    const {from, bin} = this.host.plots;
    const x = place => Math.min(axis.right, axis.x(from + place * bin));
    this.layers.forEach(({color, swatch, beyond, sign = 1}, index) => {
      const y = value => this.values.y(value * sign);
      // A line that would lie on another one is drawn only where it is beyond it.
      const values = beyond ? this.lists[index].map((value, place) => value > this.lists[this.layers.findIndex(layer => layer.name === beyond)][place] ? value : 0) : this.lists[index];
      const line = steps(values, x, y);
      content.append(make('path', {class: `k-${color} ${swatch}`, d: line}));
    });
    this.paintMarks(content, axis);
  }

  bin(time) {
    const {from, bin, series} = this.host.plots;
    return Math.min(series.packets.length - 1, Math.max(0, Math.floor((time - from) / bin)));
  }

  valueAt(time) {
    const place = this.bin(time);
    return this.layers.map(({words}, index) => `${words} ${this.words(this.lists[index][place])}`).join(' · ');
  }

  caption() { return this.total(this.host.plots.series); }

  summary() {
    const {from, bin} = this.host.plots;
    return `${this.title}: ` + this.layers.map(({words}, index) => {
      const list = this.lists[index];
      const high = largest(list);
      return `${words}, lowest ${this.words(list.reduce((one, other) => Math.min(one, other), high))}, highest ${this.words(high)} at ${clock(from + list.indexOf(high) * bin, bin)}`;
    }).join('; ') + `; ${this.caption()}`;
  }

  rows() {
    const {from, bin} = this.host.plots;
    return {head: ['Time', ...this.layers.map(({words}) => words)],
      rows: this.lists[0].map((_, place) => [clock(from + place * bin, bin), ...this.lists.map(list => this.words(list[place]))])
        .filter((_, place) => this.lists.some(list => list[place]))};
  }
}

/** Samples in equally long bins: lowest, mean and highest of each gauge. */
export class GaugeFigure extends Figure {
  constructor(host, title, {gauges, words, missing}) {
    super(host, title);
    Object.assign(this, {gauges, words, missing});
  }

  prepare() {
    this.lists = this.gauges.map(({name}) => this.host.plots.gauges[name]);
    const high = largest(this.lists.flatMap(list => list.high));
    const lows = this.lists.flatMap(list => list.low).filter(value => value > 0);
    if (!this.lists.some(list => list.mean.some(value => value !== null))) return this.missing;
    const low = lows.reduce((one, other) => Math.min(one, other), high || 1);
    this.isWide = high / low > 50;
    this.values = this.isWide ? new ValueAxis(low, high, this.top + 10, this.bottom, true) : new ValueAxis(0, high || 1, this.top + 10, this.bottom);
    return null;
  }

  legend() { return this.gauges.map(({label, color, swatch}) => ({words: label, color, swatch})); }

  paint(content, axis) {
    const {from, bin} = this.host.plots;
    this.lists.forEach((list, index) => {
      const {color, swatch} = this.gauges[index];
      let [band, line, dots] = ['', '', ''];
      list.mean.forEach((mean, place) => {
        if (mean === null) return;
        const [left, right] = [axis.x(from + place * bin), Math.min(axis.right, axis.x(from + (place + 1) * bin))];
        const [high, low] = [this.values.y(list.high[place]), this.values.y(list.low[place])];
        band += `M${left.toFixed(1)} ${(high - 1).toFixed(1)}H${Math.max(right, left + 1.5).toFixed(1)}V${(low + 1).toFixed(1)}H${left.toFixed(1)}Z`;
        const middle = `${((left + right) / 2).toFixed(1)} ${this.values.y(mean).toFixed(1)}`;
        line += `${line ? 'L' : 'M'}${middle}`;
        dots += `M${middle}h0`;
      });
      content.append(make('path', {class: `k-${color} range`, d: band}), make('path', {class: `k-${color} ${swatch === 'dashed' ? 'dashed' : 'line'}`, d: line}),
        make('path', {class: `k-${color} dots`, d: dots}));
    });
    this.paintMarks(content, axis);
  }

  /** The bin of a time, or the nearest one before it that has a sample. */
  sample(list, time) {
    const {from, bin} = this.host.plots;
    let place = Math.min(list.mean.length - 1, Math.max(0, Math.floor((time - from) / bin)));
    while (place >= 0 && list.mean[place] === null) place -= 1;
    return place;
  }

  range(list, place) {
    const [low, mean, high] = [list.low[place], list.mean[place], list.high[place]];
    return low === high ? this.words(mean) : `${this.words(mean)} (${this.words(low)} to ${this.words(high)})`;
  }

  valueAt(time) {
    return this.gauges.map(({label}, index) => {
      const place = this.sample(this.lists[index], time);
      return `${label} ${place < 0 ? 'none yet' : this.range(this.lists[index], place)}`;
    }).join(' · ');
  }

  /** The lowest, mean and highest of all samples. */
  all(list) {
    const known = list.mean.filter(value => value !== null);
    const low = list.low.reduce((one, other) => other === null ? one : Math.min(one, other), Infinity);
    return known.length ? {low, mean: known.reduce((one, other) => one + other, 0) / known.length, high: largest(list.high)} : null;
  }

  caption() { return this.isWide ? 'logarithmic' : ''; }

  summary() {
    return `${this.title}: ` + this.gauges.map(({label}, index) => {
      const all = this.all(this.lists[index]);
      return all ? `${label}, lowest ${this.words(all.low)}, mean ${this.words(all.mean)}, highest ${this.words(all.high)}` : `${label}, none`;
    }).join('; ');
  }

  rows() {
    const {from, bin} = this.host.plots;
    const rows = [];
    this.lists[0].mean.forEach((_, place) => {
      if (this.lists.every(list => list.mean[place] === null)) return;
      rows.push([clock(from + place * bin, bin), ...this.lists.flatMap(list => ['low', 'mean', 'high'].map(name => list[name][place] === null ? '' : this.words(list[name][place])))]);
    });
    return {head: ['Time', ...this.gauges.flatMap(({label}) => [`${label}: lowest`, 'mean', 'highest'])], rows};
  }
}

const sum = list => list.reduce((one, other) => one + other, 0);

/** The plots of traffic, in their order. */
export function trafficFigures(host) {
  return [
    new SeriesFigure(host, 'Throughput', {
      layers: [{name: 'downlink_bytes', words: '↓ downlink', color: 'down', swatch: 'area', sign: -1}, {name: 'uplink_bytes', words: '↑ uplink', color: 'up', swatch: 'area'}],
      scale: bin => 8 / bin, words: rate, missing: 'No packets here.', total: series => `↓ ${bytes(sum(series.downlink_bytes))} · ↑ ${bytes(sum(series.uplink_bytes))} in all`}),
    new SeriesFigure(host, 'Goodput', {
      layers: [{name: 'payload', words: 'with what was sent again', color: 'warn', swatch: 'dashed', beyond: 'goodput'}, {name: 'goodput', words: 'goodput', color: 'tls', swatch: 'area'}],
      scale: bin => 8 / bin, words: rate, missing: 'No TCP payload here.', total: series => `${bytes(sum(series.goodput))} of ${bytes(sum(series.payload))} payload`}),
    new SeriesFigure(host, 'Packets', {
      layers: [{name: 'packets', words: 'packets', color: 'up', swatch: 'area'}],
      scale: () => 1, words: value => count(Number(value.toFixed(1))), missing: 'No packets here.', total: series => `${count(sum(series.packets))} in all`}),
    new GaugeFigure(host, 'Round trips', {gauges: [{name: 'rtt', label: 'RTT', color: 'dns', swatch: 'line'}], words: seconds, missing: 'No TCP acknowledgments here.'}),
    new GaugeFigure(host, 'In flight and window', {
      gauges: [{name: 'in_flight', label: 'in flight', color: 'connect', swatch: 'line'}, {name: 'window', label: 'window', color: 'soft', swatch: 'dashed'}],
      words: bytes, missing: 'No TCP segments here.'}),
    new GaugeFigure(host, 'Time on the link', {gauges: [{name: 'link_delay', label: 'delay and queue', color: 'tls', swatch: 'line'}], words: seconds,
      missing: 'Only captures of headwind run --capture say how long packets were on the link.'}),
    new GaugeFigure(host, 'Bytes on the link', {gauges: [{name: 'link_bytes', label: 'queued and on the way', color: 'send', swatch: 'line'}], words: bytes,
      missing: 'Only captures of headwind run --capture say what was on the link.'}),
  ];
}
