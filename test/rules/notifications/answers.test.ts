import { afterEach, describe, expect, test, vi } from 'vitest';
import { post } from '../../../functions/notifications/webhooks/post.ts';
import { deliverMail } from '../../../functions/platform/mail.ts';
import { retryAfterOf } from '../../../functions/platform/retry-after.ts';
import { readSettings } from '../../../functions/settings/index.ts';
import { completeSettings } from '../../support/complete-settings.ts';

afterEach(() => vi.unstubAllGlobals());

const now = new Date('2026-11-21T12:00:00Z');
const answers = (status: number, headers: Record<string, string> = {}) =>
  vi.stubGlobal('fetch', async () => new Response(null, { status, headers }));

describe('Retry-After', () => {
  test.each([
    [503, '120', 120],
    [429, '7200', 7_200],
    [503, ' 1.5 ', 1.5],
    [503, 'Sat, 21 Nov 2026 12:10:00 GMT', 600],
    [429, '99999999', 86_400],
    [429, 'Mon, 21 Nov 2033 12:10:00 GMT', 86_400],
    [503, 'Sat, 21 Nov 2026 11:10:00 GMT', null],
    [503, '0', null],
    [503, '-5', null],
    [503, 'soon', null],
    [503, '', null],
    [500, '120', null],
    [301, '120', null],
  ])('delays the retry after %i "%s" by %s s', (status, given, seconds) => {
    const until = retryAfterOf(new Response(null, { status, headers: { 'retry-after': given } }), now);
    expect(until === undefined ? null : (until.getTime() - now.getTime()) / 1_000).toBe(seconds);
  });

  test('is respected for every receiver and the email provider', async () => {
    answers(429, { 'retry-after': '600' });
    const outcomes = [await post('https://a.example/', { headers: {}, body: '', timeoutMs: 1_000 }), await mailed()];
    for (const outcome of outcomes) {
      const waits = 'notBefore' in outcome ? Number(outcome.notBefore) - Date.now() : 0;
      expect(waits).toBeGreaterThan(590_000);
      expect(waits).toBeLessThanOrEqual(600_000);
    }
  });
});

const mailed = () => {
  const settings = readSettings('jobs', { ...completeSettings, MAIL_URL: 'http://localhost' });
  return deliverMail(settings, { to: 'a@castline.example', subject: 'A', text: 'A' });
};

test.each([
  ...[400, 401, 403, 404, 413, 422].map((status) => [status, true] as const),
  ...[408, 409, 429, 500, 502, 503].map((status) => [status, false] as const),
])('an email answered by the provider with %i fails finally: %s', async (status, isFinal) => {
  answers(status);
  expect(await mailed()).toMatchObject({ isDelivered: false, status, isFinal });
});
