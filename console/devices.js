// Devices: what is behind a gateway, a card each, with its profile and what it is doing.
import {call} from './api.js';
import {cleanName, isBadLink, stateWords} from './links.js';
import {make, place, setText} from './parts.js';
import {Throughput} from './throughput.js';

const deviceMark = 'devices';
/** How many events of a device are shown, and from how many on the link is asked for later ones only. */
const shownEvents = 6;
const mostEvents = 200;

export class Devices {
  constructor(box, console) {
    this.box = box;
    this.console = console;
    this.cards = new Map();
    this.throughput = new Throughput();
    this.devices = [];
    this.problem = make('p', {class: 'problem', role: 'alert', hidden: true});
    this.all = make('button', {type: 'button', onclick: () => this.choose(null)}, 'All devices');
    this.find = make('input', {type: 'search', placeholder: 'Find a device  ( / )', 'aria-label': 'Find a device', oninput: () => this.arrange()});
    this.title = make('h2', {}, 'Devices');
    this.empty = make('p', {class: 'soft empty'}, 'No device is behind a gateway. Start one: ', make('code', {}, 'headwind gateway --to eth1 --private'));
    this.list = make('div', {class: 'cards devices'});
    this.chosen = place.read().get('device');
    box.append(this.problem, make('div', {class: 'bar'}, this.title, this.find, this.all), this.empty, this.list);
  }

  /** Takes all links; those of devices are drawn. */
  draw(links) {
    this.devices = links.filter(link => link.status?.device);
    for (const [name, card] of this.cards) {
      if (!this.devices.some(device => device.name === name)) { card.box.remove(); this.cards.delete(name); }
    }
    for (const device of this.devices) {
      if (!this.cards.has(device.name)) {
        const card = this.card(device.name);
        this.cards.set(device.name, card);
        this.list.append(card.box);
      }
      this.fill(this.cards.get(device.name), device);
    }
    this.arrange();
  }

  async shown() {
    this.arrange();
    try {
      this.profiles ??= (await call('profiles')).map(profile => profile.name);
      this.draw(await call('links'));
    } catch (error) {
      this.complain(error);
    }
    this.observe();
  }

  card(name) {
    const card = {
      toggle: make('button', {type: 'button', role: 'switch', class: 'switch', 'aria-label': `Bad network on ${name}`, onclick: () => this.toggle(name)}),
      state: make('p', {class: 'state'}), who: make('p', {class: 'soft'}), bars: make('div', {}), rate: make('p', {class: 'soft'}),
      events: make('ol', {class: 'events', tabindex: '0', 'aria-label': `What ${name} is doing`}),
      profile: make('select', {'aria-label': `Profile of ${name}`, onchange: () => this.act(name, 'switch', {profile: card.profile.value})}),
    };
    card.cut = make('button', {type: 'button', onclick: () => this.act(name, card.isCut ? 'heal' : 'cut')}, 'Cut');
    card.packets = make('button', {type: 'button', title: 'Opens another console on what this device sends and gets', onclick: () => this.openPackets(name)}, 'Packets');
    card.box = make('article', {class: 'card device', 'aria-label': `Device ${name}`},
      make('div', {class: 'devicehead'}, make('h3', {}, make('button', {type: 'button', class: 'plain', title: 'Show this device alone', onclick: () => this.choose(name)}, name)), card.toggle),
      card.state, card.who, make('div', {class: 'flow'}, card.bars, card.rate), card.events,
      make('div', {class: 'buttons'}, card.profile, card.cut, card.packets));
    return card;
  }

  fill(card, device) {
    const {status} = device;
    card.isCut = status.state === 'cut';
    card.box.classList.toggle('bad', isBadLink(device));
    card.toggle.setAttribute('aria-checked', isBadLink(device));
    setText(card.state, stateWords(device));
    setText(card.who, [...(status.client ?? '').split(' '), status.device, `at ${status.gateway}`].filter(Boolean).join(' · '));
    setText(card.cut, card.isCut ? 'Heal' : 'Cut');
    const {words, drawing} = this.throughput.of(device);
    card.bars.replaceChildren(drawing);
    setText(card.rate, words);
    this.fillProfiles(card.profile, status.profile);
  }

