// The timeline of a link as a track: the profile in force, the phases to come, what starts them, and what happened.
import {call} from './api.js';
import {openMenu} from './menu.js';
import {make} from './parts.js';

/** What can start a phase, in words and as the clause says it. */
const phaseStarts = [
  ['once a response has started', 'when response-started'],
  ['once a request has begun', 'when request'],
  ['once a request has been sent', 'when request-sent'],
  ['at the next connection (SYN)', 'when syn'],
  ['at the next connection of QUIC', 'when quic-initial'],
  ['once a handshake of QUIC is complete', 'when quic-handshake'],
  ['once a request of HTTP/3 has been made', 'when h3-request'],
  ['after 2 seconds', 'after 2 s'],
  ['after 10 seconds', 'after 10 s'],
  ['after 64 KB down', 'when down 64 KB'],
  ['when idle for 1 second', 'when idle 1 s'],
];

const trackMark = 'console';

export class Track {
  /** @param deeds `send(action, form)` asks the link, `failed(error)` shows why it refused, `profiles()` are the known names */
  constructor(deeds) {
    this.deeds = deeds;
    this.plans = new Map();
    this.blocks = make('ol', {class: 'phases', 'aria-label': 'Phases of the link'});
    this.events = make('ol', {class: 'events', 'aria-label': 'What happened on the link'});
    this.watching = make('details', {class: 'happened', ontoggle: () => { if (this.watching.open) this.observe(); }},
      make('summary', {}, 'What happened'), this.events);
    this.form = this.writeForm();
    this.box = make('section', {class: 'track', hidden: true, 'aria-label': 'Timeline'}, make('div', {class: 'trackhead'},
      make('h2', {}, 'Timeline'), make('p', {class: 'soft'}, 'What is in force, and what comes next. Drag a card here, or choose “Then …” on it.')),
    this.blocks, this.form, this.watching);
    this.blocks.addEventListener('dragover', event => {
      if (![...event.dataTransfer.types].includes('application/x-headwind-profile')) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'copy';
    });
    this.blocks.addEventListener('drop', event => {
      const name = event.dataTransfer.getData('application/x-headwind-profile');
      if (!name) return;
      event.preventDefault();
      this.ask(this.blocks.lastElementChild ?? this.blocks, name, name);
    });
  }

  /** A line for a clause in the words of a timeline, checked as one types. */
  writeForm() {
    this.clause = make('input', {type: 'text', 'aria-label': 'A phase in words', placeholder: 'Edge when http "GET /search*" for 500 ms', spellcheck: 'false', autocomplete: 'off',
      oninput: () => this.check(), 'aria-describedby': 'clause-problem'});
    this.clauseProblem = make('p', {id: 'clause-problem', class: 'trouble', role: 'status'});
    return make('form', {class: 'clause', onsubmit: event => {
      event.preventDefault();
      if (this.clause.value.trim()) this.add(this.clause.value.trim());
    }}, this.clause, make('button', {type: 'submit'}, 'Add phase'), this.clauseProblem);
  }

  check() {
    clearTimeout(this.timer);
    this.timer = setTimeout(async () => {
      const text = this.clause.value;
      if (!text.trim()) { this.clauseProblem.textContent = ''; return; }
      const {problems} = await call('profiles/clause', {method: 'POST', form: {clause: text}});
      if (text === this.clause.value) this.clauseProblem.textContent = problems.map(problem => `at character ${problem.column}: ${problem.message}`).join('; ');
    }, 250);
  }

  show(link) {
    this.box.hidden = !link?.status;
    if (!link?.status) return;
    this.link = link;
    const next = link.status.next ?? [];
    const plan = this.plans.get(link.name) ?? [];
    // The clauses that were written here say more than the link's answer; those that have begun are forgotten.
    const clauses = plan.length >= next.length ? plan.slice(plan.length - next.length) : next;
    const key = JSON.stringify([link.name, link.status.profile, link.status.state, next, clauses]);
    if (key === this.key || this.dragged) return;
    this.key = key;
    const focused = this.blocks.contains(document.activeElement) ? document.activeElement.dataset.key : null;
    this.blocks.replaceChildren(this.current(link), ...next.map((words, index) => this.block(words, index, clauses)));
    if (focused) this.blocks.querySelector(`[data-key="${focused}"]`)?.focus();
    if (this.watching.open) this.observe();
  }

  current(link) {
    return make('li', {class: 'phase now'}, make('b', {}, link.status.state === 'cut' ? 'cut' : link.status.profile), make('span', {class: 'soft'}, 'in force'));
  }

