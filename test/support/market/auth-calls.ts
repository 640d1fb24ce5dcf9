import type { Reply } from '../client.ts';
import { callAuth } from './people.ts';

let requested = 0;

/** Calls of better-auth, each from its own IP address, so that the limit by address is never reached. */
export const authCallsOf = (baseUrl: () => string) => ({
  post(route: string, body: object, headers: Record<string, string> = {}): Promise<Reply> {
    requested += 1;
    const from = `2001:db8:${Math.floor(requested / 60_000)}:${requested % 60_000}::1`;
    return callAuth(baseUrl(), route, { body, headers: { 'cf-connecting-ip': from, ...headers } });
  },
  async statusesOf(count: number, request: () => Promise<Reply>): Promise<number[]> {
    const statuses: number[] = [];
    for (let n = 0; n < count; n++) statuses.push((await request()).status);
    return statuses;
  },
});
