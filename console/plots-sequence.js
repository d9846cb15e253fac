// Sequence numbers over time, as in the diagrams of Stevens and tcptrace. A drag looks closer in both axes.
import {bytes, count, make} from './parts.js';
import {ValueAxis} from './plots-axis.js';
import {Figure} from './plots-figure.js';
import {markKinds, stamped} from './plots-words.js';

const again = kind => /retransmission$/.test(kind);

export class SequenceFigure extends Figure {
  constructor(host) {
    super(host, 'Time-sequence', 340);
    this.style = make('select', {'aria-label': 'Style of the time-sequence diagram', onchange: () => host.setSequence({style: this.style.value})},
      make('option', {value: 'tcptrace'}, 'tcptrace'), make('option', {value: 'stevens'}, 'Stevens'));
    this.way = make('select', {'aria-label': 'Direction of the time-sequence diagram', onchange: () => host.setSequence({way: this.way.value, low: null, high: null})},
      make('option', {value: 'down'}, 'what the server sent'), make('option', {value: 'up'}, 'what the client sent'));
    this.whole = make('button', {type: 'button', onclick: () => host.setSequence({low: null, high: null})}, 'All sequence numbers');
    this.element.querySelector('figcaption').append(make('span', {class: 'buttons choices'}, this.way, this.style, this.whole));
    this.zoomsBoth = true;
  }

  prepare() {
    const {sequence, view} = this.host;
    if (this.host.stream === null) return 'Choose a conversation to see its segments and acknowledgments.';
    if (!sequence) return 'No segments here.';
    [this.style.value, this.way.value, this.whole.hidden] = [view.style, view.way, view.low === null];
    this.direction = sequence.directions.find(one => one.from_client === (view.way === 'up'));
    const {axis} = this.host;
    const seen = one => axis.contains(one[0]);
    this.segments = this.direction.segments.filter(seen);
    this.acknowledgments = this.direction.acknowledgments.filter(seen);
    this.selective = this.direction.selective.filter(seen);
    if (!this.segments.length && !this.acknowledgments.length) return 'No segments here.';
    const ends = [...this.segments.flatMap(one => [one[1], one[2]]), ...this.acknowledgments.map(one => one[1])];
    const [low, high] = ends.reduce(([least, most], one) => [Math.min(least, one), Math.max(most, one)], [Infinity, 0]);
    // The edge of the window may be far above what is sent: it is drawn as far as it is near.
    const edge = this.acknowledgments.reduce((most, one) => Math.max(most, one[2]), 0);
    const top = view.style === 'tcptrace' && edge < high + (high - low) * 0.5 ? Math.max(high, edge) : high;
    this.values = view.low === null ? new ValueAxis(low, Math.max(top, low + 1), this.top, this.bottom)
      : ValueAxis.exactly(view.low, view.high, this.top, this.bottom);
    return null;
  }

  words(value) { return count(Math.round(value)); }

  legend() {
    const isTrace = this.host.view.style === 'tcptrace';
    const has = list => list.length > 0;
    return [
      isTrace ? {words: 'segment', swatch: 'bars', color: 'up'} : {words: 'segment', shape: 'dot', color: 'up'},
      this.segments.some(one => again(one[4])) ? {words: 'sent again', shape: 'diamond', color: 'fail'} : null,
      this.segments.some(one => one[4] && !again(one[4])) ? {words: 'other mark', shape: 'square', color: 'error'} : null,
      isTrace && has(this.acknowledgments) ? {words: 'acknowledged', swatch: 'line', color: 'pass'} : null,
      isTrace && has(this.acknowledgments) ? {words: 'edge of the window', swatch: 'dashed', color: 'connect'} : null,
      isTrace && has(this.selective) ? {words: 'selectively acknowledged', swatch: 'bars', color: 'error'} : null,
    ].filter(Boolean);
  }

