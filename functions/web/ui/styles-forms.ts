/** Inputs, their errors and what opens and closes. */
export const forms = `
input, select, textarea {
  width: 100%; min-height: 2.75rem; padding: .5rem .75rem; border: 1px solid var(--edge); border-radius: .625rem;
  background-color: var(--surface); color: var(--ink); font: inherit; text-overflow: ellipsis;
}
select { padding-inline-end: .25rem; }
input::placeholder { color: var(--quiet); opacity: 1; }
.check input, .choose input, .value input { flex: none; width: 1.25rem; min-height: 1.25rem; height: 1.25rem; margin: 0; accent-color: var(--accent); }
[aria-invalid] { border-color: var(--bad); border-width: 2px; }
.error { color: var(--bad); font-size: .875rem; font-weight: 550; }
.notice { margin-bottom: 1rem; padding: .875rem 1.125rem; border-radius: .875rem; background: var(--bad-soft); color: var(--bad); }
summary { display: inline-block; padding-block: .375rem; color: var(--accent); font-weight: 580; cursor: pointer; list-style: none; }
summary::-webkit-details-marker { display: none; }
summary::after { content: " +"; }
details[open] > summary::after { content: " \\2212"; }
`;
