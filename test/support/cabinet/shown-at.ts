import type { Page } from 'playwright-core';
import { allFaults, excessWidth, slowRules, unfold } from '../page-faults.ts';
import { diagonal } from '../stack/depth.ts';
import { faultsOf } from '../validity.ts';
import type { Shown } from './visitor.ts';

/** A page that a form or an outage has given, and its address. */
export interface GivenPage {
  readonly path: string;
  readonly shown: Shown;
}

const looks = [320, 1280].flatMap((width) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ width, colorScheme })),
);

/** The faults of a given page: of its HTML, and of accessibility and width in each look and with each slow rule of this row. */
export async function faultsOfGiven(page: Page, baseUrl: string, given: GivenPage, row: number): Promise<unknown[]> {
  const found: unknown[] = await faultsOf(given.shown.html);
  await showAt(page, baseUrl, given);
  await unfold(page);
  const slow = diagonal(slowRules, Math.floor(row / looks.length));
  for (const { width, colorScheme } of diagonal(looks, row)) {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme });
    const excess = await excessWidth(page);
    if (excess > 0) found.push(`${excess} pixels wider than ${width}`);
    const faults = Object(await allFaults(page, slow));
    if (faults.length > 0) found.push({ width, colorScheme, faults });
  }
  return found;
}

/** Shows a given page at its address, with its own headers. Its styles and its script come from the service. */
async function showAt(page: Page, baseUrl: string, { path, shown }: GivenPage): Promise<void> {
  const url = baseUrl + path;
  const kept = ['content-type', 'content-security-policy'];
  const headers = Object.fromEntries([...shown.headers].filter(([name]) => kept.includes(name)));
  // The route stays: Chromium can lose requests of a page whose last route is removed. The newest one of an address answers.
  await page.route(url, (route) => route.fulfill({ status: shown.status, headers, body: shown.html }));
  await page.goto(url);
}
