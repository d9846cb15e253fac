// Bytes in hexadecimal and as text, of which some can be lit.
import {count, make} from './parts.js';

export class BytesView {
  /** How many bytes are shown at once. */
  static most = 16384;

  /** @param hears `hover(at)`, `leave()` and `choose(at)`, with the place of a byte */
  constructor(box, hears) {
    this.box = box;
    this.cells = [];
    this.content = new Uint8Array();
    this.from = 0;
    const at = event => event.target.dataset?.at === undefined ? undefined : Number(event.target.dataset.at);
    box.addEventListener('mouseover', event => { if (at(event) !== undefined) hears.hover(at(event)); });
    box.addEventListener('click', event => { if (at(event) !== undefined) hears.choose(at(event)); });
    box.addEventListener('mouseleave', () => hears.leave());
  }

  show(content) {
    this.content = content;
    this.draw(0);
  }

  draw(from) {
    this.from = from;
    this.cells = [];
    const end = Math.min(from + BytesView.most, this.content.length);
    const lines = [];
    for (let start = from; start < end; start += 16) lines.push(this.line(start, Math.min(start + 16, end)));
    const more = (words, place) => make('p', {}, make('button', {type: 'button', onclick: event => { event.stopPropagation(); this.draw(place); }}, words));
    if (from > 0) lines.unshift(more(`${count(from)} bytes before`, Math.max(0, from - BytesView.most)));
    if (end < this.content.length) lines.push(more(`${count(this.content.length - end)} more bytes`, end));
    this.box.replaceChildren(...lines);
  }

  line(start, end) {
    const [hex, text] = [make('span', {class: 'hex'}), make('span', {class: 'text'})];
    for (let at = start; at < end; at += 1) {
      const byte = this.content[at];
      const one = make('i', {'data-at': at}, byte.toString(16).padStart(2, '0'));
      const other = make('i', {'data-at': at}, byte >= 0x20 && byte < 0x7F ? String.fromCharCode(byte) : '·');
      this.cells.push([one, other]);
      hex.append(one, at % 16 === 7 ? '  ' : ' ');
      text.append(other);
    }
    return make('div', {class: 'line'}, make('span', {class: 'soft'}, start.toString(16).padStart(4, '0')), hex, text);
  }

  /** Lights bytes, and scrolls to the first of them. */
  mark(start, end) {
    for (const cell of this.box.querySelectorAll('.lit')) cell.classList.remove('lit');
    if (start >= end || start >= this.content.length) return;
    if (start < this.from || start >= this.from + BytesView.most) this.draw(start - start % 16);
    let first = null;
    for (let at = start; at < Math.min(end, this.from + this.cells.length); at += 1) {
      const cells = this.cells[at - this.from];
      for (const cell of cells) cell.classList.add('lit');
      first ??= cells[0];
    }
    const line = first?.closest('.line');
    if (!line) return;
    const top = line.offsetTop;
    if (top < this.box.scrollTop || top + line.offsetHeight > this.box.scrollTop + this.box.clientHeight) this.box.scrollTop = Math.max(0, top - 20);
  }
}
