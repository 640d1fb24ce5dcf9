import { describe, expect, test } from 'vitest';
import { blameOf } from '../../../functions/social-accounts/outage-rules.ts';

const now = new Date('2026-05-01T12:00:00Z');
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000).toISOString();
const own = { of: 'OWN' };
const sharedFor = (minutes: number | null) => ({ of: 'SHARED', pauseMs: minutes && minutes * 60_000 });

describe('a failure', () => {
  test.each([
    ['the first one', 'SILENT', null, sharedFor(null)],
    ['another one without an answer since', 'SILENT', { failures: 1, failedAt: minutesAgo(5) }, sharedFor(1)],
    ['the fifth one without an answer', 'SILENT', { failures: 4, failedAt: minutesAgo(5) }, sharedFor(8)],
    ['the hundredth one without an answer', 'SILENT', { failures: 99, failedAt: minutesAgo(15) }, sharedFor(15)],
    ['one after a long silence', 'SILENT', { failures: 3, failedAt: minutesAgo(5_000) }, sharedFor(4)],
    ['one of a platform that has answered others', 'SILENT', { failures: 0, failedAt: minutesAgo(5) }, own],
    ['one, an hour after the last one', 'SILENT', { failures: 0, failedAt: minutesAgo(60) }, sharedFor(null)],
    ['a refused application', 'REFUSED', null, sharedFor(5)],
    ['a refused application, again', 'REFUSED', { failures: 5, failedAt: minutesAgo(5) }, sharedFor(15)],
    ['a refused request', 'DECLINED', { failures: 5, failedAt: minutesAgo(5) }, own],
    ['a refused grant', 'NOT_GRANTED', { failures: 5, failedAt: minutesAgo(5) }, own],
  ] as const)('%s (%s, %j) is of %j', (_, kind, outage, blame) => {
    expect(blameOf(kind, outage, now)).toEqual(blame);
  });
});
