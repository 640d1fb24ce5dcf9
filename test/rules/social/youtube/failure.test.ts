import { expect, test } from 'vitest';
import type { Credential } from '../../../../functions/platform/social/social-platform.ts';
import { failureOf } from '../../../../functions/platform/social/youtube/failure.ts';
import { CountingMeter } from '../../../support/social/counting-meter.ts';

const grant = { accessToken: 'token', externalId: 'UC1' };
const refused = (status: number, reason: string, headers = {}, by: Credential = 'APP') => {
  const meter = new CountingMeter();
  const answer = { status, headers: new Headers(headers), body: { error: { errors: [{ reason }] } } };
  const before = Date.now();
  const { kind } = failureOf(answer, 'videos', { meter, bucket: 'read', by });
  return { kind, closed: meter.reports, seconds: ((meter.reports[0]?.resetsAt.getTime() ?? before) - before) / 1_000 };
};

test.each(['quotaExceeded', 'dailyLimitExceeded'])('%s closes the bucket, at most for a day', (reason) => {
  const { kind, closed, seconds } = refused(403, reason);
  expect([kind, closed.map(({ bucket, remaining }) => [bucket, remaining])]).toEqual(['LIMITED', [['read', 0]]]);
  expect(seconds).toBeGreaterThan(0);
  expect(seconds).toBeLessThan(86_410);
});

test.each([
  [403, 'rateLimitExceeded', {}, 60],
  [403, 'userRateLimitExceeded', {}, 60],
  [429, '', {}, 60],
  [429, '', { 'retry-after': '7' }, 7],
] as const)(
  'a refusal %i %s closes the bucket for a minute, or as YouTube says',
  (status, reason, headers, expected) => {
    const { kind, closed, seconds } = refused(status, reason, headers);
    expect([kind, closed.length]).toEqual(['LIMITED', 1]);
    expect(Math.abs(seconds - expected)).toBeLessThan(5);
  },
);

test.each([
  [401, 'authError', 'APP', 'REFUSED'],
  [401, 'authError', grant, 'GRANT_REFUSED'],
  [403, 'accessNotConfigured', grant, 'REFUSED'],
  [403, 'accessNotConfigured', 'APP', 'REFUSED'],
  [403, 'forbidden', 'APP', 'SILENT'],
  [403, '', 'APP', 'SILENT'],
  [403, 'ipRefererBlocked', 'APP', 'REFUSED'],
  [403, 'playlistItemsNotAccessible', 'APP', 'DECLINED'],
  [400, 'invalidPageToken', 'APP', 'DECLINED'],
  [400, '', 'APP', 'SILENT'],
  [404, 'channelNotFound', 'APP', 'DECLINED'],
  [500, 'backendError', 'APP', 'SILENT'],
] as const)('a failure %i %s closes nothing', (status, reason, by, kind) =>
  expect(refused(status, reason, {}, by)).toMatchObject({ kind, closed: [] }),
);
