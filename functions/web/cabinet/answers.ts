import { errorStatus, type Refusal } from '../../../schema/shared/errors.ts';
import { cabinetPage } from '../ui/page-headers.ts';
import type { Shown } from './page.ts';

const noticeCookie = 'castline.notice';

/** A page, with the status of a refusal if there is one. Reading it forgets the notice of the last form. */
export function pageAnswer(html: string, status: 200 | Refusal, shown?: Pick<Shown, 'formOrigins' | 'connectOrigins'>) {
  const answer = cabinetPage(html, status === 200 ? 200 : errorStatus[status.code], shown);
  answer.headers.append('set-cookie', `${noticeCookie}=; Max-Age=0; Path=/cabinet; HttpOnly; SameSite=Lax`);
  const wait = status === 200 ? undefined : status.details.retryAfterSeconds;
  if (wait !== undefined) answer.headers.set('retry-after', String(wait));
  return answer;
}

/** Leads the browser to another page after a form, which shows the notice once. */
export function redirected(location: string, notice: string | null): Response {
  const headers = new Headers({ location, 'cache-control': 'no-store' });
  if (notice !== null) {
    const value = `${noticeCookie}=${encodeURIComponent(notice)}`;
    headers.append('set-cookie', `${value}; Max-Age=60; Path=/cabinet; HttpOnly; SameSite=Lax`);
  }
  return new Response(null, { status: 303, headers });
}

export function noticeIn({ headers }: Request): string | null {
  const pair = headers
    .get('cookie')
    ?.split('; ')
    .find((one) => one.startsWith(`${noticeCookie}=`));
  if (pair === undefined) return null;
  try {
    return decodeURIComponent(pair.slice(noticeCookie.length + 1)).slice(0, 200) || null;
  } catch {
    return null;
  }
}
