import { cookiePrefix } from '../../../schema/shared/cookie-prefix.ts';
import { errorStatus, type Refusal } from '../../../schema/shared/errors.ts';
import { cabinetPage } from '../ui/page-headers.ts';
import type { Shown, Visit } from './page.ts';

type Origins = Pick<Shown, 'formOrigins' | 'connectOrigins'>;

const noticeCookie = (baseUrl: string): string => `${cookiePrefix(baseUrl)}castline.notice`;

const noticeSet = (baseUrl: string, value: string, maxAge: number): string =>
  `${noticeCookie(baseUrl)}=${value}; Max-Age=${maxAge}; Path=/; HttpOnly; SameSite=Lax${baseUrl.startsWith('https:') ? '; Secure' : ''}`;

/** A page, with the status of a refusal if there is one. Reading it forgets the notice of the last form. */
export function pageAnswer(html: string, status: 200 | Refusal, { baseUrl }: Pick<Visit, 'baseUrl'>, shown?: Origins) {
  const answer = cabinetPage(html, status === 200 ? 200 : errorStatus[status.code], shown);
  answer.headers.append('set-cookie', noticeSet(baseUrl, '', 0));
  const wait = status === 200 ? undefined : status.details.retryAfterSeconds;
  if (wait !== undefined) answer.headers.set('retry-after', String(wait));
  return answer;
}

/** Leads the browser to another page after a form, which shows the notice once. */
export function redirected(location: string, notice: string | null, { baseUrl }: Pick<Visit, 'baseUrl'>): Response {
  const headers = new Headers({ location, 'cache-control': 'no-store' });
  if (notice !== null) {
    headers.append('set-cookie', noticeSet(baseUrl, encodeURIComponent(notice), 60));
  }
  return new Response(null, { status: 303, headers });
}

export function noticeIn({ headers }: Request, baseUrl: string): string | null {
  const start = `${noticeCookie(baseUrl)}=`;
  const pair = headers
    .get('cookie')
    ?.split('; ')
    .find((one) => one.startsWith(start));
  if (pair === undefined) return null;
  try {
    return decodeURIComponent(pair.slice(start.length)).slice(0, 200) || null;
  } catch {
    return null;
  }
}

/**
 * The answer to a request in advance. It leaves the notice of the last form for the page that the person sees. A HEAD request gets no signed address of
 * a private file, which is as good as the file: a HEAD request by staff is not in the audit log.
 */
export function previewed(shown: Response, method: string): Response {
  shown.headers.delete('set-cookie');
  if (method === 'HEAD' && !shown.headers.get('location')?.startsWith('/')) shown.headers.delete('location');
  return shown;
}
