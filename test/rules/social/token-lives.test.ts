import { expect, test } from 'vitest';
import { oauthTerms } from '../../../functions/platform/social/oauth/terms.ts';
import { tokensIn } from '../../../functions/platform/social/oauth/tokens.ts';

const now = new Date('2026-05-01T12:00:00Z');

test.each([
  [3_600, '2026-05-01T13:00:00.000Z'],
  ['3600', '2026-05-01T13:00:00.000Z'],
  [0, '2026-05-01T12:00:00.000Z'],
  [-1, null],
  [1.5, null],
  ['soon', null],
  [undefined, null],
  [null, null],
  ['', null],
  [Number.MAX_SAFE_INTEGER, '2036-05-08T12:00:00.000Z'],
])('a token with expires_in %s ends at %s', (seconds, end) => {
  const answer = { access_token: 'a', expires_in: seconds, refresh_expires_in: seconds };
  const { expiresAt, refreshExpiresAt } = tokensIn(answer, oauthTerms.YOUTUBE, now);
  expect([expiresAt?.toISOString() ?? null, refreshExpiresAt?.toISOString() ?? null]).toEqual([end, end]);
});
