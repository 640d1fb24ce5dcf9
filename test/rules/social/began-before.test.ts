import { expect, test } from 'vitest';
import { beganBefore } from '../../../functions/social-accounts/take-platform-call.ts';

const now = new Date('2026-05-01T12:00:00Z');
const secondsAgo = (seconds: number) => new Date(now.getTime() - seconds * 1_000);

test.each([
  ['GRANT_REVOKED', secondsAgo(3_600), secondsAgo(3_598)],
  ['GRANT_REVOKED', secondsAgo(1), now],
  ['GRANT_REVOKED', secondsAgo(-60), now],
  ['GRANT_REVOKED', undefined, now],
  ['DATA_DELETION', secondsAgo(3_600), now],
] as const)('an event %s of %s is about connections that began before %s', (kind, at, expected) => {
  const event = { id: 'a', kind, externalId: '1', ...(at && { at }) };
  expect(beganBefore(event, now)).toEqual(expected);
});
