import { type Browser, chromium, type Page } from 'playwright-core';
import { chromiumFlags, chromiumPath } from '../../scripts/local/chromium.ts';

/** Whether a browser is available. REQUIRE_CHROMIUM=1 makes its absence a failure. */
export const isBrowserHere: boolean = chromiumPath !== undefined;

if (!isBrowserHere) {
  const advice = 'No Chromium: install it, or set CHROMIUM_PATH.';
  if (process.env.REQUIRE_CHROMIUM) throw new Error(advice);
  console.warn(`${advice} The tests of pages in a browser are skipped.`);
}

export const openBrowser = (): Promise<Browser> =>
  chromium.launch({
    ...(chromiumPath !== undefined && { executablePath: chromiumPath }),
    args: [...chromiumFlags],
  });

/** The side effects of a page. */
export interface Watched {
  /** Dialogs, errors and console output, such as policy violations. */
  readonly sideEffects: string[];
  readonly requests: string[];
}

export function watch(page: Page): Watched {
  const watched: Watched = { sideEffects: [], requests: [] };
  page.on('dialog', async (dialog) => {
    watched.sideEffects.push(`dialog: ${dialog.message()}`);
    await dialog.dismiss();
  });
  page.on('console', (message) => watched.sideEffects.push(message.text()));
  page.on('pageerror', (error) => watched.sideEffects.push(String(error)));
  page.on('request', (request) => watched.requests.push(request.url()));
  return watched;
}
