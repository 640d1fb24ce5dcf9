/** The page of a creator. */
export const creator = `
.profile { display: flex; gap: clamp(1rem, 3vw, 1.75rem); align-items: flex-start; margin-bottom: clamp(1.75rem, 4vw, 2.5rem); }
.profile > div { min-width: 0; display: grid; gap: .5rem; }
.profile-actions { display: flex; flex-wrap: wrap; gap: .625rem; padding-top: .375rem; }
.bio { font-size: 1.0625rem; }
.glance { display: flex; flex-wrap: wrap; gap: 1rem 2.5rem; padding: 1.125rem 1.25rem; margin-bottom: clamp(1.75rem, 4vw, 2.5rem); }
.glance dd { font-size: 1.1875rem; font-weight: 660; letter-spacing: -.01em; }
.glance dd .quiet { font-size: 1rem; letter-spacing: 0; }
.profile .tags { margin-top: .25rem; }
.profile a.tag { padding: .3125rem .75rem; }
.columns { display: grid; grid-template-columns: minmax(0, 1fr) 20rem; gap: clamp(1.5rem, 3vw, 2.5rem); align-items: start; }
.columns > div { display: grid; grid-template-columns: minmax(0, 1fr); gap: 2rem; min-width: 0; }
.profile > div, .offer > div, .service, .audience, .channel, .channel dd, .order { grid-template-columns: minmax(0, 1fr); }
.columns h2 { margin-bottom: .875rem; }
.columns .empty { margin-top: 0; }
.service { padding: 1.25rem; display: grid; gap: 1rem; }
.service:target { border-color: var(--accent); }
.offer { display: flex; justify-content: space-between; gap: .5rem 1.5rem; align-items: flex-start; }
.offer > div { min-width: 0; display: grid; gap: .25rem; }
.offer .quiet { font-size: .9375rem; }
.offer .price { flex: none; text-align: end; }
.offer .price strong { display: block; font-size: 1.1875rem; letter-spacing: -.01em; }
.packages { display: grid; grid-template-columns: max-content max-content 1fr; column-gap: .875rem; padding-inline: .875rem; background: var(--sunken); border-radius: .625rem; font-size: .9375rem; }
.packages li { display: grid; grid-column: 1 / -1; grid-template-columns: subgrid; align-items: center; padding-block: .5rem; }
.packages li + li { border-top: 1px solid var(--line); }
.quantity { font-weight: 580; }
.packages .amount { grid-column: 3; text-align: end; font-weight: 620; }
.saving { display: inline-block; padding: .0625rem .5rem; border-radius: 99px; background: var(--good-soft); color: var(--good); font-size: .8125rem; font-weight: 600; white-space: nowrap; }
.terms { display: grid; gap: .5rem; font-size: .9375rem; }
.terms > div { display: grid; grid-template-columns: 7rem minmax(0, 1fr); gap: .25rem 1rem; }
.terms dt { color: var(--quiet); }
.terms summary { padding: 0; }
.channel { padding: 1rem 1.125rem; display: grid; gap: .375rem; }
.channel .facts { padding-top: .375rem; }
.channel .facts dd { display: grid; }
.channel .facts div + div { margin-top: .5rem; }
.figure { font-size: 1.375rem; letter-spacing: -.02em; font-variant-numeric: tabular-nums; }
.order { padding: 1.125rem; display: grid; gap: .75rem; }
.order h2 { margin: 0; font-size: 1.0625rem; }
.order .button { width: 100%; }
.portfolio-part { margin-bottom: clamp(1.75rem, 4vw, 2.5rem); }
.portfolio-part h2 { margin-bottom: .875rem; }
.portfolio { display: grid; grid-template-columns: repeat(auto-fill, minmax(10rem, 1fr)); gap: 1rem .875rem; }
.portfolio li { min-width: 0; }
.portfolio a { display: block; border-radius: .625rem; }
.portfolio img { display: block; width: 100%; height: auto; aspect-ratio: 4 / 3; object-fit: cover; border: 1px solid var(--line); border-radius: .625rem; background: var(--sunken); }
.portfolio p { padding-top: .25rem; overflow-wrap: anywhere; }
.audience { padding: 1.25rem; display: grid; gap: 1.125rem; }
.charts { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 17rem), 1fr)); gap: 1.5rem 2rem; align-items: start; }
.chart { width: 100%; border-collapse: collapse; font-size: .9375rem; }
.chart caption { text-align: start; font-weight: 600; padding-bottom: .375rem; }
.chart th { width: 44%; padding: .25rem .75rem .25rem 0; text-align: start; font-weight: 400; overflow-wrap: anywhere; }
.chart td { padding-block: .25rem; }
.chart tbody td { display: flex; align-items: center; gap: .75rem; }
.chart td span { flex: none; width: 4rem; text-align: end; white-space: nowrap; font-variant-numeric: tabular-nums; font-weight: 580; }
.chart tfoot { color: var(--quiet); }
.bar { display: block; flex: 1; min-width: 0; }
@media (max-width: 60rem) { .columns { grid-template-columns: minmax(0, 1fr); } }
@media (max-width: 40rem) {
  .portfolio { grid-template-columns: none; grid-auto-flow: column; grid-auto-columns: 9rem; overflow-x: auto; padding: .25rem; margin: -.25rem; }
  .glance { gap: 1rem; }
  .glance > div { flex: 1 1 auto; min-width: calc(50% - .5rem); }
  .offer { flex-direction: column; }
  .offer .price { text-align: start; }
  .offer .price strong { display: inline; }
  .terms > div { grid-template-columns: 6.25rem minmax(0, 1fr); gap: .5rem; }
  .packages { grid-template-columns: minmax(0, 1fr); padding-inline: .75rem; font-size: .875rem; }
  .packages li { display: flex; flex-wrap: wrap; gap: .125rem .625rem; }
  .packages .amount { margin-inline-start: auto; }
  .saving { padding-inline: .375rem; }
}
@media (max-width: 26rem) { .service { padding: 1rem; } }
`;
