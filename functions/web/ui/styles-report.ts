/** The report of a content factory. */
export const report = `
.report-intro { margin-bottom: 1.25rem; gap: .25rem; }
.report-intro p { font-size: .875rem; font-weight: 580; }
.report-filters .main-filters { grid-template-columns: 2fr 1.15fr 1.15fr 1.25fr auto; }
.report-part { margin-top: clamp(2rem, 4vw, 2.75rem); }
.report-part > h2 { margin-bottom: .875rem; }
.report-head { display: flex; flex-wrap: wrap; align-items: baseline; justify-content: space-between; gap: .25rem 1rem; margin-bottom: .875rem; }
.report-part > .empty { margin-top: 0; }
.download { display: inline-block; padding-block: .25rem; font-size: .9375rem; font-weight: 580; }
.why { display: block; margin-top: .125rem; color: var(--quiet); font-size: .8125rem; font-weight: 400; line-height: 1.4; white-space: normal; }
.tiles { display: flex; flex-wrap: wrap; gap: .75rem; }
.tile { flex: 1 1 15rem; container-type: inline-size; padding: 1rem 1.125rem; }
.tile dt { color: var(--quiet); font-size: .875rem; }
.tile .figure { font-size: clamp(1.0625rem, 12cqi, 1.5rem); font-weight: 660; line-height: 1.35; }
.tile dd > .quiet { font-size: 1.125rem; line-height: 1.8; }
.coverage { margin-top: .5rem; }
.coverage svg { display: block; }
.coverage .why { margin-top: .375rem; }
.report-times { margin-top: .75rem; }
.plots { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 26rem), 1fr)); gap: .75rem; }
.plots .plot { display: flex; flex-direction: column; }
.plot > details { margin-top: auto; }
.plot summary { font-size: .875rem; }
.plot { min-width: 0; margin: 0; padding: 1.125rem 1.125rem .625rem; }
.plot figcaption { display: grid; gap: .125rem; }
.plot h3 { font-size: 1rem; }
.latest { display: flex; flex-wrap: wrap; gap: .125rem 1.25rem; font-size: .9375rem; font-variant-numeric: tabular-nums; }
.latest li { display: flex; align-items: center; gap: .375rem; }
.lines { display: block; margin-top: .5rem; }
.lines text { fill: var(--quiet); stroke: var(--surface); stroke-width: 4px; paint-order: stroke; font-size: .75rem; font-variant-numeric: tabular-nums; }
.rule { stroke: var(--line); }
.bar-ground { fill: var(--sunken); }
.bar-share { fill: var(--bar); }
.line { fill: none; stroke: var(--bar); stroke-width: 2; stroke-linecap: round; stroke-linejoin: round; }
.line-1 { stroke: var(--good); stroke-dasharray: 2 5; }
.line-2 { stroke: var(--quiet); stroke-dasharray: 8 4; }
.spark { display: block; }
.spark .line { stroke-width: 1.5; }
.values { width: 100%; margin-block: .375rem .5rem; border-collapse: collapse; font-size: .875rem; font-variant-numeric: tabular-nums; }
.values caption { padding-block: .25rem .5rem; color: var(--quiet); text-align: start; }
.values th, .values td { padding: .25rem 0; border-top: 1px solid var(--line); font-weight: 400; text-align: end; }
.values th:first-child { text-align: start; }
.values thead th { color: var(--quiet); }
.measured { width: 100%; border-collapse: collapse; font-size: .9375rem; font-variant-numeric: tabular-nums; }
.measured th, .measured td { padding: .75rem .5rem; border-top: 1px solid var(--line); text-align: start; vertical-align: top; white-space: nowrap; font-weight: 400; }
.measured thead th { padding-block: .5rem; border-top: 0; color: var(--quiet); font-size: .8125rem; font-weight: 580; vertical-align: bottom; }
.measured thead th > :is(a, span) { display: inline-block; padding-block: .25rem; white-space: nowrap; }
.measured thead a { color: inherit; text-decoration: none; overflow-wrap: normal; }
.measured thead a:hover { color: var(--ink); text-decoration: underline; }
.measured [aria-sort] { color: var(--ink); }
.measured .number { text-align: end; }
.measured .number + :is(th, td):not(.number) { padding-inline-start: 1.5rem; }
.measured :is(th, td):first-child { padding-inline-start: 1.125rem; }
.measured :is(th, td):last-child { padding-inline-end: 1.125rem; }
.measured tbody th { min-width: 12rem; max-width: 22rem; white-space: normal; }
.measured .why { max-width: 20rem; }
.measured .number .why { white-space: nowrap; }
.legend { margin-top: .75rem; }
.row-name { display: -webkit-box; overflow: hidden; -webkit-box-orient: vertical; -webkit-line-clamp: 2; font-weight: 580; }
a.row-name { color: var(--ink); text-decoration-color: var(--edge); }
.measured .tags { margin-top: .375rem; }
@media (max-width: 60rem) { .report-filters .main-filters { grid-template-columns: 1fr 1fr; } .report-filters .field-search { grid-column: 1 / -1; } }
@media (max-width: 40rem) {
  .tile { flex-basis: 9rem; padding: .875rem 1rem; }
  .report-filters .main-filters > .field:nth-child(4) { grid-column: 1 / -1; }
  .tile .figure { font-size: clamp(.9375rem, 12cqi, 1.25rem); }
}
@media print {
  @page { margin: 14mm; }
  .report-filters form, .download, .report-intro + .notice, .report-part .pages { display: none; }
  .tile { flex-basis: 22%; break-inside: avoid; }
  .plots { grid-template-columns: 1fr 1fr; }
  .plot, .measured tr { break-inside: avoid; }
  .plot details:not([open]) { display: none; }
  .scroll { overflow: visible; border: 0; }
  .measured { font-size: .6875rem; }
  .measured th, .measured td { padding: .375rem .25rem; white-space: normal; }
  .measured tbody th { min-width: 8rem; }
  .measured .why, .measured .tag, .measured thead th { font-size: .625rem; overflow-wrap: normal; }
  .measured thead th > :is(a, span), .measured .number .why { white-space: normal; }
  .measured td > .quiet { white-space: nowrap; }
  .row-name { display: block; }
  .spark { width: 3.5rem; }
}
`;