  paint(content, axis) {
    const isTrace = this.host.view.style === 'tcptrace';
    const [x, y] = [time => axis.x(time).toFixed(1), value => this.values.y(value).toFixed(1)];
    const clip = make('svg', {x: axis.left, y: this.top - 6, width: Math.max(1, axis.right - axis.left + 6), height: this.bottom - this.top + 12, viewBox: `${axis.left} ${this.top - 6} ${Math.max(1, axis.right - axis.left + 6)} ${this.bottom - this.top + 12}`});
    content.append(clip);
    if (isTrace) {
      clip.append(this.stairs(this.acknowledgments, 2, x, y, 'k-connect dashed'), this.stairs(this.acknowledgments, 1, x, y, 'k-pass line'),
        make('path', {class: 'k-error sack', d: this.selective.map(one => `M${x(one[0])} ${y(one[1])}V${y(one[2])}`).join('')}));
    }
    const plain = this.segments.filter(one => !one[4]);
    clip.append(isTrace
      ? make('path', {class: 'k-up segment', d: this.segments.map(one => `M${x(one[0])} ${y(one[1])}V${y(one[2])}m-2 2l2-2l2 2`).join('')})
      : make('path', {class: 'k-up shape', d: stamped('dot', plain.map(one => [axis.x(one[0]), this.values.y(one[1])]))}));
    for (const [some, shape, color] of [[this.segments.filter(one => one[4] && !again(one[4])), 'square', 'error'], [this.segments.filter(one => again(one[4])), 'diamond', 'fail']]) {
      clip.append(make('path', {class: `k-${color} shape`, d: stamped(shape, some.map(one => [axis.x(one[0]), this.values.y(isTrace ? one[2] : one[1])]))}));
    }
    for (const [since, start, end, number, kind] of this.segments) {
      const height = this.values.y(isTrace && !kind ? (start + end) / 2 : isTrace ? end : start);
      if (height < this.top - 6 || height > this.bottom + 6) continue;
      this.addPoint(axis.x(since), height, since, `packet ${number}: ${start} to ${end}${kind ? `, ${markKinds[kind]?.[0] ?? kind}` : ''}`, () => this.host.console.goTo(number));
    }
    for (const [since, acknowledgment, , number] of isTrace ? this.acknowledgments : []) {
      const height = this.values.y(acknowledgment);
      if (height >= this.top - 6 && height <= this.bottom + 6) this.addPoint(axis.x(since), height, since, `packet ${number}: acknowledges up to ${acknowledgment}`, () => this.host.console.goTo(number));
    }
  }

  /** A line that keeps its height until the next packet. */
  stairs(list, column, x, y, style) {
    let path = '';
    for (const one of list) path += path ? `H${x(one[0])}V${y(one[column])}` : `M${x(one[0])} ${y(one[column])}`;
    return make('path', {class: style, d: path});
  }

  caption() { return this.host.sequence?.scale > 1 ? `one packet in ${this.host.sequence.scale}` : ''; }

  valueAt(time) {
    const before = list => list.findLast(one => one[0] <= time);
    const [segment, acknowledgment] = [before(this.segments), before(this.acknowledgments)];
    return [segment ? `sent up to ${bytes(segment[2])}` : 'nothing sent yet', acknowledgment ? `acknowledged ${bytes(acknowledgment[1])}, window to ${bytes(acknowledgment[2])}` : null].filter(Boolean).join(' · ');
  }

  summary() {
    const repeated = this.segments.filter(one => again(one[4])).length;
    const high = this.segments.reduce((most, one) => Math.max(most, one[2]), 0);
    const low = this.segments.reduce((least, one) => Math.min(least, one[1]), high);
    return `Time-sequence of ${this.way.selectedOptions[0].textContent}: ${this.segments.length} segments, lowest sequence number ${low}, highest ${high}, ${repeated} sent again, ${this.acknowledgments.length} acknowledgments`;
  }

  rows() {
    return {head: ['Time', 'Packet', 'From', 'To', 'Mark'], rows: this.segments.map(([since, start, end, number, kind]) => [this.host.axis.words(since),
      {words: number, open: () => this.host.console.goTo(number)}, start, end, markKinds[kind]?.[0] ?? kind])};
  }
}
