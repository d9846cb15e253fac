// One packet: its tree and its bytes. What is under the pointer in one lights up in the other.
import {call, saved} from './api.js';
import {BytesView} from './bytes-view.js';
import {openMenu} from './menu.js';
import {copyText, count, make} from './parts.js';

export class Dissection {
  /** @param deeds what can be done with a field: `apply(filter)`, `filter()` in force, `column(name)`, `follow(kind, number)`, `converse(number)`, `decodeAs(suggestion)` */
  constructor(deeds) {
    this.deeds = deeds;
    this.tree = null;
    this.closed = new Set();
    this.pane = make('div', {id: 'tree', role: 'region', tabindex: '0', 'aria-label': 'Fields of the packet'});
    this.hint = make('p', {class: 'soft hint'}, 'Choose a packet to see its fields.');
    this.hex = make('div', {id: 'bytes', tabindex: '0', role: 'region', 'aria-label': 'Bytes of the packet'});
    this.buffers = make('div', {class: 'buffers', role: 'tablist', 'aria-label': 'Buffers', onkeydown: event => this.bufferKey(event)});
    this.menu = make('div', {class: 'actions', role: 'group', 'aria-label': 'What to do with the field'});
    this.pane.append(this.hint);
    this.box = make('div', {class: 'panes'}, make('div', {class: 'pane'}, this.menu, this.pane), make('div', {class: 'pane'}, this.buffers, this.hex));
    this.pane.addEventListener('keydown', event => this.treeKey(event));
    this.pane.addEventListener('contextmenu', event => this.context(event));
    this.view = new BytesView(this.hex, {
      hover: at => this.hover(at), choose: at => this.chooseByte(at), leave: () => { this.glow(null); this.mark(this.node); },
    });
  }

  /** Shows a packet. A later wish replaces an earlier one. */
  async open(number) {
    const wish = this.wish = Symbol();
    this.pane.classList.add('coming');
    try {
      const tree = await call('packets/' + number);
      if (wish === this.wish) this.draw(tree);
    } catch (error) {
      if (wish === this.wish && error.status !== 409) this.say(error.message);
    }
    if (wish === this.wish) this.pane.classList.remove('coming');
  }

  say(words) {
    this.tree = null;
    // A tree without nodes is none to a screen reader.
    this.pane.setAttribute('role', 'region');
    this.hint.textContent = words;
    this.pane.replaceChildren(this.hint);
    this.hex.replaceChildren();
    this.buffers.replaceChildren();
    this.menu.replaceChildren();
  }

  draw(tree) {
    const before = this.node?.field;
    this.tree = tree;
    this.contents = tree.buffers.map(buffer => Uint8Array.from(atob(buffer.base64), letter => letter.charCodeAt(0)));
    this.items = tree.nodes.map((node, index) => this.item(node, index));
    this.fold();
    this.pane.setAttribute('role', 'tree');
    this.pane.replaceChildren(...this.items);
    this.buffer = -1;
    this.light(tree.nodes.find(node => node.field === before) ?? tree.nodes.findLast(node => node.depth === 0) ?? null);
  }

