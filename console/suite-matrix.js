// The matrix of suites: the scenarios, and the latest verdict of each client that was run from this browser.
import {count, make} from './parts.js';
import {memory} from './suite-memory.js';
import {verdictCell} from './verdict.js';

/** Fills a table with a row for each scenario that any client was run on; `forgot` is told after a client is removed. */
export function drawMatrix(table, scenarios, forgot) {
  const clients = memory.clients().map(client => ({client, kinds: memory.earlier(client)}));
  const known = scenarios.filter(one => clients.some(({kinds}) => kinds[one.id]));
  const head = clients.map(({client, kinds}) => make('th', {scope: 'col'}, make('code', {}, client),
    make('p', {class: 'soft'}, tally(Object.values(kinds))),
    make('button', {type: 'button', class: 'plain', 'aria-label': `Forget ${client}`, onclick: () => { memory.forget(client); forgot(); }}, '×')));
  const rows = known.map(one => {
    const kinds = clients.map(client => client.kinds[one.id]);
    const differ = new Set(kinds.filter(Boolean)).size > 1;
    return make('tr', {class: differ ? 'changed' : ''}, make('th', {scope: 'row'}, one.id, make('p', {class: 'soft'}, one.summary)),
      ...kinds.map(kind => verdictCell(kind)), make('td', {class: 'soft'}, differ ? 'clients differ' : ''));
  });
  table.replaceChildren(make('thead', {}, make('tr', {}, make('th', {scope: 'col'}, 'Scenario'), ...head, make('th', {scope: 'col'}, 'Note'))), make('tbody', {}, ...rows));
  return {clients: clients.length, scenarios: known.length};
}

function tally(kinds) {
  const passed = kinds.filter(kind => kind === 'PASS').length;
  return `${count(passed)} of ${count(kinds.length)} passed`;
}
