/** Filters above a list, its pages, and an empty list. */
export const filters = `
.filters { padding: 1.125rem; }
.main-filters { display: grid; grid-template-columns: 2fr 1.2fr 1.4fr 1.35fr auto; gap: .3125rem .875rem; }
.field { display: grid; grid-row: span 3; grid-template-rows: subgrid; grid-template-columns: minmax(0, 1fr); min-width: 0; padding-bottom: .25rem; }
.main-filters button { grid-area: 2 / 5; }
.field > label, .label { align-self: end; font-size: .875rem; font-weight: 580; }
.chosen { display: flex; flex-wrap: wrap; gap: .5rem; align-items: center; margin-top: 1rem; font-size: .9375rem; }
.chosen .tag { padding: .4375rem .875rem; font-size: .875rem; background: var(--accent-soft); color: var(--accent); font-weight: 580; }
.empty { padding: clamp(2rem, 8vw, 4rem) 1.25rem; text-align: center; color: var(--quiet); display: grid; gap: .5rem; }
.empty .lead { color: var(--ink); font-size: 1.1875rem; font-weight: 620; }
section > .empty { margin-top: 2rem; }
.pages { display: flex; flex-direction: row-reverse; align-items: center; justify-content: space-between; gap: 1rem; margin-top: 1.75rem; }
.several > details { position: relative; min-width: 0; }
.several summary {
  display: block; min-height: 2.75rem; padding: .5625rem 1.75rem .5rem .875rem; border: 1px solid var(--edge); border-radius: .625rem; background: var(--surface);
  color: var(--ink); font-weight: 400; overflow: hidden; text-overflow: ellipsis; white-space: nowrap;
}
.several summary::after { content: "" !important; position: absolute; top: 1.0625rem; right: .8125rem; width: .4375rem; height: .4375rem; border: solid var(--quiet); border-width: 0 2px 2px 0; transform: rotate(45deg); }
.several-values {
  position: absolute; z-index: 3; inset-inline-start: 0; display: grid; gap: .125rem; width: max-content; min-width: 100%; max-width: 20rem; max-height: 21rem; margin: .25rem 0 0;
  padding: .625rem; overflow-y: auto; border: 1px solid var(--edge); border-radius: .625rem; background: var(--surface); box-shadow: 0 8px 24px rgb(0 0 0 / .16);
}
.field-geo .several-values, .field-audienceGeo .several-values { inset-inline: auto 0; }
.several-values p { padding: .5rem .375rem 0; font-weight: 600; }
.value { display: flex; gap: .625rem; align-items: center; min-height: 2.25rem; padding: .125rem .375rem; font-size: .9375rem; }
.value .quiet { margin-inline-start: auto; padding-inline-start: 1rem; }
@media (max-width: 60rem) {
  .main-filters, .more-filters { position: relative; }
  .several > details { position: static; }
  .several summary { position: relative; }
  .several .several-values { inset-inline: 0; width: auto; max-width: none; }
  .main-filters { grid-template-columns: 1fr 1fr; }
  .main-filters .field-q, .main-filters .field-sort { grid-column: 1 / -1; }
  .main-filters button { grid-area: auto / 1 / auto / -1; }
}
`;
