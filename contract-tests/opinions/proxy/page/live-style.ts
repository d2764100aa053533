/** What the page of the proxy adds to the look of a report. */
export const liveStyle = `
.live { margin-left: .5rem; padding: .05rem .55rem; border-radius: 1rem; border: 1px solid currentColor; font-size: .8rem; color: var(--soft); }
.live.on { color: var(--good); }
.place { display: contents; }
.place:empty::before { content: ''; width: 1.6rem; height: 1.6rem; }
h1 .word { min-height: 1.1em; }
ol.findings { padding: 0 2px; margin: 0 -2px; max-height: max(20rem, 70vh); overflow: auto; }
ol.findings:empty { display: none; }
.findings .card { padding: .5rem 1rem; }
.exchange-line { display: flex; flex-wrap: wrap; align-items: baseline; gap: .1rem .6rem; margin: 0 0 .2rem; font-size: .85rem; color: var(--soft); }
.exchange-line code { color: var(--ink); }
.findings .status { margin: 0; }
.what { margin: 0; font-size: .92rem; max-height: 16rem; overflow: auto; }
.what b { color: var(--verdict); }
.tally tr { scroll-margin-top: 1rem; }
.tally .id { white-space: nowrap; }
.tally tr:target { outline: 2px solid var(--focus); outline-offset: -2px; }
.tally .state { white-space: nowrap; color: var(--verdict); }
.tally .figure { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
.tally thead th:last-child { text-align: right; }
@media (max-width: 40rem) {
  .tally th, .tally .state { display: inline-block; }
  .tally .figure { text-align: left; color: var(--soft); }
  .tally .figure::before { content: 'exchanges: '; }
}
`
