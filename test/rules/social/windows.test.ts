import { describe, expect, test } from 'vitest';
import { limited, reportWindow } from '../../../functions/platform/social/windows.ts';
import { CountingMeter } from '../../support/social/counting-meter.ts';

const names = { remaining: 'left', reset: 'until' };
const answer = (headers: Record<string, string>) => ({ status: 429, headers: new Headers(headers), body: null });
const inSeconds = (seconds: number) => String(Math.floor(Date.now() / 1000) + seconds);

/** The reported wait in whole seconds. */
function waitAfter(headers: Record<string, string>, of: typeof names | null = names) {
  const meter = new CountingMeter();
  const { kind, details } = limited(meter, 'bucket', answer(headers), of, 'too many');
  const [report] = meter.reports;
  expect([kind, report?.bucket, report?.remaining]).toEqual(['LIMITED', 'bucket', 0]);
  const waited = Math.round(((report?.resetsAt.getTime() ?? 0) - Date.now()) / 1000);
  expect(details.retryAfterSeconds).toBe(waited);
  return waited;
}

describe('A refusal for too many requests', () => {
  test('waits until the stated end of the window', () => {
    expect(waitAfter({ until: inSeconds(300) })).toBeLessThanOrEqual(300);
    expect(waitAfter({ until: inSeconds(300) })).toBeGreaterThan(297);
  });

  test('waits as its Retry-After says when it states no end', () => {
    expect(waitAfter({ 'retry-after': '7' })).toBe(7);
    expect(waitAfter({ until: inSeconds(300), 'retry-after': '7' }, null)).toBe(7);
  });

  test.each([
    {},
    { until: 'soon' },
    { until: '99999999999' },
    { 'retry-after': '0' },
    { 'retry-after': '9999999' },
  ] as Record<string, string>[])('waits 60 seconds with the headers %o', (headers) => {
    expect(waitAfter(headers)).toBe(60);
  });

  test('waits a second when the window has ended already', () => {
    expect(waitAfter({ until: inSeconds(-30) })).toBe(1);
  });
});

describe('An answer', () => {
  test('reports the window that it states', () => {
    const meter = new CountingMeter();
    reportWindow(meter, 'bucket', answer({ left: '12', until: inSeconds(30) }), names);
    expect(meter.reports).toMatchObject([{ bucket: 'bucket', remaining: 12 }]);
  });

  test.each([
    { left: '12' },
    { until: inSeconds(30) },
    { left: '-1', until: inSeconds(30) },
    { left: '1', until: '' },
    { left: '1', until: '99999999999' },
  ])('reports nothing with the headers %o', (headers) => {
    const meter = new CountingMeter();
    reportWindow(meter, 'bucket', answer(headers as Record<string, string>), names);
    expect(meter.reports).toEqual([]);
  });
});
