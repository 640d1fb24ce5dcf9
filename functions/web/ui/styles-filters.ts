/** Filters above a list, its pages, and an empty list. */
export const filters = `
.filters { padding: 1.125rem; }
.main-filters { display: grid; grid-template-columns: 2fr 1.2fr 1.4fr 1.35fr auto; gap: .3125rem .875rem; }
.field { display: grid; grid-row: span 3; grid-template-rows: subgrid; grid-template-columns: minmax(0, 1fr); min-width: 0; padding-bottom: .25rem; }
.main-filters button { grid-area: 2 / 5; }
.field label { align-self: end; font-size: .875rem; font-weight: 580; }
.chosen { display: flex; flex-wrap: wrap; gap: .5rem; align-items: center; margin-top: 1rem; font-size: .9375rem; }
.chosen .tag { padding: .4375rem .875rem; font-size: .875rem; background: var(--accent-soft); color: var(--accent); font-weight: 580; }
.empty { padding: clamp(2rem, 8vw, 4rem) 1.25rem; text-align: center; color: var(--quiet); display: grid; gap: .5rem; }
.empty .lead { color: var(--ink); font-size: 1.1875rem; font-weight: 620; }
section > .empty { margin-top: 2rem; }
.pages { display: flex; flex-direction: row-reverse; align-items: center; justify-content: space-between; gap: 1rem; margin-top: 1.75rem; }
@media (max-width: 60rem) {
  .main-filters { grid-template-columns: 1fr 1fr; }
  .main-filters .field-q, .main-filters .field-sort { grid-column: 1 / -1; }
  .main-filters button { grid-area: auto / 1 / auto / -1; }
}
`;
