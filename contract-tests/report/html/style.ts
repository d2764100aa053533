import { looks, verdicts } from '../model/verdict.ts'
import { className } from './markup.ts'

// A report has ten thousand of these signs: most are of tests that held, which are marked once.
const signs = verdicts.map(
  (verdict) =>
    `.lookers${verdict === 'held' ? '' : ` .${className(verdict)}`} a::before { content: '${looks[verdict].sign} '; }`,
)

/** The look of the page: light and dark as the reader's system is, wide and narrow, on screen and on paper. */
export const style = `
:root {
  --ground: #f6f6f3; --card: #fff; --ink: #1c1e21; --soft: #5f6670; --line: #e1e1dc; --code: #f0f0ec; --focus: #1a66d6;
  --held: #17804a; --broken: #c42b2b; --warned: #96690a; --not-verified: #64598a; --error: #a5265f;
  --held-tint: #e2f3e8; --broken-tint: #fbe6e4; --warned-tint: #fbf0d5; --not-verified-tint: #ebe8f4; --error-tint: #f9e4ee;
  --good: #147344; --fair: #8a5f07; --bad: #b32424; --good-tint: #e0f2e6; --fair-tint: #faf0d8; --bad-tint: #fbe5e2;
  color-scheme: light dark;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #131518; --card: #1b1e22; --ink: #e7e8ea; --soft: #9aa2ad; --line: #2d3137; --code: #24282d; --focus: #7fb0ff;
    --held: #5cc98c; --broken: #ff8078; --warned: #e6b450; --not-verified: #b3a5e6; --error: #f58bbb;
    --held-tint: #16301f; --broken-tint: #3d1c1b; --warned-tint: #362b12; --not-verified-tint: #2a2640; --error-tint: #3a1a2a;
    --good: #62d394; --fair: #ecbd5c; --bad: #ff8a82; --good-tint: #12291b; --fair-tint: #2d2411; --bad-tint: #331918;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; background: var(--ground); color: var(--ink);
  font: 16px/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, 'Liberation Sans', sans-serif; overflow-wrap: anywhere;
}
code, pre, .id, .number, .request, .url { font-family: ui-monospace, 'SF Mono', Consolas, 'Liberation Mono', monospace; }
code { font-size: .88em; background: var(--code); border-radius: 4px; padding: .1em .35em; }
a { color: inherit; text-decoration-color: var(--soft); text-underline-offset: .2em; }
a:hover { text-decoration-thickness: 2px; }
:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; border-radius: 4px; }
h2 { font-size: 1.4rem; margin: 3rem 0 .5rem; letter-spacing: -.01em; }
h3 { font-size: 1.05rem; margin: 1.75rem 0 .5rem; }
/* Lines of its own height where it is long. */
h2 > .small, h3 > .small { display: inline-block; }
h4 { font-size: .8rem; margin: 1rem 0 .35rem; color: var(--soft); font-weight: 600; }
p { margin: .4rem 0; }
h2 { scroll-margin-top: 1rem; }
.contents { display: flex; flex-wrap: wrap; gap: .2rem 1.25rem; padding: .9rem 0 0; font-size: .95rem; }
.wide { max-width: 68rem; margin: 0 auto; padding: 0 1.5rem; }
.small { font-size: .85rem; color: var(--soft); font-weight: 400; }
.skip { position: absolute; left: -99rem; }
.skip:focus { left: 1rem; top: 1rem; background: var(--card); padding: .5rem 1rem; z-index: 2; }

header { padding: 2.75rem 0 2.25rem; border-bottom: 1px solid var(--line); background: var(--tint); }
header.good { --tone: var(--good); --tint: var(--good-tint); }
header.fair { --tone: var(--fair); --tint: var(--fair-tint); }
header.bad { --tone: var(--bad); --tint: var(--bad-tint); }
header .small { color: inherit; opacity: .75; }
.kicker { font-size: .9rem; margin: 0; }
h1 {
  display: flex; align-items: center; gap: .9rem; margin: .6rem 0 .5rem; color: var(--tone);
  font-size: clamp(1.9rem, 6vw, 3.25rem); line-height: 1.1; letter-spacing: -.025em;
}
.word::first-letter { text-transform: uppercase; }
.seal {
  flex: none; display: grid; place-items: center; width: 1.25em; height: 1.25em; border-radius: 50%;
  background: var(--tone); color: var(--tint); font-size: .8em; letter-spacing: 0;
}
.counts { font-size: 1.15rem; }
.share { display: flex; flex-wrap: wrap; align-items: center; gap: .25rem 1rem; margin: 1rem 0 .25rem; }
.share svg { width: 16rem; max-width: 100%; height: .6rem; border-radius: .3rem; }
.track { fill: var(--tone); opacity: .2; }
.done { fill: var(--tone); }
.share p { margin: 0; }
.map { list-style: none; margin: 1.75rem 0 0; padding: 0; display: flex; flex-wrap: wrap; gap: 1rem 1.75rem; }
.family { display: block; margin-bottom: .2rem; font-size: .72rem; letter-spacing: .04em; opacity: .75; }
.cells { display: flex; flex-wrap: wrap; gap: 4px; }
.cell {
  display: grid; place-items: center; width: 1.6rem; height: 1.6rem; border-radius: 5px; text-decoration: none;
  font-size: .8rem; font-weight: 700; color: var(--verdict); background: var(--card); border: 1px solid var(--verdict-tint);
}
.cell:hover { outline: 2px solid var(--verdict); }
.cell.broken, .cell.error { background: var(--verdict); color: var(--card); }
.held { --verdict: var(--held); --verdict-tint: var(--held-tint); }
.broken { --verdict: var(--broken); --verdict-tint: var(--broken-tint); }
.warned { --verdict: var(--warned); --verdict-tint: var(--warned-tint); }
.not-verified { --verdict: var(--not-verified); --verdict-tint: var(--not-verified-tint); }
.error { --verdict: var(--error); --verdict-tint: var(--error-tint); }

.filter {
  position: sticky; top: 0; z-index: 1; display: flex; flex-wrap: wrap; gap: .4rem; margin: 0 -.5rem; padding: .6rem .5rem;
  border: 0; background: var(--ground);
}
.filter legend { position: absolute; clip-path: inset(50%); }
.filter input { position: absolute; opacity: 0; }
.filter span {
  display: block; padding: .2rem .8rem; border: 1px solid var(--line); border-radius: 1rem; background: var(--card);
  font-size: .9rem; cursor: pointer; color: var(--verdict, inherit);
}
.filter :checked + span { background: var(--verdict, var(--ink)); border-color: transparent; color: var(--card); }
.filter :focus-visible + span { outline: 2px solid var(--focus); outline-offset: 2px; }
section:has(#show-broken:checked) .group:not(.broken), section:has(#show-error:checked) .group:not(.error),
section:has(#show-warned:checked) .group:not(.warned), section:has(#show-held:checked) .group:not(.held),
section:has(#show-not-verified:checked) .group:not(.not-verified) { display: none; }

.card { background: var(--card); border: 1px solid var(--line); border-left: 4px solid var(--verdict, var(--line)); border-radius: 8px; margin: .4rem 0; }
.card.held { border-left-color: var(--line); }
.card > summary { display: flex; align-items: baseline; gap: .75rem; padding: .55rem 1rem; cursor: pointer; list-style: none; }
.card > summary::-webkit-details-marker { display: none; }
.card > summary::after { content: '›'; color: var(--soft); margin-left: auto; padding-left: .25rem; }
.card[open] > summary::after { transform: rotate(90deg); }
.card > summary:hover { background: var(--code); border-radius: 8px; }
.card > summary > .sign { width: 1rem; text-align: center; }
.sign { color: var(--verdict); font-weight: 700; }
.id { flex: none; min-width: 5rem; font-size: .88rem; }
.card:has(:target) { outline: 2px solid var(--focus); }
.inside { padding: 0 1.25rem 1rem 2.75rem; scroll-margin-top: 7.5rem; }
.test { scroll-margin-top: 5rem; }
blockquote { margin: .35rem 0 1rem; padding: .1rem 0 .1rem 1rem; border-left: 2px solid var(--line); }
blockquote p { font-family: Charter, Georgia, 'Liberation Serif', serif; font-style: italic; margin: 0; }
blockquote .row { display: inline-flex; flex-wrap: wrap; border-radius: 4px; overflow: hidden; margin: .2rem 0; padding: 0 1px 1px 0; }
.row span { padding: .1rem .65rem; border: 1px solid var(--line); margin: 0 -1px -1px 0; }
.row + cite { display: block; }
cite { font-style: normal; font-size: .85rem; color: var(--soft); }
.remark { background: var(--warned-tint); padding: .35rem .75rem; border-radius: 6px; }
.tests { list-style: none; margin: 0; padding: 0; }
.test + .test { border-top: 1px solid var(--line); margin-top: .75rem; padding-top: .5rem; }
.test:target { box-shadow: -.75rem 0 0 var(--card), -.9rem 0 0 var(--focus); }
.test strong { color: var(--verdict); }
.breach { display: grid; grid-template-columns: 5.5rem minmax(0, 1fr); gap: .25rem .5rem; margin: .5rem 0; }
.breach dt { grid-column: 1; color: var(--soft); font-size: .88rem; }
.breach dd { grid-column: 2; margin: 0; min-width: 0; max-height: 16rem; overflow: auto; }
.breach i { color: var(--soft); }
.exact { white-space: pre-wrap; }
.actual { color: var(--verdict); font-weight: 600; }
.links > a, .links > span { white-space: nowrap; font-size: .85rem; font-weight: 400; color: var(--soft); margin-right: .15rem; }
details.links { display: inline; }
details.links > summary { display: inline; cursor: pointer; }
pre { margin: 0; padding: .6rem .8rem; background: var(--code); border-radius: 6px; font-size: .82rem; line-height: 1.45; white-space: pre-wrap; max-height: 22rem; overflow: auto; }
pre + pre { margin-top: .4rem; }
.command { position: relative; white-space: normal; }
.command pre { padding-right: 4.5rem; user-select: all; }
.command code { background: none; padding: 0; font-size: inherit; }
.command button {
  position: absolute; top: .35rem; right: .35rem; font: inherit; font-size: .78rem; padding: .1rem .6rem; cursor: pointer;
  color: var(--ink); background: var(--card); border: 1px solid var(--line); border-radius: 5px;
}
.reasons { margin: .5rem 0 1rem; }
.reasons dd { margin: 0 0 .5rem; font-size: .9rem; color: var(--soft); }

table { width: 100%; border-collapse: collapse; margin: .75rem 0; background: var(--card); border: 1px solid var(--line); }
th, td { text-align: left; vertical-align: top; padding: .5rem .8rem; border-top: 1px solid var(--line); }
thead th { font-size: .8rem; color: var(--soft); font-weight: 600; border: 0; }
tbody th { font-size: .9rem; font-weight: 600; overflow-wrap: normal; }
td { font-size: .92rem; }
.meaning { display: block; font-size: .85rem; color: var(--soft); }
.was { color: var(--warned); font-weight: 600; }
.stale { color: var(--broken); font-weight: 600; }
thead th:last-child { white-space: nowrap; }
.drifted { background: var(--warned-tint); }
.ids code { display: inline-block; margin: .1rem 0; }

.classes { white-space: nowrap; }
.values td:nth-child(2) { white-space: nowrap; }
.heat { display: flex; flex-wrap: wrap; gap: 3px; }
.place, .matrix td { font-size: .72rem; font-variant-numeric: tabular-nums; }
.place {
  display: grid; place-items: center; min-width: 1.5rem; height: 1.5rem; padding: 0 .15rem; border-radius: 4px;
  border: 1px solid transparent;
}
.heat-0 { background: var(--card); border: 1px dashed var(--soft); color: var(--soft); }
.heat-1 { background: color-mix(in srgb, var(--held) 14%, var(--card)); }
.heat-2 { background: color-mix(in srgb, var(--held) 24%, var(--card)); }
.heat-3 { background: color-mix(in srgb, var(--held) 36%, var(--card)); }
.heat-4 { background: color-mix(in srgb, var(--held) 50%, var(--card)); }
.names { margin-top: .35rem; font-size: .85rem; color: var(--soft); }
.names > summary { cursor: pointer; }
.matrices { display: flex; flex-wrap: wrap; gap: 1rem; }
.scrolls { overflow-x: auto; max-width: 100%; }
.matrix { width: auto; margin: 0; }
.matrix caption { text-align: left; font-weight: 600; font-size: .9rem; padding: .25rem 0; }
.matrix th { font-size: .72rem; font-weight: 400; padding: .2rem .45rem; white-space: nowrap; color: var(--soft); }
.matrix td { text-align: center; padding: .2rem .3rem; min-width: 2rem; border: 1px solid var(--line); }
.matrix td.heat-0 { border: 1px solid var(--line); }
.matrix td.none, .matrix thead td { border: 0; }

.exchange > summary { align-items: center; }
.number { color: var(--soft); font-weight: 400; font-size: .85rem; min-width: 2.5rem; }
.request { font-size: .88rem; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.exchange[open] .request { white-space: normal; }
.status { flex: none; margin-left: auto; font-weight: 600; font-size: .88rem; color: var(--soft); }
.exchange > summary::after { margin-left: 0; }
.status.s2 { color: var(--held); }
.status.s5 { color: var(--broken); }
.lookers, .findings { margin: 0; padding: 0; list-style: none; columns: 20rem; font-size: .9rem; }
.findings { columns: auto; }
.lookers a::before { color: var(--verdict); font-weight: 700; }
${signs.join('\n')}
.exchange .inside { padding-left: 1.25rem; scroll-margin-top: 4rem; }
main { padding-bottom: 5rem; }

@media (max-width: 40rem) {
  .wide { padding: 0 1rem; }
  header { padding: 1.75rem 0; }
  .map { display: block; }
  .map li { display: grid; grid-template-columns: 6rem minmax(0, 1fr); margin: .3rem 0; }
  .family { margin: .2rem 0 0; }
  .cells { gap: 3px; }
  .cell { width: 1.35rem; height: 1.35rem; }
  .card > summary { flex-wrap: wrap; gap: .1rem .6rem; padding: .55rem .75rem; }
  .card > summary > .text { flex: 1 0 100%; order: 1; }
  .id { min-width: 0; }
  .exchange > summary { flex-wrap: nowrap; }
  .inside, .exchange .inside { padding: 0 .75rem .9rem; }
  .breach { grid-template-columns: minmax(0, 1fr); gap: 0; }
  .breach dt, .breach dd { grid-column: 1; }
  .breach dt { margin-top: .4rem; }
  .stacked, .stacked tbody, .stacked tr, .stacked th, .stacked td { display: block; }
  .stacked thead { position: absolute; clip-path: inset(50%); }
  .stacked th, .stacked td { border: 0; padding: .1rem .8rem; }
  .stacked tr { border-top: 1px solid var(--line); padding: .6rem 0; }
  .filter { flex-wrap: nowrap; overflow-x: auto; }
  .filter label { flex: none; }
}
@media print {
  .filter, .contents, .skip, .command button { display: none; }
  .inside { break-inside: avoid; }
}
`