  block(words, index, clauses) {
    const at = /^(.*?) ((?:when|after) .*)$/.exec(words) ?? [words, words, ''];
    const time = /^after (\d+(?:\.\d+)?) (ms|s|min)$/.exec(at[2]);
    const move = step => this.reorder(clauses, index, index + step);
    const item = make('li', {class: 'phase', draggable: 'true', 'data-index': index}, make('span', {class: 'trigger'}, '→ ' + at[2]), make('b', {}, at[1]),
      make('span', {class: 'buttons'},
        index > 0 ? make('button', {type: 'button', class: 'quiet', 'aria-label': `Move ${at[1]} earlier`, 'data-key': `left${index}`, onclick: () => move(-1)}, '◀') : null,
        index + 1 < clauses.length ? make('button', {type: 'button', class: 'quiet', 'aria-label': `Move ${at[1]} later`, 'data-key': `right${index}`, onclick: () => move(1)}, '▶') : null,
        make('button', {type: 'button', class: 'quiet', 'aria-label': `Remove ${at[1]}`, 'data-key': `remove${index}`, onclick: () => this.replan(clauses.filter((_, other) => other !== index))}, '×')));
    if (time) item.append(this.handle(item, clauses, index, Number(time[1]) * {ms: 0.001, s: 1, min: 60}[time[2]]));
    item.addEventListener('dragstart', event => {
      this.dragged = item;
      event.dataTransfer.setData('text/plain', at[1]);
      event.dataTransfer.effectAllowed = 'move';
    });
    item.addEventListener('dragend', () => { this.dragged = null; });
    item.addEventListener('dragover', event => { if (this.dragged) event.preventDefault(); });
    item.addEventListener('drop', event => {
      if (!this.dragged) return;
      event.preventDefault();
      event.stopPropagation();
      const from = Number(this.dragged.dataset.index);
      this.dragged = null;
      this.reorder(clauses, from, index);
    });
    return item;
  }

  /** The edge of a phase that starts after a time: drag it, or use the arrow keys, to change the time. */
  handle(item, clauses, index, value) {
    item.style.setProperty('--wait', value);
    const label = item.querySelector('.trigger');
    const handle = make('span', {class: 'handle', role: 'slider', tabindex: '0', 'data-key': `time${index}`, 'aria-label': 'Starts after, in seconds', 'aria-valuenow': value, 'aria-valuemin': 0, 'aria-valuemax': 600});
    const set = next => {
      value = Math.max(0, Math.min(600, Number(next.toPrecision(2))));
      item.style.setProperty('--wait', value);
      label.textContent = `→ after ${value} s`;
      handle.setAttribute('aria-valuenow', value);
    };
    const commit = () => this.replan(clauses.map((clause, other) => other === index ? clause.replace(/after [\d.]+ (?:ms|s|min)/, `after ${value} s`) : clause));
    handle.addEventListener('pointerdown', event => {
      event.preventDefault();
      handle.setPointerCapture(event.pointerId);
      const [from, start] = [event.clientX, value];
      this.dragged = item;
      handle.onpointermove = move => set(Math.max(0, start + (move.clientX - from) / 20));
      handle.onpointerup = () => { handle.onpointermove = handle.onpointerup = null; this.dragged = null; commit(); };
    });
    handle.addEventListener('keydown', event => {
      const step = {ArrowRight: 0.5, ArrowUp: 0.5, ArrowLeft: -0.5, ArrowDown: -0.5}[event.key];
      if (!step) return;
      event.preventDefault();
      set(value + step);
      clearTimeout(this.typing);
      this.typing = setTimeout(commit, 600);
    });
    return handle;
  }

  /** Asks beside a button what starts the profile. */
  ask(button, subject, name) {
    openMenu(button, `${name} …`, [...phaseStarts.map(([words, trigger]) => [words, () => this.add(`${subject} ${trigger}`)]),
      ['something else …', () => {
        this.clause.value = `${subject} when `;
        this.clause.focus();
      }]]);
  }

  async add(clause) {
    const {name, status} = this.link;
    try {
      await this.mark();
      await this.deeds.send('then', {clause});
      const before = this.plans.get(name) ?? status.next ?? [];
      this.plans.set(name, [...before, clause]);
      this.clause.value = '';
      this.clauseProblem.textContent = '';
      this.watching.open = true;
      this.observe();
    } catch (error) {
      this.deeds.failed(error);
    }
  }

  reorder(clauses, from, to) {
    const next = [...clauses];
    const [moved] = next.splice(from, 1);
    next.splice(to, 0, moved);
    this.replan(next);
  }

  /** Cancels the phases that have not begun, and sets others. */
  async replan(clauses) {
    const {name, status} = this.link;
    try {
      await this.mark();
      await this.deeds.send('switch', {profile: status.profile});
      this.plans.set(name, clauses);
      for (const clause of clauses) await this.deeds.send('then', {clause});
    } catch (error) {
      this.deeds.failed(error);
    }
  }

  forget(name) { this.plans.delete(name); }

  /** From a mark on, the link observes what crosses it. */
  async mark() {
    this.marked ??= new Set();
    if (this.marked.has(this.link.name)) return;
    this.marked.add(this.link.name);
    await this.deeds.send('mark', {text: trackMark});
  }

  async observe() {
    if (this.isObserving || !this.link) return;
    this.isObserving = true;
    try {
      await this.mark();
      while (this.watching.open && this.box.isConnected && !this.box.closest('[hidden]')) {
        const {events} = await call(`links/${encodeURIComponent(this.link.name)}/timeline?since=${trackMark}`);
        this.showEvents(events);
        await new Promise(resolve => setTimeout(resolve, 1000));
      }
    } catch { /* The link has gone, or it was created again. */
      this.marked?.delete(this.link.name);
    } finally {
      this.isObserving = false;
    }
  }

  showEvents(events) {
    const key = events.length + (events.at(-1) ?? '');
    if (key === this.eventKey) return;
    this.eventKey = key;
    this.events.replaceChildren(...events.slice(-200).map(event => {
      const [, time, words] = /^\s*([\d.]+ s)\s+(.*)$/s.exec(event) ?? ['', '', event];
      const kind = /^profile: /.test(words) ? 'change' : /^(then|mark)/.test(words) ? 'soft' : '';
      return make('li', {class: kind}, make('time', {}, time), make('span', {}, words));
    }));
    this.events.scrollTop = this.events.scrollHeight;
  }
}
