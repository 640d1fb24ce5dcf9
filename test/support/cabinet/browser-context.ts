import type { BrowserContext, BrowserContextOptions } from 'playwright-core';
import type { Browser } from '../browser.ts';
import type { Visitor } from './visitor.ts';

/** A browser in which the visitor has signed in. Colors must not be in transition when they are measured. */
export async function contextOf(
  browser: Browser,
  visitor: Visitor,
  baseUrl: string,
  options: BrowserContextOptions = {},
): Promise<BrowserContext> {
  const context = await browser.newContext({ reducedMotion: 'reduce', ...options });
  const pairs = visitor.cookie().split('; ');
  await context.addCookies(
    pairs.map((pair) => {
      const at = pair.indexOf('=');
      return { name: pair.slice(0, at), value: pair.slice(at + 1), url: baseUrl };
    }),
  );
  return context;
}
