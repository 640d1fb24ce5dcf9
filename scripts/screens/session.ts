import { setTimeout as sleep } from 'node:timers/promises';
import { SetupProblem } from '../local/process/setup-problem.ts';

export interface Shown {
  readonly status: number;
  /** Empty when the answer is a file. */
  readonly html: string;
}

/** The session of a user, or of a guest without a cookie. */
export interface Session {
  readonly cookie: string;
  get(path: string): Promise<Shown>;
}

/** Signs in with the form of the sign-in page. */
export async function signIn(
  baseUrl: string,
  { email, password }: { readonly email: string; readonly password: string },
): Promise<Session> {
  const answer = await fetch(new URL('/sign-in', baseUrl), {
    ...{ method: 'POST', redirect: 'manual', headers: { origin: new URL(baseUrl).origin } },
    body: new URLSearchParams({ email, password }),
  });
  if (answer.status !== 303) throw new SetupProblem(`The sign-in of ${email} at ${baseUrl} answered ${answer.status}.`);
  const cookies = answer.headers.getSetCookie().map((set) => set.slice(0, set.indexOf(';')));
  return sessionOf(baseUrl, cookies.join('; '));
}

export const guest = (baseUrl: string): Session => sessionOf(baseUrl, '');

const sessionOf = (baseUrl: string, cookie: string): Session => ({
  cookie,
  async get(path) {
    const request = () =>
      fetch(new URL(path, baseUrl), { redirect: 'manual', headers: { cookie, accept: 'text/html' } });
    let answer = await request();
    for (; answer.status === 429; answer = await request()) {
      await answer.body?.cancel();
      await pauseOf(answer.headers.get('retry-after'));
    }
    if (answer.headers.get('content-type')?.startsWith('text/html'))
      return { status: answer.status, html: await answer.text() };
    await answer.body?.cancel();
    return { status: answer.status, html: '' };
  },
});

/** Waits until the rate limit allows the next request. */
export const pauseOf = (retryAfter: string | null | undefined): Promise<void> => sleep(Number(retryAfter ?? 1) * 1_000);

/** The paths of the links of a page, in their order. */
export const linksOf = (html: string): readonly string[] => [
  ...new Set(
    Array.from(html.matchAll(/<a\b[^>]*?\shref="(\/[^"#]*)/g), ([, href = '']) => href.replaceAll('&amp;', '&')),
  ),
];
