import { type BrowserContext, chromium, type Browser as Launched, type Page } from 'playwright-core';
import { chromiumFlags, chromiumPath } from '../../scripts/local/chromium.ts';

/** Whether a browser is available. REQUIRE_CHROMIUM=1 makes its absence a failure. */
export const isBrowserHere: boolean = chromiumPath !== undefined;

if (!isBrowserHere) {
  const advice = 'No Chromium: install it, or set CHROMIUM_PATH.';
  if (process.env.REQUIRE_CHROMIUM) throw new Error(advice);
  console.warn(`${advice} The tests of pages in a browser are skipped.`);
}

/** A browser of one test or file: the contexts that it has opened. */
export type Browser = Pick<Launched, 'newContext' | 'newPage' | 'close'>;

/** The Chromium of this process. Its start takes a second of CPU, and it ends with the process. */
let chromiumHere: Launched | undefined;

export async function openBrowser(): Promise<Browser> {
  if (!chromiumHere?.isConnected())
    chromiumHere = await chromium.launch({
      ...(chromiumPath !== undefined && { executablePath: chromiumPath }),
      args: [...chromiumFlags],
    });
  const launched = chromiumHere;
  const contexts: BrowserContext[] = [];
  const newContext: Browser['newContext'] = async (options) => {
    const context = await launched.newContext(options);
    contexts.push(context);
    return context;
  };
  return {
    newContext,
    async newPage(options) {
      const page = await (await newContext(options)).newPage();
      page.once('close', () => page.context().close());
      return page;
    },
    async close() {
      await Promise.all(contexts.map((context) => context.close()));
    },
  };
}

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
