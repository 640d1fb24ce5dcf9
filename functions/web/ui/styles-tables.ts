/** Tables with the class `stacked`: on a narrow screen each row is a card whose cells name their column. Between, a shadow shows that more follows. */
export const tables = `
.scroll, .list-card {
  overflow-x: auto; background:
    linear-gradient(to right, var(--surface) 1.5rem, transparent) 0 / 3rem 100% no-repeat local,
    linear-gradient(to left, var(--surface) 1.5rem, transparent) 100% / 3rem 100% no-repeat local,
    linear-gradient(to right, color-mix(in srgb, var(--edge) 55%, transparent), transparent) 0 / .75rem 100% no-repeat scroll,
    linear-gradient(to left, color-mix(in srgb, var(--edge) 55%, transparent), transparent) 100% / .75rem 100% no-repeat scroll, var(--surface);
}
@media screen and (max-width: 40rem) {
  .stacked.stacked thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  .stacked.stacked tbody tr { display: grid; grid-template-columns: minmax(0, 1fr); gap: .25rem; padding: .75rem 1.125rem; border-top: 1px solid var(--line); }
  .stacked.stacked tbody tr:first-child { border-top: 0; }
  .stacked.stacked :is(th, td):nth-child(n) { display: flex; justify-content: space-between; gap: 1rem; width: auto; min-width: 0; max-width: none; padding: 0; border: 0; text-align: start; white-space: normal; }
  .stacked td[data-label]::before { content: attr(data-label); color: var(--quiet); font-size: .875rem; }
  .stacked td[data-label] > :not(:only-child), .stacked td[data-label] > span { text-align: end; }
  .stacked.stacked td[data-label] time { white-space: normal; text-align: end; }
  .stacked.sortable thead { position: static; display: block; width: auto; height: auto; padding: .75rem 1.125rem; border-bottom: 1px solid var(--line); clip-path: none; }
  .stacked.sortable thead tr { display: flex; flex-wrap: wrap; gap: .25rem 1rem; }
  .stacked.sortable thead tr::before { content: "Sort by"; color: var(--quiet); font-size: .8125rem; line-height: 2; }
  .stacked.sortable thead th:nth-child(n):not(:has(a)) { display: none; }
  .stacked.sortable tbody th:nth-child(n) { display: block; margin-bottom: .25rem; }
  .stacked .action { flex-wrap: wrap; }
  .stacked .action > * { min-width: 0; max-width: 100%; }
  .stacked.sortable td.number { flex-wrap: wrap; gap: 0 1rem; }
  .stacked td > .why { flex-basis: 100%; text-align: end; }
}
`;
