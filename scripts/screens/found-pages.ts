import { pageAt, pagePatterns } from '../../functions/web/cabinet/pages.ts';
import { linksOf, type Session } from './session.ts';

/** The pages of the cabinet that follow a form of another page, with what a person types there. */
const typed: Readonly<Record<string, string>> = {
  '/cabinet/factories/credits/purchase': '?credits=500',
  '/cabinet/staff/users/:id/payment': '?type=DEPOSIT&amount=250&reference=Invoice+17',
};

/** For each pattern at most this many pages are opened. */
const maxPages = 12;

/**
 * The fullest page of each pattern of the cabinet that this user reaches, with its path: by links from the catalog and
 * from the pages without an id.
 */
export async function foundPages(session: Session): Promise<ReadonlyMap<string, string>> {
  const fullest = new Map<string, { readonly path: string; readonly length: number }>();
  const opened = new Map<string, number>();
  const seen = new Set<string>();
  const queue = ['/creators', ...pagePatterns().filter((pattern) => !pattern.includes(':'))];
  for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
    const pattern = patternOf(path);
    const count = opened.get(pattern) ?? 0;
    if (seen.has(path) || count === maxPages) continue;
    seen.add(path);
    const { status, html } = await session.get(path);
    if (status !== 200 || html === '') continue;
    opened.set(pattern, count + 1);
    if (html.length > (fullest.get(pattern)?.length ?? 0)) fullest.set(pattern, { path, length: html.length });
    queue.push(...linksOf(html).filter(isWalked), ...typedAfter(path), ...comparisonIn(html));
  }
  const found = [...fullest].filter(([pattern]) => pattern.startsWith('/cabinet'));
  return new Map(found.map(([pattern, { path }]) => [pattern, path]));
}

const publicPage = 'a page of a creator';

function patternOf(path: string): string {
  const [pathname = ''] = path.split('?');
  return pageAt(pathname)?.pattern ?? (pathname.startsWith('/@') ? publicPage : pathname);
}

/** The next pages of a list show nothing new. */
const isWalked = (path: string): boolean =>
  /^\/(cabinet(\/|\?|$)|@|creators\/)/.test(path) && !path.includes('cursor=');

/** The comparison of the creators of a saved list. */
function comparisonIn(html: string): readonly string[] {
  const chosen = Array.from(html.matchAll(/<input[^>]* name="creators"[^>]* value="([^"]+)"/g), ([, id]) => id);
  return chosen.length < 2 ? [] : [`/cabinet/compare?${new URLSearchParams({ creators: chosen.slice(0, 3).join() })}`];
}

function typedAfter(path: string): readonly string[] {
  return Object.entries(typed).flatMap(([pattern, query]) => {
    const parent = pattern.slice(0, pattern.lastIndexOf('/'));
    return patternOf(path) === parent ? [path.split('?')[0] + pattern.slice(parent.length) + query] : [];
  });
}

/** The pages that a guest reads, of the first creator of the catalog. */
export async function publicPages(
  session: Session,
  reportUrl: string | undefined,
): Promise<ReadonlyMap<string, string>> {
  const { html } = await session.get('/creators');
  const creator = linksOf(html).find((path) => /^\/(@|creators\/)/.test(path));
  const fixed = ['/', '/creators', '/sign-in', '/sign-up', '/reset'];
  return new Map([
    ...fixed.map((path): [string, string] => [path === '/' ? '/start' : path, path]),
    ...(creator === undefined ? [] : [['/creator', creator] as const]),
    ...(reportUrl === undefined ? [] : [['/report', reportUrl] as const]),
  ]);
}
