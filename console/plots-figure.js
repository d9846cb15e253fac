// One plot on the shared time axis: its caption, its drawing with the phases behind it, and the same as a table.
import {make} from './parts.js';
import {graveMarks, legend, markKinds, stamped} from './plots-words.js';

/** How near the pointer must be to a point, in pixels. */
const reach = 9;

export class Figure {
  /** @param host the part: it has the axis, the marks, and what pointers and keys do. */
  constructor(host, title, height = 116) {
    Object.assign(this, {host, title, height, points: [], at: -1});
    this.value = make('span', {class: 'value'});
    this.name = make('b', {}, title);
    this.keys = make('span');
    this.note = make('p', {class: 'soft none'});
    this.switch = make('button', {type: 'button', class: 'quiet', 'aria-pressed': 'false', 'aria-label': `${title} as a table`, onclick: () => this.toggle()}, 'Table');
    this.box = make('div', {class: 'plot', role: 'application', 'aria-roledescription': 'plot', tabindex: '0'});
    this.table = make('div', {class: 'plottable', hidden: true, tabindex: '0', role: 'region', 'aria-label': `${title}, table`});
    this.element = make('figure', {class: 'plotfigure'},
      make('figcaption', {}, this.name, this.keys, this.value, this.switch), this.note, this.box, this.table);
    host.attach(this);
  }

  toggle() {
    this.isTable = !this.isTable;
    this.switch.setAttribute('aria-pressed', this.isTable);
    this.render();
  }

  /** Draws what the host has. A plot says what is missing where it has nothing to show. */
  render() {
    // Before the first answer there is nothing to draw; what was switched counts then.
    if (!this.host.axis) return;
    const missing = this.prepare();
    this.isEmpty = missing !== null;
    this.element.classList.toggle('nothing', this.isEmpty);
    this.note.hidden = !this.isEmpty;
    this.note.textContent = missing ?? '';
    this.switch.hidden = this.keys.hidden = this.isEmpty;
    this.box.hidden = this.isEmpty || this.isTable;
    this.table.hidden = this.isEmpty || !this.isTable;
    this.points = [];
    if (this.isEmpty) { this.value.textContent = ''; return; }
    this.box.setAttribute('aria-label', this.summary());
    this.keys.replaceChildren(legend(this.legend()));
    if (this.isTable) return this.tabulate();
    const {axis, width} = this.host;
    this.overlay = make('g', {class: 'overlay'});
    const content = make('g');
    this.paint(content, axis);
    const drawing = make('svg', {viewBox: `0 0 ${width} ${this.height}`, 'aria-hidden': 'true'},
      ...this.bands(axis), ...this.grid(axis), content, this.overlay);
    this.box.replaceChildren(drawing);
    this.point();
  }

  /** The phases of the link as bands with their names. */
  bands(axis) {
    return this.host.phases.flatMap((phase, index) => {
      const [left, right] = [axis.x(Math.max(axis.from, phase.from)), axis.x(Math.min(axis.to, phase.to ?? axis.to))];
      if (right <= left) return [];
      const room = Math.floor((right - left - 8) / 6.2);
      const name = phase.name.length <= room ? phase.name : room > 4 ? phase.name.slice(0, room - 1) + '…' : '';
      return [make('rect', {class: index % 2 ? 'band odd' : 'band', x: left, width: right - left, y: 0, height: this.bottom}),
        phase.from > axis.from ? make('line', {class: 'edge', x1: left, x2: left, y1: 0, y2: this.bottom}) : null,
        make('text', {class: 'phasename', x: left + 4, y: 11}, name)].filter(Boolean);
    });
  }

  get top() { return 18; }
  get bottom() { return this.height - 18; }

  grid(axis) {
    const parts = [];
    for (const time of axis.ticks()) {
      const x = axis.x(time);
      const anchor = x < axis.left + 20 ? 'start' : x > axis.right - 24 ? 'end' : 'middle';
      parts.push(make('line', {class: 'grid', x1: x, x2: x, y1: this.top, y2: this.bottom}),
        make('text', {class: 'tick', x, y: this.height - 5, 'text-anchor': anchor}, axis.tickWords(time)));
    }
    for (const value of this.values?.ticks() ?? []) {
      const y = this.values.y(value);
      parts.push(make('line', {class: value === 0 ? 'zero' : 'grid', x1: axis.left, x2: axis.right, y1: y, y2: y}),
        make('text', {class: 'tick', x: axis.left - 6, y: y + 4, 'text-anchor': 'end'}, this.words(value)));
    }
    return parts;
  }

