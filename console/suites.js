// Suites: a client, scenarios, and the verdicts as they come, beside those of the run before.
import {call} from './api.js';
import {count, make} from './parts.js';

const verdictMarks = {PASS: '✓', FAIL: '✕', WARN: '▲', 'N/A': '–', INCONCLUSIVE: '?', ERROR: '!'};

export class Suites {
  constructor(box) {
    this.box = box;
    this.verdicts = new Map();
    this.client = make('input', {type: 'text', 'aria-label': 'Client', value: localStorage.getItem('suite-client') ?? 'curl -sS -m {deadline} {url}', spellcheck: 'false', autocomplete: 'off'});
    this.deadline = make('input', {type: 'number', min: 1, max: 600, value: 5, 'aria-label': 'Deadline in seconds'});
    this.find = make('input', {type: 'search', placeholder: 'Find a scenario  ( / )', 'aria-label': 'Find a scenario', oninput: () => this.draw()});
    this.runButton = make('button', {type: 'submit', class: 'main'}, 'Run');
    this.stop = make('button', {type: 'button', hidden: true, onclick: () => call('suites/run', {method: 'DELETE'})}, 'Stop');
    this.words = make('p', {class: 'soft', role: 'status'});
    this.problem = make('p', {class: 'problem', role: 'alert', hidden: true});
    this.table = make('tbody', {});
    box.append(make('form', {class: 'bar', onsubmit: event => { event.preventDefault(); this.run(); }}, make('label', {class: 'client'}, 'Client ', this.client), make('label', {}, 'Deadline ', this.deadline), this.runButton, this.stop, this.find, this.words),
      this.problem, make('table', {class: 'verdicts'}, make('thead', {}, make('tr', {}, ...['', 'Scenario', 'Verdict', 'Last run', 'What happened', ''].map(text => make('th', {scope: 'col'}, text)))), this.table));
  }

  async shown() {
    try {
      this.scenarios ??= await call('suites/scenarios');
      this.chosen ??= new Set();
      this.draw();
      this.follow();
    } catch (error) {
      this.complain(error);
    }
  }

  get seen() {
    const text = this.find.value.toLowerCase();
    return this.scenarios.filter(one => `${one.id} ${one.summary}`.toLowerCase().includes(text));
  }

  draw() {
    const before = this.lastRun;
    this.table.replaceChildren(...this.seen.map(one => {
      const verdict = this.verdicts.get(one.id);
      const last = before[one.id];
      const hasChanged = verdict && last && verdict.kind !== last;
      const box = make('input', {type: 'checkbox', 'aria-label': `Run ${one.id}`, checked: this.chosen.has(one.id), onchange: () => {
        if (box.checked) this.chosen.add(one.id); else this.chosen.delete(one.id);
        this.tell();
      }});
      return make('tr', {class: hasChanged ? 'changed' : ''}, make('td', {}, box), make('th', {scope: 'row'}, one.id, make('p', {class: 'soft'}, one.summary)),
        make('td', {class: 'v-' + (verdict?.kind ?? 'none').toLowerCase().replace('/', '')}, verdict ? `${verdictMarks[verdict.kind] ?? ''} ${verdict.kind}` : ''),
        make('td', {class: 'soft'}, last ? `${verdictMarks[last] ?? ''} ${last}${hasChanged ? ' · changed' : ''}` : ''), make('td', {}, verdict?.words ?? ''),
        make('td', {}, verdict ? make('button', {type: 'button', onclick: () => this.evidence(one.id)}, 'Evidence') : null));
    }));
    this.tell();
  }

  tell() {
    const all = [...this.verdicts.values()];
    const kinds = Object.keys(verdictMarks).map(kind => [kind, all.filter(one => one.kind === kind).length]).filter(([, number]) => number);
    this.words.textContent = `${this.chosen.size ? `${count(this.chosen.size)} chosen` : 'all scenarios in sight'}${kinds.length ? ' · ' + kinds.map(([kind, number]) => `${number} ${kind}`).join(', ') : ''}`;
  }

  get lastRun() {
    try {
      return JSON.parse(localStorage.getItem('suite-last:' + this.client.value) ?? '{}');
    } catch {
      return {};
    }
  }

  async run() {
    const only = this.chosen.size ? [...this.chosen] : this.find.value ? this.seen.map(one => one.id) : [];
    localStorage.setItem('suite-client', this.client.value);
    try {
      await call('suites/run', {method: 'POST', form: {client: this.client.value, only: only.join(','), deadline: this.deadline.value}});
      this.problem.hidden = true;
      this.follow();
    } catch (error) {
      this.complain(error);
    }
  }

  complain(error) {
    this.problem.textContent = error.message;
    this.problem.hidden = false;
  }

  async follow() {
    if (this.isFollowing) return;
    this.isFollowing = true;
    try {
      for (;;) {
        const run = await call('suites/run');
        if (!run) break;
        this.stop.hidden = !run.running;
        this.runButton.disabled = run.running;
        this.verdicts.clear();
        for (const line of run.lines) {
          const [, kind, id, words] = /^(PASS|FAIL|WARN|N\/A|INCONCLUSIVE|ERROR)\s+(\S+)\s*(.*)$/.exec(line) ?? [];
          if (kind) this.verdicts.set(id, {kind, words});
        }
        this.draw();
        if (!run.running) {
          if (!this.verdicts.size && run.status) this.complain(new Error(run.lines.slice(-3).join(' ')));
          if (this.kept !== run.run && this.verdicts.size) this.keep(run);
          break;
        }
        await new Promise(resolve => setTimeout(resolve, 500));
      }
    } finally {
      this.isFollowing = false;
    }
  }

  /** What the next run is compared with. */
  keep(run) {
    this.kept = run.run;
    const kinds = Object.fromEntries([...this.verdicts].map(([id, {kind}]) => [id, kind]));
    localStorage.setItem('suite-last:' + run.client, JSON.stringify({...this.lastRun, ...kinds}));
  }

  async evidence(scenario) {
    try {
      const {address} = await call('suites/evidence', {method: 'POST', form: {scenario}});
      window.open(address, '_blank', 'noopener');
    } catch (error) {
      this.complain(error);
    }
  }
}
