// The console: its parts behind tabs, what they share, and the keys.
import {call, listen, logIn, saved, wantsPassword} from './api.js';
import {Conversation} from './conversation.js';
import {Devices} from './devices.js';
import {Exchanges} from './exchanges.js';
import {Links} from './links.js';
import {Packets} from './packets.js';
import {bytes, count, place, seconds} from './parts.js';
import {Plots} from './plots.js';
import {Suites} from './suites.js';

const byId = id => document.getElementById(id);
const views = ['packets', 'exchanges', 'plots', 'conversation', 'links', 'devices', 'suites'];
let shown = null;
let state = {source: null, filters: [], exchanges: null};
let span = {from: Number(place.read().get('from') ?? NaN), to: Number(place.read().get('to') ?? NaN)};
if (!(span.from >= 0 && span.to >= span.from && span.to < 1e9)) span = null;

/** What parts may ask of each other. */
const console_ = {
  get state() { return state; },
  isSaved: Boolean(saved),
  show,
  /** A span of time in seconds since the first packet, or null: the lists show what is in it. */
  get span() { return span; },
  select(from, to) {
    span = from === null ? null : {from, to};
    place.write({from, to});
    for (const part of Object.values(parts)) part.spanned?.(span);
  },
  /** Shows the packets of a conversation as a drawing. */
  converse(stream) {
    show('conversation');
    parts.conversation.open(stream);
  },
  /** Goes to a packet by its number, in all packets. */
  goTo(number) {
    show('packets');
    parts.packets.goTo(number);
  },
  /** Goes to an exchange by its number. */
  openExchange(number) {
    show('exchanges');
    parts.exchanges.goTo(number);
  },
  filter(text) {
    show('packets');
    parts.packets.apply(text);
  },
};

const parts = {
  packets: new Packets(byId('packets'), console_),
  exchanges: new Exchanges(byId('exchanges'), console_),
  plots: new Plots(byId('plots'), console_),
  conversation: new Conversation(byId('conversation'), console_),
  links: new Links(byId('links'), console_),
  devices: new Devices(byId('devices'), console_),
  suites: new Suites(byId('suites'), console_),
};

function show(view) {
  if (!views.includes(view)) view = state.source ? 'packets' : 'links';
  place.write({view});
  for (const tab of byId('tabs').children) {
    const isShown = tab.dataset.view === view;
    if (isShown) tab.hidden = false;
    tab.setAttribute('aria-selected', isShown);
    tab.tabIndex = isShown ? 0 : -1;
  }
  for (const name of views) byId(name).hidden = name !== view;
  document.body.dataset.view = view;
  if (shown !== view) {
    shown = view;
    parts[view].shown();
  }
}

function tell(next) {
  state = next;
  const source = state.source;
  const words = [];
  if (source) {
    words.push(source.name.split('/').pop(), `${count(source.packets)} packets`);
    if (source.packets > 1) words.push(seconds(source.last - source.first));
    words.push(source.complete ? bytes(source.bytes) : source.live ? 'live' : 'reading …');
    if (source.trouble) words.push(source.trouble);
  }
  byId('status').textContent = words.join(' · ');
  title();
  byId('status').classList.toggle('live', Boolean(source && source.live && !source.complete));
  for (const part of Object.values(parts)) part.changed?.(state);
}

function notice(text) {
  byId('notice').hidden = !text;
  byId('notice').textContent = text ?? '';
}

/** The parts that have a tab now. */
const openViews = () => views.filter(name => !byId(`tab-${name}`).hidden);

for (const tab of byId('tabs').children) tab.addEventListener('click', () => show(tab.dataset.view));
byId('tabs').addEventListener('keydown', event => {
  const step = {ArrowRight: 1, ArrowLeft: -1}[event.key];
  if (!step) return;
  const open = openViews();
  const next = open[(open.indexOf(shown) + step + open.length) % open.length];
  show(next);
  byId('tabs').querySelector(`[data-view=${next}]`).focus();
});

function setTheme(theme) {
  if (theme) document.documentElement.dataset.theme = theme;
  place.write({theme});
}
byId('theme').addEventListener('click', () => {
  const isDark = getComputedStyle(document.documentElement).colorScheme === 'dark';
  setTheme(isDark ? 'light' : 'dark');
  parts[shown]?.shown();
});

document.addEventListener('keydown', event => {
  if (event.target.matches('input, textarea, select') || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === 't') byId('theme').click();
  else if (event.key >= '1' && event.key <= String(openViews().length)) show(openViews()[event.key - 1]);
  else if (event.key === '/') {
    const field = byId(shown).querySelector('input[type=search]');
    if (field) { event.preventDefault(); field.focus(); field.select(); }
  }
});

window.addEventListener('hashchange', () => location.reload());

/** The title says what is shown, and that a network is bad, also while the page is behind others. */
function title() {
  const name = state.source?.name.split('/').pop();
  document.title = [byId('bad').hidden ? '' : '▼ bad network', name, 'headwind'].filter(Boolean).join(' · ');
}

parts.links.isBad = names => {
  const bad = byId('bad');
  const words = names.length ? `▼ Bad network on ${names.join(', ')}` : '';
  if (bad.textContent !== words) bad.textContent = words;
  bad.hidden = !names.length;
  title();
};
/** Devices are a part of the page once there is one. */
parts.links.drawn = links => {
  if (links.some(link => link.status?.device)) byId('tab-devices').hidden = false;
  parts.devices.draw(links);
};
byId('bad').addEventListener('click', () => show('links'));

async function openConsole() {
  try {
    if (place.read().has('theme')) setTheme(place.read().get('theme'));
    tell(await call('source'));
    if (saved) {
      byId('saved-note').hidden = false;
      byId('saved-note').textContent = `Saved ${saved.saved}. ${(saved.left_out ?? []).join(' ')}`;
      byId('tabs').querySelector('[data-view=suites]').hidden = true;
      if (!saved.answers.links?.length) byId('tabs').querySelector('[data-view=links]').hidden = true;
    }
    show(place.read().get('view'));
    listen(next => { notice(null); tell(next); }, () => notice('The console does not answer. It may have ended; this page tries again.'));
    parts.links.watch();
  } catch (error) {
    if (error.status === 401 && wantsPassword) return askPassword();
    notice(error.status === 401
      ? 'The address lacks its token. Open the whole address that headwind console printed.'
      : `The console does not answer: ${error.message}`);
  }
}

/** The password form, which stays until the password is right. */
function askPassword() {
  const form = byId('login');
  const main = document.querySelector('main');
  form.hidden = false;
  main.hidden = true;
  form.onsubmit = async event => {
    event.preventDefault();
    const field = form.elements.password;
    try {
      form.elements.enter.disabled = true;
      await logIn(field.value);
      form.hidden = true;
      main.hidden = false;
      field.value = '';
      await openConsole();
    } catch (error) {
      byId('login-trouble').textContent = error.message;
      field.select();
    } finally {
      form.elements.enter.disabled = false;
    }
  };
  form.elements.password.focus();
}

openConsole();
