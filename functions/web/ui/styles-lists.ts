/** Saved lists and the comparison of creators. */
export const lists = `
.choose { display: flex; align-items: flex-start; gap: .75rem; }
.choose input { margin-block-start: .125rem; }
.row-actions { display: flex; align-items: center; justify-content: flex-end; gap: .5rem; }
.list-card + .buttons { margin-top: 1rem; }
.list-card + .small { margin-top: .75rem; }
.comparison { width: 100%; border-collapse: collapse; font-size: .9375rem; table-layout: fixed; }
.comparison :is(th, td) { width: 11.5rem; padding: .75rem 1rem; text-align: start; vertical-align: top; font-weight: 400; overflow-wrap: anywhere; }
.comparison :is(th, td):first-child { width: 8rem; }
.comparison tbody :is(th, td) { border-top: 1px solid var(--line); }
.comparison tbody th { color: var(--quiet); font-weight: 560; }
.compared-head { display: grid; justify-items: start; gap: .5rem; }
.comparison thead .main { font-size: 1.0625rem; font-weight: 660; }
.comparison ul { display: grid; gap: .5rem; margin: 0; padding: 0; list-style: none; }
.comparison .under { display: block; color: var(--quiet); font-size: .875rem; }
@media (max-width: 40rem) {
  .comparison.stacked thead { position: static; display: block; width: auto; height: auto; clip-path: none; }
  .comparison thead tr { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 1rem; padding: 1rem 1.125rem; }
  .comparison.stacked.stacked thead td:nth-child(n) { display: none; }
  .comparison.stacked tbody tr { gap: .5rem; border-top: 1px solid var(--line); }
  .comparison.stacked tbody th { font-weight: 640; color: var(--ink); }
  .comparison.stacked td::before { flex: 0 0 40%; overflow-wrap: anywhere; }
  .comparison.stacked td:nth-child(n) { justify-content: flex-start; }
}
`;