  item(node, index) {
    const isField = node.field && node.field !== 'text';
    const item = make('div', {class: 'node', role: 'treeitem', 'aria-level': node.depth + 1, id: `node-${index}`, draggable: isField ? 'true' : null, 'data-field': node.field}, node.text);
    item.style.setProperty('--depth', node.depth);
    const next = this.tree.nodes[index + 1];
    if (next && next.depth > node.depth) item.classList.add('parent');
    if (node.depth === 0) item.classList.add('protocol');
    if (/^\[?\[Expert|Malformed|lost here/i.test(node.text)) item.classList.add('expert');
    item.addEventListener('click', event => {
      if (item.classList.contains('parent') && (node === this.node || event.offsetX < 20 + node.depth * 14)) this.toggle(index);
      this.light(node);
    });
    item.addEventListener('mouseenter', () => this.mark(node));
    item.addEventListener('mouseleave', () => this.mark(this.node));
    item.addEventListener('dragstart', event => {
      event.dataTransfer.setData('application/x-headwind-field', node.field);
      event.dataTransfer.setData('text/plain', node.filter ?? node.field);
    });
    return item;
  }

  /** Hides what is below closed nodes. What the user opens or closes stays so for other packets. */
  fold() {
    let hiddenBelow = Infinity;
    this.tree.nodes.forEach((node, index) => {
      const isHidden = node.depth > hiddenBelow;
      this.items[index].hidden = isHidden;
      if (isHidden) return;
      const isClosed = this.closed.has(node.field) !== (node.depth > 0 || node.field === 'frame' || node.field === 'eth');
      if (this.items[index].classList.contains('parent')) this.items[index].setAttribute('aria-expanded', !isClosed);
      hiddenBelow = isClosed ? node.depth : Infinity;
    });
  }

  toggle(index) {
    const {field} = this.tree.nodes[index];
    if (this.closed.has(field)) this.closed.delete(field); else this.closed.add(field);
    this.fold();
  }

  treeKey(event) {
    if (!this.tree || event.ctrlKey || event.metaKey) return;
    const index = this.tree.nodes.indexOf(this.node);
    const seen = this.items.map((item, place) => place).filter(place => !this.items[place].hidden);
    const at = seen.indexOf(index);
    const isOpen = this.items[index]?.getAttribute('aria-expanded');
    const move = place => this.light(this.tree.nodes[seen[Math.max(0, Math.min(seen.length - 1, place))]]);
    if (event.key === 'ArrowDown') move(at + 1);
    else if (event.key === 'ArrowUp') move(at - 1);
    else if (event.key === 'Home') move(0);
    else if (event.key === 'End') move(seen.length - 1);
    else if (event.key === 'ArrowRight' && isOpen === 'false') this.toggle(index);
    else if (event.key === 'ArrowRight' && isOpen === 'true') move(at + 1);
    else if (event.key === 'ArrowLeft' && isOpen === 'true') this.toggle(index);
    else if (event.key === 'ArrowLeft') {
      const parent = this.parent(index);
      if (parent) this.light(parent);
    } else if (event.key === 'Enter' && this.node?.filter) this.deeds.apply(this.node.filter);
    else if (event.key === ' ') this.toggle(index);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  parent(index) {
    return this.tree.nodes.slice(0, index).findLast(node => node.depth < this.tree.nodes[index].depth);
  }

  /** Chooses a node: the tree and the bytes show it. */
  light(node) {
    this.node = node;
    this.items?.forEach((item, index) => item.setAttribute('aria-selected', this.tree.nodes[index] === node));
    const chosen = node && this.items[this.tree.nodes.indexOf(node)];
    if (chosen) {
      this.pane.setAttribute('aria-activedescendant', chosen.id);
      this.bringIntoView(chosen);
    }
    this.menu.replaceChildren(...(node ? this.actions(node) : []));
    this.mark(node);
  }

  /** Scrolls the tree, and nothing around it; what is below the node is seen as well if there is room. */
  bringIntoView(item) {
    const {scrollTop, clientHeight} = this.pane;
    const top = item.offsetTop;
    if (top < scrollTop) this.pane.scrollTop = top;
    else if (top + 3 * item.offsetHeight > scrollTop + clientHeight) this.pane.scrollTop = top - clientHeight / 3;
  }

  get stream() { return this.tree?.nodes.find(node => node.field === 'tcp.stream' || node.field === 'udp.stream'); }

  actions(node) {
    const button = (words, title, deed) => make('button', {type: 'button', title, onclick: deed}, words);
    const actions = [make('code', {class: 'soft', title: node.filter ?? node.field}, node.filter ?? (node.field === 'text' ? '' : node.field))];
    if (node.filter) actions.push(button('Filter', 'Apply as filter', () => this.deeds.apply(node.filter)));
    const {stream} = this;
    if (stream) actions.push(button('Stream', 'Only this conversation', () => this.deeds.apply(stream.filter)));
    actions.push(make('button', {type: 'button', 'aria-haspopup': 'menu', 'aria-label': 'More to do with the field', onclick: event => this.fieldMenu(event.currentTarget, node)}, '⋯'));
    return actions;
  }

  fieldMenu(where, node) {
    const current = this.deeds.filter();
    const {stream} = this;
    const {filter} = node;
    openMenu(where, node.text.slice(0, 60), [
      filter && ['Apply as filter', () => this.deeds.apply(filter)],
      filter && ['… not this', () => this.deeds.apply(`!(${filter})`)],
      filter && current && ['… and this', () => this.deeds.apply(`(${current}) && ${filter}`)],
      filter && current && ['… or this', () => this.deeds.apply(`(${current}) || ${filter}`)],
      filter && current && ['… and not this', () => this.deeds.apply(`(${current}) && !(${filter})`)],
      filter && ['Prepare as filter', () => this.deeds.prepare(filter)],
      node.field !== 'text' && ['Add as column', () => this.deeds.column(node.field)],
      null,
      stream && ['Only this conversation', () => this.deeds.apply(stream.filter)],
      stream && !saved && ['Follow stream', () => this.deeds.follow(stream.field.slice(0, 3), streamNumber(stream))],
      stream?.field === 'tcp.stream' && ['Draw the conversation', () => this.deeds.converse(streamNumber(stream))],
      !saved && ['Decode as …', () => this.deeds.decodeAs(this.suggestion(node))],
      null,
      ['Copy text', () => copyText(node.text, this.menu.lastElementChild)],
      filter && ['Copy as filter', () => copyText(filter, this.menu.lastElementChild)],
      ['Copy bytes as hex', () => copyText([...this.contents[node.buffer].subarray(node.start, node.end)].map(byte => byte.toString(16).padStart(2, '0')).join(''), this.menu.lastElementChild)],
    ].filter(item => item !== undefined && item !== false && item !== '' && item !== 0));
  }

  /** What "decode as" is most likely about: the number that was chosen, or else the lower port of the packet. */
  suggestion(node) {
    const value = one => Number(/== (0x[0-9a-f]+|\d+)/.exec(one.filter ?? '')?.[1] ?? NaN);
    const tables = {'ip.proto': 'ip.proto', 'eth.type': 'ethertype', 'tcp.srcport': 'tcp.port', 'tcp.dstport': 'tcp.port', 'udp.srcport': 'udp.port', 'udp.dstport': 'udp.port'};
    if (tables[node.field]) return [tables[node.field], value(node)];
    const ports = this.tree.nodes.filter(one => /^(tcp|udp)\.(src|dst)port$/.test(one.field)).sort((one, other) => value(one) - value(other));
    return ports.length ? [tables[ports[0].field], value(ports[0])] : null;
  }

  context(event) {
    const index = this.items?.indexOf(event.target.closest('.node')) ?? -1;
    const node = index >= 0 ? this.tree.nodes[index] : this.node;
    if (!node) return;
    event.preventDefault();
    this.light(node);
    this.fieldMenu(event, node);
  }

  /** Shows in the bytes where a node is. */
  mark(node) {
    if (!this.tree) return;
    this.showBuffer(node?.buffer ?? 0);
    this.view.mark(node?.start ?? 0, node?.end ?? 0);
  }

  showBuffer(index) {
    if (this.buffer === index) return;
    this.buffer = index;
    this.buffers.replaceChildren(...this.tree.buffers.map((buffer, place) => make('button', {
      type: 'button', role: 'tab', 'aria-selected': place === index, tabindex: place === index ? '0' : '-1',
      onclick: () => this.showBuffer(place),
    }, `${buffer.name} (${count(this.contents[place].length)})`)));
    this.view.show(this.contents[index]);
  }

  bufferKey(event) {
    const step = {ArrowRight: 1, ArrowLeft: -1}[event.key];
    if (!step || !this.tree) return;
    event.preventDefault();
    const {length} = this.tree.buffers;
    this.showBuffer((this.buffer + step + length) % length);
    this.buffers.children[this.buffer].focus();
  }

  /** The innermost node that a byte belongs to. */
  nodeAt(at) {
    if (!this.tree) return null;
    let found = null;
    for (const node of this.tree.nodes) {
      const isIn = node.buffer === this.buffer && node.start <= at && at < node.end;
      if (isIn && (!found || node.end - node.start <= found.end - found.start)) found = node;
    }
    return found;
  }

  hover(at) {
    const node = this.nodeAt(at);
    if (!node) return;
    this.mark(node);
    this.glow(node);
  }

  /** Lights a node of the tree, or the closest of its parents that is open. */
  glow(node) {
    this.glowing?.classList.remove('lit');
    this.glowing = null;
    if (!node) return;
    let index = this.tree.nodes.indexOf(node);
    while (index > 0 && this.items[index].hidden) index -= 1;
    this.glowing = this.items[index];
    this.glowing.classList.add('lit');
    this.bringIntoView(this.glowing);
  }

  chooseByte(at) {
    const node = this.nodeAt(at);
    if (!node) return;
    // What it is in is opened.
    for (let parent = this.parent(this.tree.nodes.indexOf(node)); parent; parent = this.parent(this.tree.nodes.indexOf(parent))) {
      const place = this.tree.nodes.indexOf(parent);
      if (this.items[place].getAttribute('aria-expanded') !== 'true') this.toggle(place);
    }
    this.fold();
    this.light(node);
  }
}

/** The number of a conversation, from the filter that finds it. */
function streamNumber(node) {
  return Number(/\d+$/.exec(node.filter)[0]);
}
