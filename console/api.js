// The calls of the API (docs/api.md), with the token that came in the fragment of the address.

const fragment = new URLSearchParams(location.hash.slice(1));
if (fragment.has('token')) {
  sessionStorage.setItem('token', fragment.get('token'));
  // The token stays out of addresses that are copied.
  fragment.delete('token');
  history.replaceState(null, '', '#' + fragment);
}
/** A saved page has its answers with it, and nobody to ask. */
const savedText = document.getElementById('saved')?.textContent;
export const saved = savedText ? JSON.parse(savedText) : null;
let token = sessionStorage.getItem('token') ?? '';

/** A console that others reach wants a password; it gives the token for it. */
export const wantsPassword = !saved && location.protocol === 'https:';
export async function logIn(password) {
  const response = await fetch('/api/login', {method: 'POST', body: new URLSearchParams({password})});
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.error);
  token = answer.token;
  sessionStorage.setItem('token', token);
}

/** Calls the API. Throws what it answers if that is an error: `{error, status, start, end, suggestions}`. */
export async function call(path, {method = 'GET', form, signal} = {}) {
  if (saved) return savedAnswer(path, method);
  const response = await fetch('/api/' + path, {
    method, signal, headers: {Authorization: 'Bearer ' + token}, body: form && new URLSearchParams(form),
  });
  const answer = await response.json();
  if (!response.ok) throw Object.assign(new Error(answer.error), answer, {status: response.status});
  return answer;
}

/** Bytes that the API gives as they are. */
export async function callBytes(path) {
  const response = await fetch('/api/' + path, {headers: {Authorization: 'Bearer ' + token}});
  if (!response.ok) throw new Error((await response.json()).error);
  return new Uint8Array(await response.arrayBuffer());
}

function savedAnswer(path, method) {
  const [name, query] = path.split('?');
  const answer = method === 'GET' ? saved.answers[name] : undefined;
  if (answer === undefined) throw Object.assign(new Error('this is not in the saved file'), {status: 404});
  const values = new URLSearchParams(query);
  if (!Array.isArray(answer.rows) || !values.has('count')) return answer;
  const from = Number(values.get('from') ?? 0);
  return {...answer, from, rows: answer.rows.slice(from, from + Number(values.get('count')))};
}

/** A file of the API as an object URL, to be saved. */
export async function download(path, name) {
  const response = await fetch('/api/' + path, {headers: {Authorization: 'Bearer ' + token}});
  const link = document.createElement('a');
  link.href = URL.createObjectURL(await response.blob());
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

/** Tells `hear` of every change of the source and the filters. Connects again if the connection is lost. */
export function listen(hear, lost) {
  if (saved) return;
  const socket = new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/api/events`, ['headwind', 'token.' + token]);
  socket.onmessage = event => hear(JSON.parse(event.data));
  socket.onclose = () => { lost(); setTimeout(() => listen(hear, lost), 1000); };
}