  /** A profile of one's own is not among the known ones, and is in the list while it is in force. */
  fillProfiles(select, current) {
    if (select === document.activeElement) return;
    const names = [...new Set([current, ...(this.profiles ?? [])])];
    if (select.options.length !== names.length || select.options[0]?.value !== names[0]) {
      select.replaceChildren(...names.map(name => make('option', {value: name}, name)));
    }
    select.value = current;
  }

  arrange() {
    if (this.chosen && this.devices.length && !this.cards.has(this.chosen)) this.choose(null);
    const text = this.find.value.toLowerCase();
    for (const [name, card] of this.cards) {
      card.box.hidden = this.chosen ? name !== this.chosen : !(name + card.who.textContent).toLowerCase().includes(text);
    }
    this.list.classList.toggle('alone', Boolean(this.chosen));
    this.all.hidden = !this.chosen;
    this.find.hidden = Boolean(this.chosen) || this.devices.length < 2;
    this.empty.hidden = this.devices.length > 0;
    setText(this.title, this.chosen ?? (this.devices.length === 1 ? '1 device' : `${this.devices.length} devices`));
  }

  /** Shows one device alone, as the device itself would. The address says which. */
  choose(name) {
    this.chosen = name;
    place.write({device: name});
    this.arrange();
  }

  toggle(name) {
    const device = this.devices.find(one => one.name === name);
    if (device.status.state === 'cut') return this.act(name, 'heal');
    return this.act(name, 'switch', {profile: isBadLink(device) ? cleanName : 'Slow Net'});
  }

  async act(name, action, form = {}) {
    try {
      await call(`links/${encodeURIComponent(name)}/${action}`, {method: 'POST', form});
      this.problem.hidden = true;
      this.draw(await call('links'));
    } catch (error) {
      this.complain(error, name);
    }
  }

  async openPackets(name) {
    try {
      const {address} = await call(`links/${encodeURIComponent(name)}/console`, {method: 'POST'});
      window.open(address, '_blank', 'noopener');
    } catch (error) {
      this.complain(error, name);
    }
  }

  complain(error, name) {
    this.problem.textContent = name ? `${name}: ${error.message}` : error.message;
    this.problem.hidden = false;
  }

  /** Asks what the devices that are shown are doing, while they are shown. */
  async observe() {
    if (this.isObserving || this.console.isSaved) return;
    this.isObserving = true;
    while (!this.box.hidden) {
      for (const [name, card] of this.cards) if (!card.box.hidden) await this.observeOne(name, card);
      await new Promise(resolve => setTimeout(resolve, 1000));
    }
    this.isObserving = false;
  }

  /** The latest events. From a mark on, a link observes what crosses it; a new mark forgets what is too long ago to be shown. */
  async observeOne(name, card) {
    const link = `links/${encodeURIComponent(name)}`;
    try {
      if (!card.isMarked) await call(`${link}/mark`, {method: 'POST', form: {text: deviceMark}});
      card.isMarked = true;
      const {events} = await call(`${link}/timeline?since=${deviceMark}`);
      if (events.length > mostEvents) card.isMarked = false;
      if (events.length) showEvents(card, events);
    } catch { /* The device has gone; its card goes with the next look at the links. */ }
  }
}

function showEvents(card, events) {
  const key = `${events.length} ${events.at(-1)}`;
  if (card.eventKey === key) return;
  card.eventKey = key;
  card.events.replaceChildren(...events.slice(-shownEvents).reverse().map(event => {
    const [, time, words] = /^\s*([\d.]+ s)\s+(.*)$/s.exec(event) ?? ['', '', event];
    return make('li', {class: /^profile: /.test(words) ? 'change' : null}, make('time', {}, time), make('span', {}, words));
  }));
}