  /** Losses and the like as shapes at the top of a plot of traffic, each with a thin line down. */
  paintMarks(content, axis) {
    for (const kind of graveMarks) {
      const marks = this.host.marks.filter(mark => mark.kind === kind && axis.contains(mark.since));
      if (!marks.length) continue;
      const [, shape, color] = markKinds[kind];
      const places = marks.map(mark => [axis.x(mark.since), this.top + 3]);
      content.append(make('path', {class: `k-${color} fall`, d: places.map(([x, y]) => `M${x.toFixed(1)} ${y + 6}V${this.bottom}`).join('')}),
        make('path', {class: `k-${color} shape small`, d: stamped(shape, places)}));
      marks.forEach((mark, index) => this.addPoint(...places[index], mark.since, `${markKinds[kind][0]}, packet ${mark.number}`, () => this.host.console.goTo(mark.number)));
    }
  }

  addPoint(x, y, time, words, open) { this.points.push({x, y, time, words, open}); }

  /** The point under a place of the drawing. */
  near(x, y) {
    let [best, least] = [null, reach * reach];
    for (const point of this.points) {
      const distance = (point.x - x) ** 2 + (point.y - y) ** 2;
      if (distance <= least) [best, least] = [point, distance];
    }
    return best;
  }

  /** The next or the previous point in time, for keys. */
  step(direction) {
    const sorted = this.points.toSorted((one, other) => one.time - other.time);
    if (!sorted.length) return null;
    const at = sorted.indexOf(this.lit);
    const index = at >= 0 ? at + direction : direction > 0 ? sorted.findIndex(point => point.time >= (this.host.cursor ?? -Infinity)) : sorted.findLastIndex(point => point.time <= (this.host.cursor ?? Infinity));
    return sorted[Math.min(sorted.length - 1, Math.max(0, index))] ?? null;
  }

  /** Shows the span, the pointer's time and the point under it, without drawing the rest again. */
  point() {
    if (this.isEmpty || this.isTable || !this.overlay) return;
    const {axis, cursor, span, rectangle} = this.host;
    const parts = [];
    if (span && span.to >= axis.from && span.from <= axis.to) {
      const [left, right] = [axis.x(Math.max(axis.from, span.from)), axis.x(Math.min(axis.to, span.to))];
      parts.push(make('rect', {class: 'span', x: left, width: Math.max(1, right - left), y: 0, height: this.bottom}),
        make('path', {class: 'spanedge', d: `M${left} 0V${this.bottom}M${right} 0V${this.bottom}`}));
    }
    if (rectangle?.figure === this) {
      const {x0, x1, y0, y1} = rectangle;
      parts.push(make('rect', {class: 'span', x: Math.min(x0, x1), y: Math.min(y0, y1), width: Math.abs(x1 - x0), height: Math.abs(y1 - y0)}));
    }
    if (cursor !== null && axis.contains(cursor)) parts.push(make('line', {class: 'cursor', x1: axis.x(cursor), x2: axis.x(cursor), y1: 0, y2: this.bottom}));
    if (this.lit) parts.push(make('circle', {class: 'lit', cx: this.lit.x, cy: this.lit.y, r: 8}));
    this.overlay.replaceChildren(...parts);
    this.box.classList.toggle('pointing', Boolean(this.lit));
    this.value.textContent = this.lit ? this.lit.words : cursor === null ? this.caption() : this.valueAt(cursor);
  }

  /** What is said beside the title while nothing is pointed at. */
  caption() { return ''; }
  legend() { return []; }

  tabulate() {
    const {head, rows} = this.rows();
    const most = 400;
    const step = Math.ceil(rows.length / most);
    this.table.replaceChildren(make('table', {},
      make('caption', {}, step > 1 ? `${this.summary()}. Every ${step}th row of ${rows.length}.` : this.summary()),
      make('thead', {}, make('tr', {}, ...head.map(words => make('th', {scope: 'col'}, words)))),
      make('tbody', {}, ...rows.filter((_, place) => place % step === 0).map(row => make('tr', {}, ...row.map((cell, place) =>
        place ? make('td', {}, typeof cell === 'object' ? button(cell) : cell) : make('th', {scope: 'row'}, typeof cell === 'object' ? button(cell) : cell)))))));
  }
}

function button({words, open}) {
  return make('button', {type: 'button', class: 'plain', onclick: open}, words);
}
