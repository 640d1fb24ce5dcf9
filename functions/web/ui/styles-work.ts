/** Orders, work and the wallet. */
export const work = `
.item-row { min-width: 0; margin: 0; }
.item-row legend, fieldset.row-card legend { padding-inline: .375rem; font-weight: 640; }
.with-unit select { flex: 1 1 auto; min-width: 0; }
.with-unit .bottom { align-self: end; }
.with-unit > .input { flex: 0 1 14rem; }
.with-unit > button { flex: none; }
.drafts { margin-bottom: 1rem; }
.quote-totals { max-width: 22rem; margin: 1rem 0 0 auto; }
.panel > .quote-totals + p, .panel > .warning, .quote-hint { margin-block: .75rem; }
.panel > .list-card { margin-inline: calc(-1 * clamp(1rem, 3vw, 1.5rem)); }
.decisions { display: flex; flex-wrap: wrap; gap: .625rem; align-items: start; margin-top: 1rem; }
.decisions .form { display: block; min-width: 0; max-width: 100%; }
.decisions button { white-space: normal; }
.waits { display: block; margin-top: .25rem; }
.work { grid-template-rows: auto 1fr; }
.work > * { min-width: 0; }
.work > .work-terms { grid-row: span 2; }
.actions-card { display: grid; gap: .875rem; }
.actions-card > h2 { margin-bottom: 0; }
.actions-card .form button[type=submit] { width: 100%; }
.actions-card .confirm-box { max-width: none; }
.actions-card > .confirm.do:not([open]) > summary { background: var(--accent); box-shadow: none; color: var(--on-accent); }
.opening { margin-top: .5rem; }
.terms-list { margin-top: 1.25rem; }
.terms-list dt { color: var(--quiet); font-size: .875rem; }
.terms-list dd { margin-bottom: .75rem; overflow-wrap: anywhere; }
.stack > .panel + .panel { margin-top: 0; }
ol.timeline { margin: 0; padding: 0; list-style: none; }
.item-row { grid-template-columns: minmax(0, 1fr); }
.item-row .fields { grid-template-columns: repeat(auto-fit, minmax(min(100%, 15.5rem), 1fr)); }
.deliver { display: grid; gap: .5rem; margin-top: 1rem; padding-top: .75rem; border-top: 1px solid var(--line); }
.deliver .form { margin-top: .75rem; }
.counts { display: flex; flex-wrap: wrap; gap: .125rem 1.25rem; font-variant-numeric: tabular-nums; }
.uploads { display: grid; gap: .375rem; }
.uploads li { display: flex; flex-wrap: wrap; align-items: center; gap: .25rem .75rem; padding: .375rem .75rem; border-radius: .5rem; background: var(--sunken); overflow-wrap: anywhere; }
.uploads progress { flex: 1 1 100%; width: 100%; height: .375rem; accent-color: var(--accent); }
.uploads progress[hidden] { display: none; }
[data-uploads].over { outline: 2px dashed var(--accent); outline-offset: .5rem; border-radius: .5rem; }
html:not(.scripted) :is(.scripted-only, [data-uploads]:not(.optional-files) .form) { display: none; }
.scripted .unscripted { display: none; }
.figures + .part { margin-top: 2.25rem; }
.work .stack > .part + .part, .actions-card + .part:not(.panel) { margin-top: 1.25rem; }
.work > .part { margin-top: .75rem; }
.gain { color: var(--good); }
button[hidden] { display: none; }
@media (max-width: 40rem) { .decisions .form, .decisions .buttons { width: 100%; } }
@media (min-width: 40rem) { .actions-card .form button[type=submit] { width: auto; } }
@media (max-width: 60rem) { .work > .work-terms { grid-row: auto; } }
`;
