// Links: what each is like now, and the switch with its profiles.
import {call} from './api.js';
import {count, make, seconds, setText} from './parts.js';
import {ProfileEditor} from './profile-editor.js';
import {Throughput} from './throughput.js';
import {Track} from './track.js';

export const cleanName = 'Clean';

export class Links {
  constructor(box, console) {
    this.console = console;
    this.box = box;
    this.throughput = new Throughput();
    this.strips = new Map();
    this.find = make('input', {type: 'search', placeholder: 'Find a profile  ( / )', 'aria-label': 'Find a profile', oninput: () => this.choose()});
    this.problem = make('p', {class: 'problem', role: 'alert', hidden: true});
    this.list = make('div', {class: 'strips'});
    this.cards = make('div', {class: 'cards'});
    this.title = make('h2', {}, 'Profiles');
    this.track = new Track({
      send: (action, form) => this.send(this.name, action, form),
      failed: error => this.complain(error),
      profiles: () => (this.profiles ?? []).map(profile => profile.name),
    });
    this.editor = new ProfileEditor({
      use: profile => this.act(this.name, 'switch', {profile: profile.inline}),
      then: (profile, button) => this.track.ask(button, profile.inline, profile.name),
      canUse: () => Boolean(this.name),
    });
    this.create = make('button', {type: 'button', onclick: () => this.edit(null)}, 'Make your own');
    box.append(this.problem, this.list, this.track.box, make('div', {class: 'bar'}, this.title, this.find, this.create), this.editor.box, this.cards);
  }

  /** Looks at the links from time to time; more often while they are shown. */
  async watch() {
    for (;;) {
      try {
        this.draw(await call('links'));
      } catch { /* The notice of the console says so. */ }
      if (this.console.isSaved) return;
      await new Promise(resolve => setTimeout(resolve, this.box.hidden ? 3000 : 1000));
    }
  }

  async shown() {
    this.profiles ??= await call('profiles');
    if (!this.cards.children.length) this.cards.append(...this.profiles.map(profile => this.card(profile)));
    this.choose();
  }

  draw(links) {
    this.links = links;
    if (!links.some(link => link.name === this.name)) this.name = links[0]?.name;
    for (const [name, strip] of this.strips) {
      if (!links.some(link => link.name === name)) { strip.box.remove(); this.strips.delete(name); }
    }
    for (const link of links) {
      if (!this.strips.has(link.name)) {
        const strip = this.strip(link.name);
        this.strips.set(link.name, strip);
        this.list.append(strip.box);
      }
      this.fillStrip(this.strips.get(link.name), link);
    }
    this.empty ??= make('p', {class: 'soft empty'}, 'No link is up. Create one: ', make('code', {}, 'headwind link up shop --profile "Slow Net"'));
    if (links.length) this.empty.remove(); else this.list.append(this.empty);
    this.isBad(links.filter(isBadLink).map(link => link.name));
    this.drawn(links);
    this.choose();
  }

  /** The parts of a strip, which stay; what they say changes. */
  strip(name) {
    const part = (tag, attributes = {}) => make(tag, attributes);
    const strip = {
      toggle: make('button', {type: 'button', role: 'switch', class: 'switch', 'aria-label': `Bad network on ${name}`,
        onclick: () => this.toggle(this.links.find(link => link.name === name))}),
      state: part('p', {class: 'state'}), bars: part('div', {class: 'graph'}), rate: part('p', {class: 'soft'}),
      what: part('p', {class: 'soft'}), late: part('p', {class: 'soft'}), trouble: part('p', {class: 'trouble'}),
    };
    const act = (words, action, title) => make('button', {type: 'button', title, onclick: () => this.act(name, action)}, words);
    strip.cut = make('button', {type: 'button', onclick: () =>
      this.act(name, strip.cut.textContent === 'Cut' ? 'cut' : 'heal')}, 'Cut');
    strip.box = make('article', {class: 'strip', 'aria-label': `Link ${name}`},
      strip.toggle, make('div', {class: 'who'}, make('h2', {}, make('button', {type: 'button', class: 'plain', onclick: () => {
        this.name = name;
        this.choose();
      }}, name)), strip.state),
      make('div', {class: 'flow'}, strip.bars, strip.rate),
      make('div', {class: 'what'}, strip.what, strip.late, strip.trouble),
      make('div', {class: 'buttons'}, strip.cut, act('Rebind', 'rebind', 'The NAT forgets its mappings: the ports of the client change'),
        act('Reset', 'reset', 'As the link was when it was created')));
    return strip;
  }

  fillStrip(strip, link) {
    const status = link.status ?? {};
    const isCut = status.state === 'cut';
    const isBad = isBadLink(link);
    strip.box.classList.toggle('bad', isBad);
    strip.box.classList.toggle('chosen', link.name === this.name);
    strip.toggle.setAttribute('aria-checked', isBad);
    setText(strip.state, stateWords(link));
    setText(strip.cut, isCut ? 'Heal' : 'Cut');
    const {words: rate, drawing} = this.throughput.of(link);
    strip.bars.replaceChildren(drawing);
    setText(strip.rate, rate);
    setText(strip.what, [status.kind, status.engine, `${count(Number(status['uplink-packets'] ?? 0))} up, ${count(Number(status['downlink-packets'] ?? 0))} down`]
      .filter(Boolean).join(' · '));
    setText(strip.late, lateness(link));
    setText(strip.trouble, status['machine-too-busy'] ?? status['capture-trouble'] ?? '');
  }

