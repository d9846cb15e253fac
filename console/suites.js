// Suites: a client, scenarios, and the verdicts as they come, beside those of the run before; or all clients in a matrix.
import {call, download} from './api.js';
import {count, make, place} from './parts.js';
import {drawMatrix} from './suite-matrix.js';
import {memory} from './suite-memory.js';
import {verdictCell, verdictMarks, verdictWords} from './verdict.js';

const usualClient = 'curl -sS -m {deadline} {url}';
const headings = ['Run', 'Scenario', 'Verdict', 'Last run', 'What happened', 'Packets'];

export class Suites {
  constructor(box) {
    this.verdicts = new Map();
    this.chosen = new Set();
    this.client = make('input', {type: 'text', 'aria-label': 'Client', value: localStorage.getItem('suite-client') ?? usualClient, spellcheck: 'false', autocomplete: 'off', onchange: () => this.draw()});
    this.deadline = make('input', {type: 'number', min: 1, max: 600, value: 5, 'aria-label': 'Deadline in seconds'});
    this.find = make('input', {type: 'search', placeholder: 'Find a scenario  ( / )', 'aria-label': 'Find a scenario', oninput: () => this.draw()});
    this.runButton = make('button', {type: 'submit', class: 'main'}, 'Run');
    this.stop = make('button', {type: 'button', hidden: true, onclick: () => call('suites/run', {method: 'DELETE'})}, 'Stop');
    this.save = make('button', {type: 'button', hidden: true, onclick: () => download('suites/report', 'headwind-report.html')}, 'Save report');
    this.matrix = make('button', {type: 'button', 'aria-pressed': place.read().has('matrix'), onclick: () => this.toggleMatrix()}, 'Matrix');
    this.words = make('p', {class: 'soft', role: 'status'});
    this.problem = make('p', {class: 'problem', role: 'alert', hidden: true});
    this.table = make('table', {class: 'verdicts'});
    box.append(make('form', {class: 'bar', onsubmit: event => { event.preventDefault(); this.run(); }}, make('label', {class: 'client'}, 'Client ', this.client), make('label', {}, 'Deadline ', this.deadline), this.runButton, this.stop, this.save, this.matrix, this.find, this.words),
      this.problem, make('div', {class: 'verdictbox', tabindex: '0', role: 'region', 'aria-label': 'Verdicts'}, this.table));
  }

  get showsMatrix() { return this.matrix.getAttribute('aria-pressed') === 'true'; }

  toggleMatrix() {
    this.matrix.setAttribute('aria-pressed', !this.showsMatrix);
    place.write({matrix: this.showsMatrix ? 'clients' : null});
    this.draw();
  }

  async shown() {
    try {
      this.scenarios ??= await call('suites/scenarios');
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
    if (!this.scenarios) return;
    if (this.showsMatrix) {
      const {clients, scenarios} = drawMatrix(this.table, this.seen, () => this.draw());
      this.words.textContent = clients ? `${count(clients)} clients, ${count(scenarios)} scenarios` : 'no client has been run from this browser';
      return;
    }
    const isLatest = this.latest?.client === this.client.value;
    const earlier = memory.earlier(this.client.value, isLatest ? this.latest.directory : null);
    this.table.replaceChildren(make('thead', {}, make('tr', {}, ...headings.map(text => make('th', {scope: 'col'}, text)))),
      make('tbody', {}, ...this.seen.map(one => this.row(one, isLatest ? this.verdicts.get(one.id) : null, earlier[one.id]))));
    this.tell(isLatest);
  }

  row(scenario, verdict, earlier) {
    const {id} = scenario;
    const hasChanged = verdict && earlier && verdict.kind !== earlier;
    const box = make('input', {type: 'checkbox', 'aria-label': `Run ${id}`, checked: this.chosen.has(id), onchange: () => {
      if (box.checked) this.chosen.add(id); else this.chosen.delete(id);
      this.draw();
    }});
    return make('tr', {class: hasChanged ? 'changed' : ''}, make('td', {}, box), make('th', {scope: 'row'}, id, make('p', {class: 'soft'}, scenario.summary)),
      verdictCell(verdict?.kind), make('td', {class: 'soft'}, verdictWords(earlier) + (hasChanged ? ' · changed' : '')), make('td', {}, verdict?.words ?? ''),
      make('td', {}, verdict ? make('button', {type: 'button', 'aria-label': `Evidence of ${id}`, onclick: () => this.evidence(id)}, 'Evidence') : null));
  }

  tell(isLatest) {
    const all = isLatest ? [...this.verdicts.values()] : [];
    const kinds = Object.keys(verdictMarks).map(kind => [kind, all.filter(one => one.kind === kind).length]).filter(([, number]) => number);
    this.words.textContent = `${this.chosen.size ? `${count(this.chosen.size)} chosen` : 'all scenarios in sight'}${kinds.length ? ' · ' + kinds.map(([kind, number]) => `${number} ${kind}`).join(', ') : ''}`;
  }

  async run() {
    const only = this.chosen.size ? [...this.chosen] : this.find.value ? this.seen.map(one => one.id) : [];
    localStorage.setItem('suite-client', this.client.value);
    if (this.showsMatrix) this.toggleMatrix();
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
        this.show(run);
        if (!run.running) break;
        await new Promise(resolve => setTimeout(resolve, 500));
      }
    } finally {
      this.isFollowing = false;
    }
  }

  show(run) {
    this.latest = run;
    this.stop.hidden = !run.running;
    this.runButton.disabled = run.running;
    this.verdicts.clear();
    for (const line of run.lines) {
      const [, kind, id, words] = /^(PASS|FAIL|WARN|N\/A|INCONCLUSIVE|ERROR)\s+(\S+)\s*(.*)$/.exec(line) ?? [];
      if (kind) this.verdicts.set(id, {kind, words});
    }
    const isEnded = !run.running && this.verdicts.size > 0;
    if (isEnded) memory.keep(run.client, run.directory, Object.fromEntries([...this.verdicts].map(([id, {kind}]) => [id, kind])));
    this.save.hidden = !isEnded;
    this.draw();
    if (!run.running && !this.verdicts.size && run.status) this.complain(new Error(run.lines.slice(-3).join(' ')));
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
