import { expect, test } from 'vitest';
import { connectionOf, reconnectLink } from '../../../functions/social-accounts/reconnect-link.ts';
import { linkProblem } from '../../../functions/social-accounts/reconnect-rules.ts';

const endedAt = new Date('2026-11-24T12:00:00.123Z');
const expired = {
  ownerId: 7,
  platform: 'YOUTUBE',
  handle: 'maya',
  accountStatus: 'ACTIVE',
  isOwnerAllowed: true,
  grantStatus: 'EXPIRED',
  endedAt,
  linkUsedAt: null,
  sharingVersion: null,
} as const;

test.each([
  ['an expired connection', {}, null],
  ['a link that was used', { linkUsedAt: endedAt }, 'USED'],
  ['a connection that has expired again', { endedAt: new Date('2026-11-25T12:00:00Z') }, 'USED'],
  ['a connection that was replaced', { grantStatus: 'ACTIVE' }, 'CONNECTED'],
  ['a connection that was ended', { grantStatus: 'REVOKED' }, 'ENDED'],
  ['a sold account', { accountStatus: 'SOLD' }, 'ENDED'],
  ['a deleted account', { accountStatus: 'DELETED' }, 'ENDED'],
  ['a blocked account', { accountStatus: 'BLOCKED' }, 'ENDED'],
  ['a suspended owner', { isOwnerAllowed: false }, 'NOT_ALLOWED'],
] as const)('the link of %s has the right outcome', (_, changed, problem) => {
  expect(linkProblem({ ...expired, ...changed }, endedAt)).toBe(problem);
});

test('a token names its connection for seven days, and only under the secret that signed it', async () => {
  const settings = {
    SEALING_SECRET: 'a secret of at least thirty-two characters',
    BASE_URL: 'https://castline.example',
  };
  const link = await reconnectLink('X', { accountId: 17, endedAt }, settings);
  expect(link).toMatch(/^https:\/\/castline\.example\/oauth\/x\/start\?token=17-1795521600123\./);
  const token = new URL(link).searchParams.get('token') ?? '';
  const after = (days: number) => new Date(endedAt.getTime() + days * 86_400_000);
  expect(await connectionOf(token, settings, after(6.99))).toEqual({ accountId: 17, endedAt });
  expect(await connectionOf(token, settings, after(7))).toBeNull();
  const others = { SEALING_SECRET: 'another secret of thirty-two characters.' };
  expect(await connectionOf(token, others, after(1))).toBeNull();
});
