import { hiddenFields } from './forms/deciding-choices.ts';

/** The cabinet: its frame, its lists and its forms. */
export const cabinet = `
@media (prefers-reduced-motion: no-preference) {
@view-transition { navigation: auto; }
::view-transition-group(root) { animation-duration: .12s; }
}
body.cabinet { display: grid; grid-template-columns: 15.5rem minmax(0, 1fr); }
.cabinet h1 { font-size: clamp(1.375rem, 1.2rem + .7vw, 1.75rem); }
.cabinet h2 { font-size: 1.125rem; }
.cabinet h3 { font-size: 1rem; }
.side { position: sticky; top: 0; display: flex; flex-direction: column; gap: .5rem; height: 100dvh; padding: .75rem; overflow-y: auto; background: var(--surface); border-inline-end: 1px solid var(--line); }
.side .brand { padding: .5rem .625rem; }
.menu { display: none; }
.menu-wide { display: flex; flex: 1; flex-direction: column; justify-content: space-between; gap: 1rem; }
.side nav ul { display: grid; gap: .125rem; }
.side nav a { display: flex; align-items: center; gap: .75rem; min-height: 2.5rem; padding: .375rem .625rem; border-radius: .5rem; color: var(--quiet); font-weight: 560; text-decoration: none; }
.side nav a:hover { background: var(--sunken); color: var(--ink); }
.side nav a[aria-current] { background: var(--accent-soft); color: var(--accent); }
.side nav svg { flex: none; fill: none; stroke: currentColor; stroke-width: 1.75; stroke-linecap: round; stroke-linejoin: round; }
.side-end { display: grid; gap: .125rem; padding-top: .75rem; border-top: 1px solid var(--line); font-size: .9375rem; }
.side-end a, .side-end button.link { display: block; width: 100%; padding: .375rem .625rem; border-radius: .5rem; color: var(--quiet); text-align: start; text-decoration: none; }
.side-end a:hover, .side-end button.link:hover { background: var(--sunken); color: var(--ink); }
.who-am-i { padding: .5rem .625rem .125rem; font-weight: 620; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.cabinet main { width: 100%; max-width: 70rem; padding: clamp(1.25rem, 3vw, 2.25rem) clamp(1rem, 4vw, 2.5rem) 5rem; }
.heading { display: grid; gap: .25rem; margin-bottom: 1.5rem; }
.heading-row { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: .75rem 1.5rem; }
.back { font-size: .9375rem; }
.back a { display: inline-block; padding-block: .25rem; text-decoration: none; }
.actions, .buttons { display: flex; flex-wrap: wrap; align-items: center; gap: .625rem; }
.actions > .confirm + .confirm { margin-inline-start: .5rem; }
.part { margin-top: 2.25rem; }
:is(.heading, .tabs, .warning, .done, .notice) + .part { margin-top: 0; }
.part-head { display: flex; flex-wrap: wrap; align-items: baseline; justify-content: space-between; gap: .25rem 1rem; margin-bottom: .75rem; }
.part > h2 { margin-bottom: .75rem; }
.part > h2 + .quiet, .part-head + .quiet { margin: -.375rem 0 .875rem; max-width: 65ch; }
.done { margin-bottom: 1.25rem; padding: .75rem 1.125rem; border-radius: .875rem; background: var(--good-soft); color: var(--good); font-weight: 580; }
.warning { margin-bottom: 1.25rem; padding: .875rem 1.125rem; border-radius: .875rem; background: var(--accent-soft); color: var(--ink); }
.notice ul { margin-top: .25rem; padding-inline-start: 1.25rem; list-style: disc; }
.notice { overflow-wrap: anywhere; }
.notice a { color: inherit; }

.secondary, a.button.secondary { background: var(--surface); color: var(--ink); box-shadow: inset 0 0 0 1px var(--edge); }
.secondary:hover, a.button.secondary:hover { background: var(--sunken); color: var(--ink); }
button.danger.secondary { background: var(--surface); color: var(--bad); }
button.danger.secondary:hover { background: var(--bad-soft); }
button.link { min-height: 0; padding: 0; background: none; color: var(--accent); font-weight: 400; }
button.link:hover { background: none; color: var(--accent-hover); }
button:disabled { opacity: .6; cursor: default; }
.small-button, .small-button button, .list .button, .list button:not(.link) { min-height: 2.25rem; padding: .25rem .875rem; font-size: .9375rem; }

.form { display: grid; gap: 1.125rem; max-width: 40rem; }
.form.inline { display: inline-grid; gap: .5rem; }
.form.wide-form { max-width: none; }
.panel { padding: clamp(1rem, 3vw, 1.5rem); }
.panel > h2 { margin-bottom: 1rem; }
.panel + .panel, .panel + .list-card { margin-top: 1rem; }
.input { display: grid; grid-template-columns: minmax(0, 1fr); gap: .25rem; min-width: 0; }
.input > label, .choices legend { font-size: .9375rem; font-weight: 600; }
.hint { color: var(--quiet); font-size: .875rem; }
.fields { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 14rem), 1fr)); gap: 1.125rem; align-items: start; }
@supports (grid-template-rows: subgrid) {
.fields:has(> .input) { row-gap: 0; margin-bottom: -1.125rem; }
.fields:has(> .input) > * { grid-row: span 4; margin-bottom: 1.125rem; }
.fields > .input { grid-template-rows: subgrid; row-gap: 0; }
.fields > .input > * { grid-row: 3; }
.fields > .input > :is(label, .fixed-label) { grid-row: 1; }
.fields > .input > .hint { grid-row: 2; }
.fields > .input > .error { grid-row: 4; }
.fields > .input > * + * { margin-top: .25rem; }
}
.wide-input { grid-column: 1 / -1; }
${hiddenFields}
.depending, .fields-of { display: grid; gap: 1.125rem; min-width: 0; }
textarea { min-height: 5rem; resize: vertical; line-height: 1.5; }
.with-unit { display: flex; align-items: center; gap: .625rem; min-width: 0; }
.with-unit input { min-width: 0; }
.unit { color: var(--quiet); font-size: .9375rem; white-space: nowrap; }
.choices { display: grid; gap: .625rem; min-width: 0; margin: 0; padding: 0; border: 0; }
.one-of-two { gap: 1.125rem; }
.choices legend { margin-bottom: .375rem; padding: 0; }
.check { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: .125rem .625rem; align-items: center; }
.check label { padding-block: .1875rem; font-weight: 500; }
.check .hint, .check .error { grid-column: 2; }
.row-card { display: grid; gap: 1rem; padding: 1rem 1.125rem; border: 1px solid var(--line); border-radius: .75rem; }

.list { width: 100%; border-collapse: collapse; font-size: .9375rem; }
.list th, .list td { padding: .75rem .625rem; border-top: 1px solid var(--line); text-align: start; vertical-align: top; font-weight: 400; }
.list thead th { padding-block: .625rem; border-top: 0; color: var(--quiet); font-size: .8125rem; font-weight: 600; white-space: nowrap; }
.list :is(th, td):first-child { padding-inline-start: 1.125rem; }
.list :is(th, td):last-child { padding-inline-end: 1.125rem; }
.list .number { text-align: end; font-variant-numeric: tabular-nums; white-space: nowrap; }
.list .number + :not(.number) { padding-inline-start: 1.75rem; }
.list .action { text-align: end; white-space: nowrap; }
.list tbody tr:hover { background: color-mix(in srgb, var(--sunken) 45%, transparent); }
.list tbody th { min-width: 9.5rem; }
.list .main { font-weight: 600; }
.list .under { display: block; color: var(--quiet); font-size: .875rem; font-weight: 400; }
.list :is(td, th) > a { display: inline-block; padding-block: .125rem; margin-block: -.125rem; }
.list td > details:first-child > summary { margin-top: -.375rem; }
.list td time { white-space: nowrap; }
.plain-list { display: grid; gap: .25rem; padding-inline-start: 1.125rem; list-style: disc; }
.cabinet .panel.stack > h3 { margin-bottom: -.625rem; }
.status { display: inline-block; padding: .125rem .625rem; border-radius: 99px; background: var(--sunken); color: var(--ink); font-size: .8125rem; font-weight: 600; line-height: 1.6; white-space: nowrap; }
.status.good { background: var(--good-soft); color: var(--good); }
.status.bad { background: var(--bad-soft); color: var(--bad); }
.status.open { background: var(--accent-soft); color: var(--accent); }
.empty-card { padding: clamp(1.5rem, 5vw, 3rem) 1.25rem; text-align: center; display: grid; gap: .75rem; justify-items: center; color: var(--quiet); }
.empty-card strong { color: var(--ink); }
.pager { display: flex; justify-content: space-between; gap: 1rem; margin-top: 1rem; }
.filter-bar { display: flex; flex-wrap: wrap; align-items: end; gap: .625rem; margin-bottom: 1rem; }
.filter-bar .input { flex: 0 1 14rem; }
.facts-list { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: .5rem 1.5rem; }
.facts-list dt { color: var(--quiet); }
.facts-list dd { min-width: 0; overflow-wrap: anywhere; }
.totals { display: grid; gap: .375rem; }
.totals div { display: flex; justify-content: space-between; gap: 1rem; font-variant-numeric: tabular-nums; }
.totals .sum { padding-top: .5rem; border-top: 1px solid var(--line); font-size: 1.125rem; font-weight: 680; }
.figures { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 12rem), 1fr)); gap: .75rem; }
.figure-card { container-type: inline-size; padding: 1rem 1.125rem; }
.figure-card dt { color: var(--quiet); font-size: .875rem; }
.figure-card dd { font-size: clamp(1.0625rem, 12cqi, 1.5rem); font-weight: 660; line-height: 1.35; font-variant-numeric: tabular-nums; }
.figure-card .quiet { font-size: .875rem; font-weight: 400; }
.two { display: grid; grid-template-columns: minmax(0, 1fr) 20rem; gap: 1.5rem; align-items: start; }
:is(.rows, .timeline, .steps) { margin: 0; padding: 0; list-style: none; }
.panel .rows li { padding-inline: 0; }
.panel .rows li:first-child { padding-top: 0; }
.two > * > .part:first-child { margin-top: 0; }
.timeline { display: grid; gap: 0; }
.timeline li:last-child { padding-bottom: 0; }
.timeline li { position: relative; display: grid; gap: .125rem; padding: 0 0 1.125rem 1.5rem; }
.timeline li::before { content: ""; position: absolute; left: .25rem; top: .4375rem; width: .625rem; height: .625rem; border-radius: 50%; background: var(--edge); }
.timeline li::after { content: ""; position: absolute; left: .53125rem; top: 1.25rem; bottom: -.25rem; width: 1px; background: var(--line); }
.timeline li:last-child::after { display: none; }
.secret { display: flex; flex-wrap: wrap; gap: .625rem; align-items: center; padding: .75rem 1rem; border-radius: .625rem; background: var(--sunken); }
.secret code { flex: 1 1 16rem; font-size: .9375rem; }
pre.code { margin: 0; padding: .875rem 1rem; overflow-x: auto; border-radius: .625rem; background: var(--sunken); font: .875rem/1.55 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; white-space: pre-wrap; overflow-wrap: anywhere; }
.tabs { display: flex; flex-wrap: wrap; gap: .25rem; margin-bottom: 1.5rem; border-bottom: 1px solid var(--line); }
.tabs a { padding: .5rem .75rem; border-bottom: 2px solid transparent; color: var(--quiet); font-weight: 560; text-decoration: none; }
.tabs a:hover { color: var(--ink); }
.tabs a[aria-current] { border-color: var(--accent); color: var(--ink); }
.confirm:not(.do):not(.plain) > summary { color: var(--bad); }
.as-api { margin-top: 3rem; font-size: .875rem; }
.as-api summary { color: var(--quiet); font-weight: 500; }
.confirm > summary::after { content: none; }
.confirm-box { display: grid; gap: .5rem; max-width: 22rem; margin-top: .5rem; padding: 1rem; border: 1px solid var(--line); border-radius: .75rem; background: var(--surface); text-align: start; white-space: normal; }
.tasks li { display: flex; flex-wrap: wrap; align-items: baseline; justify-content: space-between; gap: .125rem 1rem; }
.task { display: inline-grid; color: inherit; text-decoration: none; }
.task > :first-child { font-weight: 600; }
.tasks li:hover .task > :first-child { color: var(--accent); text-decoration: underline; }
.late { color: var(--bad); font-weight: 600; }
.steps li { grid-template-columns: auto minmax(0, 1fr); gap: .75rem; align-items: start; }
.step-sign { display: inline-flex; align-items: center; justify-content: center; width: 1.5rem; height: 1.5rem; border: 1.5px solid var(--edge); border-radius: 50%; font-size: .875rem; }
.is-done { color: var(--quiet); }
.is-done .step-sign { border-color: transparent; background: var(--good-soft); color: var(--good); font-weight: 700; }
.under-step { display: block; }
.scripted .is-live button { display: none; }
input[type='range'] { padding: 0; border: 0; accent-color: var(--accent); }
dialog { max-width: 30rem; padding: 1.5rem; border: 1px solid var(--line); border-radius: .875rem; background: var(--surface); color: var(--ink); }
dialog::backdrop { background: rgb(0 0 0 / .4); }
[data-copy] { display: none; justify-self: start; }
.scripted [data-copy] { display: inline-flex; }
.sign-card { max-width: 26rem; margin: clamp(1rem, 8vh, 5rem) auto 0; padding: clamp(1.25rem, 5vw, 2rem); display: grid; gap: 1.25rem; overflow-wrap: anywhere; }
.sign-card h1 { font-size: 1.5rem; }
.sign-card .form button { width: 100%; }
@media (max-width: 60rem) {
  body.cabinet { display: block; }
  .side { position: static; height: auto; padding: .25rem .75rem; flex-direction: row; flex-wrap: wrap; align-items: center; justify-content: space-between; border-inline-end: 0; border-bottom: 1px solid var(--line); }
  .menu-wide { display: none; }
  .menu { display: block; }
  .menu summary { padding: .625rem; }
  .menu[open] { flex-basis: 100%; }
  .menu[open] > summary { position: absolute; right: .75rem; top: .5rem; }
  .two { grid-template-columns: minmax(0, 1fr); }
}
@media (max-width: 40rem) {
  .facts-list { grid-template-columns: minmax(0, 1fr); gap: 0; }
  .facts-list dd { margin-bottom: .625rem; }
  .buttons > button, .actions > .button { flex: 1 1 auto; }
  .heading-row { display: contents; }
  .heading-row > .actions { order: 1; margin-top: .5rem; }
  .heading-row > .actions > .button { flex: none; }
  .figures:has(> :nth-child(4)) { grid-template-columns: 1fr 1fr; }
  .figures:has(> :nth-child(4)) .figure-card { padding: .875rem 1rem; }
  .figures:has(> :nth-child(4)) dd:not(.quiet) { font-size: clamp(.9375rem, 12cqi, 1.25rem); }
  .tabs { flex-wrap: nowrap; gap: .25rem; overflow-x: auto; padding: .25rem; scrollbar-width: thin; border: 1px solid var(--line); border-radius: .75rem; background: var(--surface); }
  .tabs a { flex: none; padding: .4375rem .75rem; border: 0; border-radius: .5rem; outline-offset: -2px; font-size: .875rem; }
  .tabs a[aria-current] { background: var(--accent-soft); color: var(--accent); }
}

@media print { .side, .buttons, .actions { display: none; } body.cabinet { display: block; } }
`;
