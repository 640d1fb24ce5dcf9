import { expect, test } from 'vitest';
import { failureOf } from '../../../../functions/platform/social/youtube/failure.ts';
import { CountingMeter } from '../../../support/social/counting-meter.ts';

const refused = (status: number, reason: string, headers = {}) => {
  const meter = new CountingMeter();
  const answer = { status, headers: new Headers(headers), body: { error: { errors: [{ reason }] } } };
  const before = Date.now();
  const { kind } = failureOf(answer, 'videos', { meter, bucket: 'read' });
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
  [401, 'authError', 'NOT_GRANTED'],
  [500, 'backendError', 'SILENT'],
])('a failure %i %s closes nothing', (status, reason, kind) =>
  expect(refused(status, reason)).toMatchObject({ kind, closed: [] }),
);
