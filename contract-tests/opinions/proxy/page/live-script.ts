/** Shows what the proxy sends, which is HTML of the proxy's own with everything in it escaped. */
export const liveScript = `
'use strict';
const at = (id) => document.getElementById(id);
const source = new EventSource('events');
const say = (text) => {
  at('live').textContent = text;
  at('live').classList.toggle('on', text === 'live');
};
source.onopen = () => { say('live'); };
source.onerror = () => { say(source.readyState === EventSource.CLOSED ? 'ended: reload the page' : 'not connected'); };
source.onmessage = ({ data }) => {
  const { isWhole, title, tone, parts, findings, most } = JSON.parse(data);
  document.title = title;
  at('top').className = tone;
  for (const [id, html] of Object.entries(parts)) at(id).innerHTML = html;
  const list = at('findings');
  if (isWhole) list.replaceChildren();
  const read = document.createElement('template');
  read.innerHTML = findings;
  for (const item of [...read.content.children].reverse()) {
    const shown = at(item.id);
    if (shown) shown.replaceWith(item);
    else list.prepend(item);
  }
  while (list.childElementCount > most) list.lastElementChild.remove();
};
`
