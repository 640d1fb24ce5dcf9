import { randomBytes } from 'node:crypto';
import { hashPassword } from '../../../functions/identity/account/password.ts';
import { exchange, type Sending } from '../../../scripts/local/exchange.ts';
import type { Market } from '../market/market.ts';
import { type Fields, formIn } from './form-in.ts';

export interface Shown {
  readonly status: number;
  readonly headers: Headers;
  readonly html: string;
}

/** Keeps a byte order mark. */
const exact = new TextDecoder('utf-8', { ignoreBOM: true });

type SentHeaders = Readonly<Record<string, string | null>>;

export interface Visitor {
  get(path: string): Promise<Shown>;
  /** Sends fields to a page as a form of it does. Null leaves a header out. */
  post(path: string, fields: Fields, headers?: SentHeaders): Promise<Shown>;
  /** Opens a page, fills in its form and sends it. Given values replace those of the page; null leaves a field out. */
  submit(path: string, form: string, values?: Values, of?: string): Promise<Shown>;
  /** The page after a form: follows the redirect. */
  follow(shown: Shown): Promise<Shown>;
  readonly cookie: () => string;
}

export type Values = Readonly<Record<string, string | readonly string[] | null>>;

/** A browser without script, which keeps its cookies. */
export function visitorAt(baseUrl: string): Visitor {
  const jar = new Map<string, string>();
  const cookie = () => [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
  async function send(path: string, { headers, ...sending }: Sending): Promise<Shown> {
    const own = { ...(jar.size > 0 && { cookie: cookie() }), accept: 'text/html', ...headers };
    const answer = await exchange(new URL(path, baseUrl).href, { ...sending, headers: own });
    for (const set of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      if (/max-age=0/i.test(set)) jar.delete(name);
      else jar.set(name, value);
    }
    return { status: answer.status, headers: answer.headers, html: exact.decode(answer.bytes) };
  }
  const get = (path: string) => send(path, {});
  const post = (path: string, fields: Fields, headers: SentHeaders = {}) => {
    const all = { 'content-type': 'application/x-www-form-urlencoded', origin: baseUrl, ...headers };
    return send(path, {
      method: 'POST',
      body: new URLSearchParams(fields.map(([name, value]): [string, string] => [name, value])).toString(),
      headers: Object.fromEntries(Object.entries(all).filter((one): one is [string, string] => one[1] !== null)),
    });
  };
  return {
    get,
    post,
    cookie,
    async submit(path, form, values = {}, of = '') {
      const { status, html } = await get(path);
      if (status !== 200) throw new Error(`${path} answered ${status}`);
      return post(path, filled(formIn(html, form, of), values));
    },
    async follow({ status, headers }) {
      const location = headers.get('location');
      if (status !== 303 || location === null) throw new Error(`no redirect: ${status}`);
      return get(location);
    },
  };
}

/** The fields of a form after somebody has typed these values. */
export function filled(fields: Fields, values: Values): Fields {
  const kept = fields.filter(([name]) => !(name in values));
  const typed = Object.entries(values).flatMap(([name, value]) =>
    value === null ? [] : [value].flat().map((one): [string, string] => [name, one]),
  );
  return [...kept, ...typed];
}

/** Gives a user of the market a verified address and a password. A first password ends the keys that the user had before. */
export async function aPassword(market: Market, userId: number): Promise<{ email: string; password: string }> {
  const password = randomBytes(9).toString('base64url');
  const { email } = await market.one(
    `with verified as (update users set email_verified = true where id = $1 returning email),
          credential as (insert into accounts (user_id, account_id, provider_id, password) values ($1, $1::text, 'credential', $2))
     select email from verified`,
    [userId, await hashPassword(password, 'cheap')],
  );
  return { email, password };
}

/** A browser in which a user of the market has signed in. */
export async function visitorOf(market: Market, baseUrl: string, userId: number): Promise<Visitor> {
  const visitor = visitorAt(baseUrl);
  const { status } = await visitor.post('/sign-in', Object.entries(await aPassword(market, userId)));
  if (status !== 303) throw new Error(`the sign-in answered ${status}`);
  return visitor;
}
