import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Page } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The number of pixels by which the page is wider than the screen. */
export const excessWidth = async (page: Page): Promise<number> =>
  Number(await page.evaluate('document.documentElement.scrollWidth - window.innerWidth'));

/** On a narrow screen: tables of which a part is outside of their card, and cells that do not name their column. */
export const tableFaults = (page: Page): Promise<unknown> =>
  page.evaluate(`innerWidth > 640 ? [] : [
    ...[...document.querySelectorAll('table')].filter((table) => table.parentElement.scrollWidth > table.parentElement.clientWidth),
    ...document.querySelectorAll('.stacked tbody td:not([data-label], .action)'),
  ].map(({ outerHTML }) => outerHTML.slice(0, 200))`);

/** Shows the content of every `details` of the page, without the time that clicks take. */
export const unfold = (page: Page): Promise<unknown> =>
  page.evaluate('for (const details of document.querySelectorAll("details:not([name])")) details.open = true');

/** The rules of axe that take as long as all others together. */
export const slowRules = ['color-contrast', 'target-size'] as const;

/** Every axe violation of the page, however grave, including the size of touch targets. `slow`: the slow rules to check. */
export async function allFaults(page: Page, slow: readonly string[] = slowRules): Promise<unknown> {
  if (await page.evaluate('!window.axe')) await page.evaluate(axe);
  const rules = Object.fromEntries(slowRules.map((rule) => [rule, { enabled: slow.includes(rule) }]));
  return page.evaluate(`axe.run({ resultTypes: ['violations'], selectors: false, rules: ${JSON.stringify(rules)} }).then(({ violations }) =>
    violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]))`);
}

/** Writes a picture of the page to the folder that SCREENSHOTS names, if it is set. */
export async function keepPicture(page: Page, name: string): Promise<void> {
  const folder = process.env.SCREENSHOTS;
  if (folder) await page.screenshot({ path: path.join(folder, `${name}.png`), fullPage: true });
}
