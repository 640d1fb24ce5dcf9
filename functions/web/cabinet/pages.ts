import { campaignPages } from './campaigns/pages.ts';
import { creatorPages } from './creator/pages.ts';
import { factoryPages } from './factories/pages.ts';
import { homePages } from './home/pages.ts';
import { listPages } from './lists/pages.ts';
import { orderPages } from './orders/pages.ts';
import type { PageModule, PageTable } from './page.ts';
import { settingsPages } from './settings/pages.ts';
import { staffPages } from './staff/pages.ts';
import { walletPages } from './wallet/pages.ts';
import { workPages } from './work/pages.ts';

/** The pages of the cabinet by their paths. Each is loaded when it is first opened. */
const pages: PageTable = {
  ...homePages,
  ...orderPages,
  ...listPages,
  ...workPages,
  ...walletPages,
  ...creatorPages,
  ...campaignPages,
  ...factoryPages,
  ...settingsPages,
  ...staffPages,
};

/** The pages of the cabinet by their paths. Each is loaded when it is first opened. */

export interface FoundPage {
  /** The path with the names of its ids. */
  readonly pattern: string;
  readonly params: Readonly<Record<string, string>>;
  open(): Promise<PageModule>;
}

/** The page of a path. A fixed segment wins over an id. */
export function pageAt(path: string): FoundPage | null {
  const fixed = pages[path];
  if (fixed !== undefined) return { pattern: path, params: {}, open: fixed };
  const segments = path.split('/');
  for (const [pattern, open] of Object.entries(pages)) {
    const params = paramsOf(pattern.split('/'), segments);
    if (params !== null) return { pattern, params, open };
  }
  return null;
}

function paramsOf(pattern: readonly string[], segments: readonly string[]): Record<string, string> | null {
  if (pattern.length !== segments.length) return null;
  const params: Record<string, string> = {};
  for (const [index, part] of pattern.entries()) {
    const segment = segments[index] ?? '';
    if (part.startsWith(':') && segment !== '') params[part.slice(1)] = segment;
    else if (part !== segment) return null;
  }
  return params;
}

/** The paths of all pages, for tests that walk them. */
export const pagePatterns = (): readonly string[] => Object.keys(pages);
