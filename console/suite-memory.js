// The verdicts of suites that this browser remembers, by client: what a run is compared with, and what the matrix shows.

const prefix = 'suite-verdicts:';

export const memory = {
  /** `{run, now, before}`: the latest run, its verdicts, and those of all runs before it, as kinds by scenario. */
  of(client) {
    try {
      return {now: {}, before: {}, ...JSON.parse(localStorage.getItem(prefix + client) ?? '{}')};
    } catch {
      return {now: {}, before: {}};
    }
  },

  /** Keeps the verdicts of a run. A run that is told of twice, as after the page was opened again, is one run. */
  keep(client, run, kinds) {
    const known = this.of(client);
    if (known.run === run) return;
    localStorage.setItem(prefix + client, JSON.stringify({run, now: kinds, before: {...known.before, ...known.now}}));
  },

  /** What a run is compared with; without one, what is known. */
  earlier(client, run) {
    const known = this.of(client);
    return run && known.run === run ? known.before : {...known.before, ...known.now};
  },

  clients() {
    return Object.keys(localStorage).filter(key => key.startsWith(prefix)).map(key => key.slice(prefix.length)).sort();
  },

  forget(client) { localStorage.removeItem(prefix + client); },
};
