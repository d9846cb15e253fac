// A list of any length of which only what is seen is in the page: the rows are kept and their texts replaced.
//
// Browsers limit the height of an element (Chromium to 33,554,428 px), so one pixel of the scroll bar of a long list is several
// pixels of the list. The row at the top is the truth; wheel and keys move it, and only a drag of the bar reads the bar.
import {make} from './parts.js';

const tallest = 8_000_000;

export class VirtualList {
  /**
   * @param box where the list is put
   * @param cells makes the cells of an empty row: `row => void`
   * @param fill shows an item in a row: `(row, item, index) => void`; without an item, it is being fetched
   * @param fetch gets the items from an index on: `(from, count) => Promise<item[]>`
   * @param choose is told of the chosen index
   * @param draws is called before the rows in view are filled
   */
  constructor(box, {label, height = 22, cells, fill, fetch, choose, draws = () => {}}) {
    Object.assign(this, {box, height, cells, fill, fetch, choose, draws});
    this.total = 0;
    this.top = 0;
    this.chosen = -1;
    this.rows = [];
    this.pages = new Map();
    this.generation = 0;
    this.spacer = make('div', {class: 'spacer', 'aria-hidden': 'true'});
    this.body = make('div', {class: 'rows', role: 'rowgroup'});
    box.replaceChildren(this.body, this.spacer);
    box.classList.add('list');
    for (const [name, value] of [['role', 'grid'], ['tabindex', '0'], ['aria-label', label]]) box.setAttribute(name, value);
    box.addEventListener('scroll', () => this.dragged());
    box.addEventListener('wheel', event => this.wheel(event), {passive: false});
    box.addEventListener('keydown', event => this.key(event));
    new ResizeObserver(() => this.draw()).observe(box);
  }

  static page = 100;

  get visible() { return Math.max(1, Math.floor(this.box.clientHeight / this.height)); }
  get last() { return Math.max(0, this.total - this.visible); }

  /** Shows a list of so many items; `isNew` if they are other items than before. */
  resize(total, isNew = false) {
    if (isNew) {
      this.generation += 1;
      this.pages.clear();
      this.top = 0;
    } else if (total > this.total) {
      // The last page may have been fetched before it was full.
      this.pages.delete(Math.floor(Math.max(0, this.total - 1) / VirtualList.page));
    }
    this.total = total;
    this.box.setAttribute('aria-rowcount', total);
    this.spacer.style.height = Math.min(tallest, total * this.height) + 'px';
    this.moveTo(this.top);
  }

  moveTo(top) {
    this.top = Math.min(this.last, Math.max(0, top));
    const room = this.box.scrollHeight - this.box.clientHeight;
    this.wanted = this.last ? Math.round(this.top / this.last * room) : 0;
    this.box.scrollTop = this.wanted;
    this.draw();
  }

  dragged() {
    if (Math.abs(this.box.scrollTop - this.wanted) <= 1) return;
    const room = this.box.scrollHeight - this.box.clientHeight;
    this.wanted = this.box.scrollTop;
    this.top = room > 0 ? Math.round(this.box.scrollTop / room * this.last) : 0;
    this.draw();
  }

  wheel(event) {
    if (event.ctrlKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) return;
    event.preventDefault();
    this.rest = (this.rest ?? 0) + event.deltaY * (event.deltaMode === 1 ? this.height : 1) / this.height;
    const step = Math.trunc(this.rest);
    this.rest -= step;
    if (step) this.moveTo(this.top + step);
  }

  key(event) {
    const steps = {ArrowDown: 1, ArrowUp: -1, PageDown: this.visible, PageUp: -this.visible, Home: -Infinity, End: Infinity,
      j: 1, k: -1};
    const step = steps[event.key];
    if (step === undefined || event.ctrlKey || event.metaKey || event.altKey || !this.total) return;
    event.preventDefault();
    this.select(Math.min(this.total - 1, Math.max(0, this.chosen + step)));
  }

  select(index) {
    this.show(index);
    this.choose(index);
  }

  /** Marks an item and brings it into view. */
  show(index) {
    this.chosen = index;
    if (index < this.top) this.moveTo(index);
    else if (index >= this.top + this.visible) this.moveTo(index - this.visible + 1);
    else this.draw();
  }

  draw() {
    if (!this.box.clientHeight) return;
    const wanted = Math.min(this.visible + 1, this.total);
    while (this.rows.length < wanted) this.rows.push(this.newRow());
    this.draws();
    this.rows.forEach((row, place) => {
      const index = this.top + place;
      row.hidden = place >= wanted || index >= this.total;
      if (row.hidden) return;
      row.index = index;
      row.setAttribute('aria-rowindex', index + 1);
      const isChosen = index === this.chosen;
      row.setAttribute('aria-selected', isChosen);
      if (isChosen) this.box.setAttribute('aria-activedescendant', row.id);
      this.fill(row, this.item(index), index);
    });
  }

  newRow() {
    const row = make('div', {class: 'row', role: 'row', id: `${this.box.id}-${this.rows.length}`});
    row.addEventListener('click', () => this.select(row.index));
    this.cells(row);
    this.body.append(row);
    return row;
  }

  item(index) {
    const number = Math.floor(index / VirtualList.page);
    const page = this.pages.get(number);
    if (!page) this.load(number);
    return Array.isArray(page) ? page[index - number * VirtualList.page] : undefined;
  }

  /** An item, fetched with those around it if it is not there; what will be seen with it is fetched at the same time. */
  async get(index) {
    for (const seen of [index - this.visible, index + this.visible]) this.item(Math.max(0, Math.min(this.total - 1, seen)));
    const number = Math.floor(index / VirtualList.page);
    const known = this.pages.get(number) ?? this.load(number);
    await known;
    const page = this.pages.get(number);
    return Array.isArray(page) ? page[index - number * VirtualList.page] : undefined;
  }

  /** Fetches a page; meanwhile, the promise of it stands in its place. */
  load(number) {
    const coming = this.fetchPage(number);
    this.pages.set(number, coming);
    return coming;
  }

  async fetchPage(number) {
    const generation = this.generation;
    try {
      const items = await this.fetch(number * VirtualList.page, VirtualList.page);
      if (generation !== this.generation) return;
      this.pages.set(number, items);
      // What is far away is forgotten.
      if (this.pages.size > 60) {
        for (const key of this.pages.keys()) {
          if (Math.abs(key - number) > 20) this.pages.delete(key);
        }
      }
      this.draw();
    } catch {
      if (generation === this.generation) this.pages.delete(number);
    }
  }
}
