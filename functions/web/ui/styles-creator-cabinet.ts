import { catalog } from './styles-catalog.ts';
import { creator } from './styles-creator.ts';

/** The pages of a creator in the cabinet. The preview has the styles of the public pages, which are nested so that they change nothing else. */
export const creatorCabinet = `
.two > .panel, .fields > .panel, .stack > .panel { margin-top: 0; }
.two + .part, .item-list ~ .part, .figures ~ .part, .pager ~ .part, .part ~ .part { margin-top: 2.25rem; }
.empty-card ~ .part { margin-top: 1.5rem; }
.panel.stack > h2 { margin-bottom: 0; }
.panel > h2 + .small { margin: -.625rem 0 1rem; max-width: 65ch; }
.missing { display: grid; gap: .375rem; margin-top: .25rem; padding-inline-start: 1.125rem; list-style: disc; }
.contact-row { display: grid; grid-template-columns: minmax(0, 11rem) minmax(0, 1fr) auto; gap: .375rem .75rem; align-items: end; }
.contact-row .error { grid-column: 1 / -1; }
.page-preview { padding: clamp(1rem, 3vw, 2rem); overflow: hidden; }
.page-preview, .share-charts { ${catalog}${creator} }
.page-preview .profile h2 { margin: 0; font-size: clamp(1.5rem, 1.25rem + 1.2vw, 2rem); letter-spacing: -.02em; font-weight: 720; }
.page-preview .columns { gap: 2rem; }
.item-list { display: grid; gap: 1rem; }
.item { display: grid; grid-template-columns: minmax(0, 1fr); gap: .875rem; padding: 1.125rem 1.25rem; }
.item-head { display: flex; flex-wrap: wrap; gap: .5rem 1.25rem; align-items: flex-start; justify-content: space-between; }
.item-head > div { min-width: 0; display: grid; gap: .125rem; }
.item-actions { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; align-items: baseline; }
.item-actions > .confirm[open] { flex-basis: 100%; }
.item-actions > a { padding-block: .375rem; }
.labels, .item-head > .labels { display: flex; flex-wrap: wrap; gap: .375rem; }
.price-row { gap: 1.25rem; }
.price-row-head { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: center; justify-content: space-between; }
.price-panel .form { max-width: none; }
.fixed-label { font-size: .9375rem; font-weight: 600; }
.nets caption { padding-bottom: .25rem; color: var(--quiet); font-size: .875rem; text-align: start; }
.list.nets :is(th, td) { padding: .375rem .5rem; text-align: end; font-variant-numeric: tabular-nums; }
.list.nets :is(th, td):first-child { padding-inline-start: 0; text-align: start; }
.list.nets :is(th, td):last-child { padding-inline-end: 0; }
.nets td:last-child { font-weight: 640; }
.why { color: var(--quiet); font-size: .875rem; font-weight: 400; }
.with-picture, .item-head > .with-picture { display: flex; gap: .875rem; align-items: center; min-width: 0; }
.with-picture img { flex: none; border-radius: 50%; object-fit: cover; }
.pay { font-size: 1.1875rem; font-weight: 660; letter-spacing: -.01em; }
ol.item-list { padding: 0; list-style: none; }
.portfolio-item { grid-template-columns: 11rem minmax(0, 1fr); gap: 1.25rem; align-items: start; }
.portfolio-item img { display: block; width: 100%; height: auto; aspect-ratio: 4 / 3; object-fit: cover; border-radius: .625rem; background: var(--sunken); }
.portfolio-item .form:not(.inline) { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: .5rem .75rem; align-items: end; max-width: none; }
.portfolio-item .form > .notice { grid-column: 1 / -1; }
.steps { display: grid; gap: .5rem; padding-inline-start: 1.25rem; list-style: decimal; }
.shots { display: grid; grid-template-columns: repeat(auto-fill, minmax(10rem, 1fr)); gap: .875rem; }
.shots img { display: block; width: 100%; height: auto; border-radius: .625rem; background: var(--sunken); }
.shots figcaption { padding-top: .375rem; font-size: .875rem; }
.shots figure { margin: 0; }
@media (max-width: 40rem) {
  .contact-row { grid-template-columns: minmax(0, 1fr) auto; }
  .contact-row .input { grid-column: 1 / -1; }
  .contact-row > button { justify-self: start; }
  .portfolio-item, .portfolio-item .form:not(.inline) { grid-template-columns: minmax(0, 1fr); }
  .list.stacked.nets tbody tr { padding: .5rem 0; }
}
`;
