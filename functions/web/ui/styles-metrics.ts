/** Campaigns and content factories. */
export const metrics = `
.cabinet .report-part { margin-top: 2.25rem; }
.cabinet :is(.figures, .buttons, .part, .card, .empty-card, .pager, form) + .part { margin-top: 2.25rem; }
.cabinet .warning + .buttons.part { margin-top: 0; }
.cabinet .panel > h3 { margin-bottom: .75rem; }
.cabinet .chosen.part { margin-bottom: 1.5rem; }
.cabinet .measured { font-size: .875rem; }
.cabinet .tile { flex-basis: 12rem; }
@media (max-width: 40rem) { .cabinet .tile { flex-basis: 9rem; } .scripted .keyboard.keyboard { display: none; } }
.cabinet .measured tbody th { min-width: 11rem; }
.cabinet .measured th, .cabinet .measured td { padding-inline: .4375rem; }
.cabinet .measured :is(th, td):first-child { padding-inline-start: 1.125rem; }
.cabinet .report-filters { margin-bottom: 1.5rem; }
.cabinet .measured tbody th { font-weight: 400; }
.cabinet .report-filters .main-filters { grid-template-columns: repeat(auto-fit, minmax(min(100%, 9.5rem), 1fr)); }
.cabinet .main-filters button { grid-area: auto; align-self: end; grid-row: span 3; margin-bottom: .5625rem; }
.bar-line { display: grid; gap: .375rem; margin-top: .5rem; }
.bar-line svg { display: block; }
.post-card { display: grid; gap: .875rem; padding: 1.125rem 1.25rem; }
.post-card + .post-card { margin-top: .75rem; }
.post-card:target, .post-card.is-chosen { outline: 2px solid var(--accent); outline-offset: 1px; }
.post-top { display: flex; flex-wrap: wrap; align-items: baseline; justify-content: space-between; gap: .25rem 1rem; }
.post-top h2 { font-size: 1rem; overflow-wrap: anywhere; }
.post-values { display: flex; flex-wrap: wrap; gap: .5rem 1.75rem; }
.post-values dt { color: var(--quiet); font-size: .8125rem; }
.post-values dd { font-weight: 600; font-variant-numeric: tabular-nums; }
.post-values dd .why { font-weight: 400; }
.decisions { display: flex; flex-wrap: wrap; align-items: flex-start; gap: .625rem 1rem; padding-top: .875rem; border-top: 1px solid var(--line); }
.decisions .confirm[open] { flex: 1 1 20rem; }
.keyboard { display: none; color: var(--quiet); font-size: .875rem; }
.scripted .keyboard { display: block; margin-bottom: .75rem; }
kbd { padding: .0625rem .375rem; border: 1px solid var(--edge); border-radius: .3125rem; background: var(--surface); font: 600 .8125rem/1.4 ui-monospace, monospace; }
.qr { display: block; width: 200px; height: 200px; border-radius: .375rem; background: #fff; }
@media print { .qr { width: 30mm; height: 30mm; break-inside: avoid; } }
.proofs { display: grid; grid-template-columns: repeat(auto-fill, minmax(10rem, 1fr)); gap: .75rem; }
.proofs figure { margin: 0; padding: .5rem; }
.proofs img { display: block; width: 100%; height: auto; border-radius: .5rem; background: var(--sunken); }
.proofs figcaption { padding: .5rem .25rem .25rem; font-size: .875rem; }
.confirm.plain > summary { color: var(--accent); }
.confirm.do > summary { display: inline-flex; align-items: center; min-height: 2.75rem; padding: .5rem 1.125rem; border-radius: .625rem; background: var(--surface); box-shadow: inset 0 0 0 1px var(--edge); color: var(--ink); font-weight: 600; }
.written { white-space: pre-line; }
.address { overflow-wrap: anywhere; white-space: normal; }
@media (max-width: 40rem) { .decisions .confirm, .decisions .form { width: 100%; } .post-values { gap: .5rem 1.25rem; } }
`;
