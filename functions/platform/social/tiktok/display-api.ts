import type * as z from 'zod';
import { PlatformFailure } from '../failure.ts';
import { afford } from '../meter.ts';
import { type PlatformAnswer, requestJson, shaped } from '../request.ts';
import type { Cost, Grant, Meter } from '../social-platform.ts';
import { limited } from '../windows.ts';
import { answers } from './answers.ts';

/** The endpoints of the Display API. Each has a limit of its own. */
export type Endpoint = 'user/info' | 'video/list' | 'video/query';

/** What a call costs. TikTok bills nothing, so a unit is a call. */
export const costOf = (endpoint: Endpoint): Cost => ({ bucket: endpoint, calls: 1, units: 1 });

/** A refusal because the person has not granted what was requested. A smaller request may succeed. */
export class ScopeMissing extends PlatformFailure {}

/** TikTok's Display API v2. Failures throw a PlatformFailure. */
export class DisplayApi {
  readonly #apiUrl: string;
  readonly #meter: Meter;

  constructor(apiUrl: string, meter: Meter) {
    this.#apiUrl = apiUrl.replace(/\/$/, '');
    this.#meter = meter;
  }

  /** Spends one call and makes it: a POST when it has a body. */
  async ask<T>(
    endpoint: Endpoint,
    fields: string,
    by: Grant,
    shape: z.ZodType<T>,
    body?: Readonly<Record<string, unknown>>,
  ): Promise<T> {
    await afford(this.#meter, costOf(endpoint));
    // TikTok documents each address with a slash at its end.
    const url = new URL(`${this.#apiUrl}/${endpoint}/`);
    url.searchParams.set('fields', fields);
    const authorization = `Bearer ${by.accessToken}`;
    const sent =
      body === undefined
        ? { headers: { authorization } }
        : {
            method: 'POST' as const,
            headers: { authorization, 'content-type': 'application/json' },
            body: JSON.stringify(body),
          };
    const answer = await requestJson({ url, ...sent });
    const code = answers.error().safeParse(answer.body).data?.error.code;
    // Clients of others have seen errors with status 200.
    if (answer.status === 200 && code === 'ok') return shaped(answer, shape, `TikTok's ${endpoint}`);
    throw this.#failureOf(answer, endpoint, code ?? '');
  }

  #failureOf(answer: PlatformAnswer, endpoint: Endpoint, code: string): PlatformFailure {
    const { status } = answer;
    // The message can contain what was asked.
    const cause = `TikTok answered ${status} ${/^\w{1,60}$/.test(code) ? code : ''} to ${endpoint}`;
    if (scopeCodes.includes(code)) return new ScopeMissing('NOT_GRANTED', cause);
    if (code === 'access_token_invalid' || status === 401) return new PlatformFailure('GRANT_REFUSED', cause);
    // The codes of spam are documented for publishing; a reader that gets one must slow down too. TikTok documents no headers of the window.
    if (code === 'rate_limit_exceeded' || code.startsWith('spam_risk') || status === 429)
      return limited(this.#meter, endpoint, answer, null, cause);
    const isOfRequest = code === 'invalid_params' || (status >= 400 && status < 500 && code !== '');
    return new PlatformFailure(isOfRequest ? 'DECLINED' : 'SILENT', cause);
  }
}

/** "Error Handling": both mean that the grant lacks a scope. */
const scopeCodes: readonly string[] = ['scope_not_authorized', 'scope_permission_missed'];
