import type * as z from 'zod';
import { applicationBucket } from '../../../../schema/social-accounts/platform-buckets.ts';
import { PlatformFailure } from '../failure.ts';
import { afford } from '../meter.ts';
import { type PlatformAnswer, requestJson, shaped } from '../request.ts';
import type { Cost, Credential, Grant, Meter } from '../social-platform.ts';
import { bucketOfGrant, closeWindow } from '../windows.ts';
import { answers, type Problem } from './answers.ts';
import { spentWindow } from './usage.ts';

/** The data, or the error with the failure that the caller throws unless it handles the error. */
export type Asked<T> = { readonly data: T } | { readonly problem: Problem; readonly failure: PlatformFailure };

/** Instagram counts each account apart (Graph API, "Rate Limiting", Business Use Case). */
export const bucketOf = (by: Pick<Grant, 'accountId'>): string => bucketOfGrant('user', by);

export const costOf = (calls: number, by?: Grant): Cost => ({
  bucket: by === undefined ? 'user' : bucketOf(by),
  calls,
  units: calls,
});

/** The Instagram API with Instagram Login answers only to the grant of an account, about that account. */
export function grantIn(by: Credential): Grant {
  if (by !== 'APP') return by;
  throw new PlatformFailure('NOT_GRANTED', 'Instagram needs the grant of an account');
}

/** graph.instagram.com */
export class Graph {
  readonly #apiUrl: string;
  readonly #meter: Meter;

  constructor(apiUrl: string, meter: Meter) {
    this.#apiUrl = apiUrl;
    this.#meter = meter;
  }

  /** Spends the cost of requests that follow. */
  afford = (calls: number, by: Grant): Promise<void> => afford(this.#meter, costOf(calls, by));

  async get<T>(path: string, query: Query, by: Grant, shape: z.ZodType<T>): Promise<T> {
    const asked = await this.ask(path, query, by, shape);
    if ('failure' in asked) throw asked.failure;
    return asked.data;
  }

  async ask<T>(
    path: string,
    query: Query,
    by: Grant,
    shape: z.ZodType<T>,
    method: 'GET' | 'POST' = 'GET',
  ): Promise<Asked<T>> {
    const url = new URL(`${this.#apiUrl.replace(/\/$/, '')}/${path}`);
    url.search = new URLSearchParams(query).toString();
    // Meta's examples have the token in the query or in this header. The header stays out of the logs of proxies.
    const answer = await requestJson({ url, method, headers: { authorization: `Bearer ${by.accessToken}` } });
    const spent = spentWindow(answer.headers);
    const bucket = spent?.of === 'APPLICATION' ? applicationBucket : bucketOf(by);
    const waitSeconds = spent && closeWindow(this.#meter, bucket, spent.waitSeconds);
    if (answer.status === 200) return { data: shaped(answer, shape, `Instagram's ${resourceOf(path)}`) };
    const problem = answers.problem().safeParse(answer.body).data?.error ?? unknown;
    return { problem, failure: this.#failureOf(answer, problem, path, by, waitSeconds) };
  }

  #failureOf(
    { status, headers }: PlatformAnswer,
    { code, error_subcode: subcode, message }: Problem,
    path: string,
    by: Grant,
    waitSeconds: number | null,
  ): PlatformFailure {
    // The message can contain what was asked.
    const cause = `Instagram answered ${status} ${code}/${subcode} to ${resourceOf(path)}`;
    if (isLimit(status, code)) {
      const seconds = waitSeconds ?? closeLimit(this.#meter, bucketOf(by), code, headers);
      return new PlatformFailure('LIMITED', cause, seconds);
    }
    if (ofApplication.includes(code) || /API access (?:blocked|deactivated)/i.test(message))
      return new PlatformFailure('REFUSED', cause);
    const isRefusal = refusals.includes(code) || (code >= 200 && code <= 299) || (code === 0 && status === 401);
    if (isRefusal) return new PlatformFailure('GRANT_REFUSED', cause);
    const isAway = status < 400 || status >= 500 || code === 0 || transient.includes(code);
    return new PlatformFailure(isAway ? 'SILENT' : 'DECLINED', cause);
  }
}

type Query = Readonly<Record<string, string>>;

const unknown: Problem = { message: '', code: 0, error_subcode: 0 };
/** Graph API, "Rate Limiting": of the application, the account, the page, the call, and of Instagram's business use case. */
const applicationLimit = 4;
const limits: readonly number[] = [applicationLimit, 17, 32, 613, 80_002];
export const isLimit = (status: number, code: unknown): boolean =>
  status === 429 || limits.some((limit) => limit === code);

/** Closes the bucket of a refused request, or that of the application, and returns the seconds until it opens. */
export function closeLimit(meter: Pick<Meter, 'report'>, bucket: string, code: unknown, headers: Headers): number {
  const after = Number(headers.get('retry-after') || Number.NaN);
  const refused = code === applicationLimit ? applicationBucket : bucket;
  return closeWindow(meter, refused, Number.isInteger(after) ? after : null);
}

/** Graph API, "Handling Errors": 10 the permission, 102 the session, 190 the token. 200 to 299 are permissions too. */
const refusals: readonly number[] = [10, 102, 190];
/** The same: 3 is a capability of the application, 101 the application itself. */
const ofApplication: readonly number[] = [3, 101];
/** The same: 1 an unknown error, 2 a service that is away. */
const transient: readonly number[] = [1, 2];

/** Graph API, "Handling Errors": 100 is an invalid parameter, and 33 an object that does not exist. */
export const isGone = ({ code, error_subcode: subcode }: Problem): boolean => code === 100 && subcode === 33;

/** Without ids. */
const resourceOf = (path: string): string => path.replace(/^\d+/, 'media');