  toggle(link) {
    if (!link) return null;
    if (link.status?.state === 'cut') return this.act(link.name, 'heal');
    if (isBadLink(link)) {
      localStorage.setItem('last-profile', link.status.profile);
      return this.act(link.name, 'switch', {profile: cleanName});
    }
    const last = localStorage.getItem('last-profile');
    const known = this.profiles?.some(profile => profile.name === last);
    return this.act(link.name, 'switch', {profile: known ? last : 'Slow Net'});
  }

  /** Asks a link for something, and shows what it is like then. */
  async send(name, action, form = {}) {
    const answer = await call(`links/${encodeURIComponent(name)}/${action}`, {method: 'POST', form});
    this.problem.hidden = true;
    this.draw(await call('links'));
    return answer;
  }

  async act(name, action, form) {
    try {
      if (action === 'switch' || action === 'reset') this.track.forget(name);
      await this.send(name, action, form);
    } catch (error) {
      this.complain(error);
    }
  }

  complain(error) {
    this.problem.textContent = `${this.name}: ${error.message}`;
    this.problem.hidden = false;
    this.problem.scrollIntoView({block: 'nearest'});
  }

  edit(profile) {
    this.editor.open(profile);
    this.editor.box.scrollIntoView({block: 'nearest'});
  }

  card(profile) {
    const switchTo = make('button', {type: 'button', class: 'main', onclick: () => this.act(this.name, 'switch', {profile: profile.name})}, 'Switch');
    const next = make('button', {type: 'button', 'aria-haspopup': 'menu', title: 'After the profile in force', onclick: () => this.track.ask(next, profile.name, profile.name)}, 'Then …');
    const card = make('article', {class: 'card', draggable: 'true', 'aria-label': profile.name, ondragstart: event => {
      event.dataTransfer.setData('application/x-headwind-profile', profile.name);
      event.dataTransfer.effectAllowed = 'copy';
    }}, make('h3', {}, profile.name), make('p', {class: 'soft'}, profile.summary),
    profileDrawing(profile), make('dl', {}, make('dt', {'aria-label': 'down'}, '↓'), make('dd', {}, directionWords(profile.downlink)),
      make('dt', {'aria-label': 'up'}, '↑'), make('dd', {}, directionWords(profile.uplink))),
    make('div', {class: 'buttons'}, switchTo, next, make('button', {type: 'button', class: 'quiet', onclick: () => this.edit(profile)}, 'YAML')));
    return Object.assign(card, {profile, switchTo, next});
  }

  choose() {
    const link = this.links?.find(one => one.name === this.name);
    const text = this.find.value.toLowerCase();
    setText(this.title, link ? `Profiles for ${link.name}` : 'Profiles');
    for (const [name, strip] of this.strips) strip.box.classList.toggle('chosen', name === this.name && this.strips.size > 1);
    this.track.show(link);
    this.editor.refresh();
    for (const card of this.cards.children) {
      const {name, summary} = card.profile;
      card.hidden = !(name + ' ' + summary).toLowerCase().includes(text);
      const isChosen = link?.status?.profile === name && link.status.state !== 'cut';
      card.classList.toggle('chosen', isChosen);
      card.switchTo.disabled = !link || isChosen;
      card.next.disabled = !link;
      setText(card.switchTo, isChosen ? '✓ In force' : 'Switch');
    }
  }
}

/** Delay as distance and rate as width, on logarithmic scales: a clean link is a short, wide road. */
export function profileDrawing(profile) {
  const drawing = make('svg', {viewBox: '0 0 200 36', preserveAspectRatio: 'xMinYMid', class: 'road', 'aria-hidden': 'true'});
  ['downlink', 'uplink'].forEach((name, index) => {
    const {bandwidth, delay, jitter, words} = profile[name];
    const width = bandwidth === null ? 14 : Math.max(1, Math.min(14, (Math.log10(bandwidth) - 3) * 2.6));
    const length = Math.min(180, 12 + Math.log10(1 + delay * 1000) * 46);
    const y = 9 + index * 18;
    const isDead = /loss 100 %/.test(words);
    drawing.append(make('rect', {class: (index ? 'up' : 'down') + (isDead ? ' dead' : ''), x: 4, y: y - width / 2, width: length, height: width, rx: width / 2}));
    if (isDead) drawing.append(make('path', {class: 'cross', d: `M${length + 9} ${y - 4}l8 8m0 -8l-8 8`}));
    if (jitter > 0) {
      const reach = Math.min(40, Math.log10(1 + jitter * 1000) * 14);
      drawing.append(make('line', {class: 'jitter', x1: length + 4 - reach / 2, x2: length + 4 + reach / 2, y1: y, y2: y}));
    }
  });
  return drawing;
}

const directionWords = direction => direction.words === '-' ? 'as it is' : direction.words;

export const isBadLink = link => link.status?.state === 'cut' || Boolean(link.status?.profile && link.status.profile !== cleanName);

/** What a link is like now, in words. */
export function stateWords(link) {
  if (!link.answers) return 'does not answer';
  if (link.status.state === 'cut') return '✕ cut: nothing passes';
  return isBadLink(link) ? `▼ ${link.status.profile}` : `✓ ${link.status.profile ?? ''}`;
}

/** How late packets left: what the machine adds to what the profile says. */
function lateness(link) {
  const late = name => Math.max(...['uplink', 'downlink'].map(way => Number(link.statistics?.[`${way}-late-${name}-us`] ?? 0))) / 1e6;
  if (link.status?.engine !== 'userspace') return '';
  return `late: ${seconds(late('p50'))} p50, ${seconds(late('p99'))} p99, ${seconds(late('worst'))} at worst`;
}
