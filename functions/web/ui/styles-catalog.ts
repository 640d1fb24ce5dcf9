/** The catalog: its cards, and more of its filters. */
export const catalog = `
.intro { display: grid; gap: .625rem; margin-bottom: 1.75rem; }
.intro p { color: var(--quiet); font-size: 1.0625rem; text-wrap: pretty; }
.more-filters { display: grid; grid-template-columns: repeat(auto-fill, minmax(11.5rem, 1fr)); gap: .3125rem .875rem; padding-top: .875rem; }
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
.creator .facts { display: grid; grid-template-columns: 1fr 1fr; gap: .5rem 1rem; margin-top: auto; padding-top: .875rem; border-top: 1px solid var(--line); }
.facts dt, .card-foot dt { color: var(--quiet); font-size: .8125rem; }
.facts dd, .card-foot dd { font-weight: 620; }
.facts dd .quiet { font-weight: 400; }
.card-foot { display: flex; flex-wrap: wrap; align-items: end; justify-content: space-between; gap: .5rem 1rem; }
.card-actions { position: relative; display: flex; gap: .5rem; }
.card-actions .button { min-height: 2rem; padding: .25rem .75rem; font-size: .875rem; }
.filter-note { padding-top: .75rem; color: var(--quiet); font-size: .8125rem; }
@media (max-width: 26rem) { .more-filters { grid-template-columns: 1fr 1fr; } .field-channelType { grid-column: 1 / -1; } }
`;
