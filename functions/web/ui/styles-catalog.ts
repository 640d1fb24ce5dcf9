/** The catalog: its filters and its cards. */
export const catalog = `
.intro { display: grid; gap: .625rem; margin-bottom: 1.75rem; }
.intro p { color: var(--quiet); font-size: 1.0625rem; text-wrap: pretty; }
.filters { padding: 1.125rem; }
.main-filters { display: grid; grid-template-columns: 2fr 1.2fr 1.4fr 1.35fr auto; gap: .3125rem .875rem; }
.more-filters { display: grid; grid-template-columns: repeat(auto-fill, minmax(11.5rem, 1fr)); gap: .3125rem .875rem; padding-top: .875rem; }
.field { display: grid; grid-row: span 3; grid-template-rows: subgrid; grid-template-columns: minmax(0, 1fr); min-width: 0; padding-bottom: .25rem; }
.main-filters button { grid-area: 2 / 5; }
.field label { align-self: end; font-size: .875rem; font-weight: 580; }
.chosen { display: flex; flex-wrap: wrap; gap: .5rem; align-items: center; margin-top: 1rem; font-size: .9375rem; }
.chosen .tag { padding: .4375rem .875rem; font-size: .875rem; background: var(--accent-soft); color: var(--accent); font-weight: 580; }
.results { margin-block: 2rem 1rem; font-size: 1.0625rem; color: var(--quiet); font-weight: 600; }
.cards { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 20.5rem), 1fr)); gap: 1rem; }
.creator { position: relative; display: flex; flex-direction: column; gap: .875rem; padding: 1.125rem; }
.creator:hover { border-color: var(--edge); }
.who { display: flex; gap: .875rem; align-items: center; min-width: 0; }
.who > div { min-width: 0; }
.who .quiet { font-size: .875rem; }
.creator h3 a { color: inherit; text-decoration: none; }
.creator h3 a::after { content: ""; position: absolute; inset: 0; border-radius: .875rem; }
.creator h3 a:focus-visible { outline: none; }
.creator h3 a:focus-visible::after { outline: 3px solid var(--accent); outline-offset: 2px; }
.creator .facts { display: flex; flex-wrap: wrap; justify-content: space-between; gap: .5rem 1rem; margin-top: auto; padding-top: .875rem; border-top: 1px solid var(--line); }
.facts dt { color: var(--quiet); font-size: .8125rem; }
.facts dd { font-weight: 620; }
.facts dd .quiet { font-weight: 400; }
.creator .facts > div:last-child { margin-inline-start: auto; text-align: end; }
.empty { padding: clamp(2rem, 8vw, 4rem) 1.25rem; text-align: center; color: var(--quiet); display: grid; gap: .5rem; }
.empty .lead { color: var(--ink); font-size: 1.1875rem; font-weight: 620; }
section > .empty { margin-top: 2rem; }
.pages { display: flex; flex-direction: row-reverse; align-items: center; justify-content: space-between; gap: 1rem; margin-top: 1.75rem; }
@media (max-width: 60rem) {
  .main-filters { grid-template-columns: 1fr 1fr; }
  .main-filters .field-q, .main-filters .field-sort { grid-column: 1 / -1; }
  .main-filters button { grid-area: auto / 1 / auto / -1; }
}
@media (max-width: 26rem) { .more-filters { grid-template-columns: 1fr 1fr; } .field-channelType { grid-column: 1 / -1; } }
`;
