// A JSON document as a tree that folds, searches and knows the place of each value. What is within a value is made when it is opened.
import {count, make} from './parts.js';

export class JSONTree {
  /** How many entries of a value are shown at once. */
  static most = 500;

  /** @param point hears the value that is under the pointer or the focus, or null */
  constructor(root, point) {
    this.root = root;
    this.point = point;
    this.items = new Map();
    this.box = make('div', {class: 'json', role: 'tree', 'aria-label': 'JSON', onkeydown: event => this.key(event), onmouseleave: () => point(this.chosen ?? null)});
    this.link(root, null);
    this.box.append(this.item(root, 1));
    this.open(root, true);
    this.items.get(root).tabIndex = 0;
    this.words = make('span', {class: 'soft', role: 'status'});
    this.input = make('input', {type: 'search', placeholder: 'Find a key or a value', 'aria-label': 'Find in the JSON', oninput: () => this.find(), onkeydown: event => {
      if (event.key === 'Enter') { event.preventDefault(); this.step(event.shiftKey ? -1 : 1); }
      event.stopPropagation();
    }});
    const button = (words, title, deed) => make('button', {type: 'button', title, onclick: deed}, words);
    this.bar = make('div', {class: 'buttons'}, this.input, button('↑', 'Previous hit', () => this.step(-1)), button('↓', 'Next hit', () => this.step(1)),
      button('Unfold', 'Unfold all that is shown', () => this.unfold()), this.words);
  }

  /** Tells each value what it is in. */
  link(root) {
    const rest = [root];
    while (rest.length) {
      const value = rest.pop();
      for (const entry of value.entries ?? []) { entry.parent = value; rest.push(entry); }
    }
  }

  item(value, level) {
    const name = value.key === undefined ? [] : [make('b', {}, value.parent.kind === 'array' ? value.key : JSON.stringify(value.key)), ': '];
    const words = value.entries
      ? make('span', {class: 'soft'}, value.kind === 'array' ? `[${value.entries.length}]` : `{${value.entries.length}}`)
      : make('span', {class: 'v-' + value.kind}, value.text);
    const line = make('span', {class: 'value'}, ...name, words);
    const item = make('div', {role: 'treeitem', 'aria-level': level, tabindex: '-1', 'aria-selected': false, 'aria-expanded': value.entries?.length ? false : null,
      onclick: event => {
        event.stopPropagation();
        if (value.entries?.length && (value === this.chosen || event.target.closest('[role=treeitem]') === item && event.offsetX < 16)) this.toggle(value);
        this.choose(value);
      },
      onmouseover: event => { event.stopPropagation(); this.point(value); }}, line);
    item.value = value;
    this.items.set(value, item);
    return item;
  }

  open(value, isOpen) {
    const item = this.items.get(value);
    if (!value.entries?.length || !item) return;
    item.setAttribute('aria-expanded', isOpen);
    if (isOpen && !item.group) {
      item.group = make('div', {role: 'group'});
      item.append(item.group);
      this.fill(value, 0);
    }
    if (item.group) item.group.hidden = !isOpen;
  }

  /** Shows the entries of a value up to a place, and some after it. */
  fill(value, place) {
    const {group} = this.items.get(value);
    const level = Number(this.items.get(value).getAttribute('aria-level')) + 1;
    group.more?.remove();
    let shown = group.children.length;
    const end = Math.min(value.entries.length, Math.max(shown, place) + JSONTree.most);
    for (; shown < end; shown += 1) group.append(this.item(value.entries[shown], level));
    if (end < value.entries.length) {
      group.more = make('button', {type: 'button', onclick: event => { event.stopPropagation(); this.fill(value, end); }}, `${count(value.entries.length - end)} more`);
      group.append(group.more);
    }
  }

  toggle(value) { this.open(value, this.items.get(value).getAttribute('aria-expanded') !== 'true'); }

  /** Opens what a value is in, chooses it and brings it into view. */
  reveal(value) {
    const path = [];
    for (let one = value.parent; one; one = one.parent) path.unshift(one);
    for (const one of path) this.open(one, true);
    if (!this.items.has(value)) this.fill(value.parent, value.parent.entries.indexOf(value));
    this.choose(value);
    const item = this.items.get(value).firstChild;
    const [top, bottom] = [item.offsetTop - this.box.offsetTop, item.offsetTop - this.box.offsetTop + item.offsetHeight];
    if (top < this.box.scrollTop || bottom > this.box.scrollTop + this.box.clientHeight) this.box.scrollTop = top - this.box.clientHeight / 3;
  }

  choose(value) {
    const before = this.items.get(this.chosen);
    if (before) { before.setAttribute('aria-selected', false); before.tabIndex = -1; }
    this.chosen = value;
    this.items.get(this.root).tabIndex = -1;
    const item = this.items.get(value);
    item.setAttribute('aria-selected', true);
    item.tabIndex = 0;
    this.point(value);
  }

  unfold() {
    // A document of many values would be as long unfolded as its text.
    let left = 2000;
    const rest = [this.root];
    while (rest.length && left > 0) {
      const value = rest.shift();
      this.open(value, true);
      left -= value.entries?.length ?? 0;
      rest.push(...(value.entries ?? []).filter(entry => entry.entries?.length && this.items.has(entry)));
    }
  }

  // Finding.

  find() {
    const text = this.input.value.toLowerCase();
    this.hits = [];
    this.at = -1;
    const rest = text ? [this.root] : [];
    while (rest.length) {
      const value = rest.pop();
      if ((value.key ?? '').toLowerCase().includes(text) || (value.text ?? '').toLowerCase().includes(text)) this.hits.push(value);
      for (let index = (value.entries?.length ?? 0) - 1; index >= 0; index -= 1) rest.push(value.entries[index]);
    }
    this.words.textContent = text ? `${count(this.hits.length)} found` : '';
    if (this.hits.length) this.step(1);
  }

  step(step) {
    if (!this.hits?.length) return;
    this.at = (this.at + step + this.hits.length) % this.hits.length;
    this.words.textContent = `${count(this.at + 1)} of ${count(this.hits.length)}`;
    this.reveal(this.hits[this.at]);
  }

  /** The innermost value that a place of the text belongs to. */
  valueAt(at) {
    let found = null;
    for (let value = this.root; value; value = value.entries?.find(entry => entry.from <= at && at < entry.end)) found = value;
    return found;
  }

  key(event) {
    const {value} = event.target;
    if (!value || event.target.getAttribute?.('role') !== 'treeitem') return;
    const seen = [...this.box.querySelectorAll('[role=treeitem]')].filter(item => item.checkVisibility());
    const at = seen.indexOf(event.target);
    const isOpen = event.target.getAttribute('aria-expanded');
    const move = item => { if (item) { this.choose(item.value); item.focus(); } };
    if (event.key === 'ArrowDown') move(seen[at + 1]);
    else if (event.key === 'ArrowUp') move(seen[at - 1]);
    else if (event.key === 'Home') move(seen[0]);
    else if (event.key === 'End') move(seen.at(-1));
    else if (event.key === 'ArrowRight' && isOpen === 'false') this.open(value, true);
    else if (event.key === 'ArrowRight' && isOpen === 'true') move(seen[at + 1]);
    else if (event.key === 'ArrowLeft' && isOpen === 'true') this.open(value, false);
    else if (event.key === 'ArrowLeft') move(this.items.get(value.parent));
    else if (event.key === 'Enter' || event.key === ' ') { if (isOpen) this.toggle(value); }
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}
