import { describe, expect, test } from 'vitest';
import type { AccountName } from '../../../functions/creators/channels/channel-url.ts';
import { addressOf, afterMove, refuseUnlessNew } from '../../../functions/creators/channels/rules.ts';
import { maxChannels } from '../../../schema/creators/channels.ts';
import { channelStatuses } from '../../../schema/creators/creators.ts';
import { Refusal } from '../../../schema/shared/errors.ts';
import { filesOf, textOf } from '../../support/sources.ts';

const refusalOf = (attempt: () => unknown): Pick<Refusal, 'code' | 'details'> | 'allowed' => {
  try {
    attempt();
    return 'allowed';
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { code: error.code, details: error.details };
  }
};

describe('a creator', () => {
  // Written by hand: values derived from the table would prove nothing.
  const matrix: readonly [status: (typeof channelStatuses)[number], remove: boolean][] = [
    ['ACTIVE', true],
    ['BLOCKED', false],
    ['REMOVED', false],
  ];
  test.each(matrix)('can remove a channel that is %s: %s', (status, mayRemove) => {
    const refusal = { code: 'INVALID_STATE', details: { status, allowedActions: [] } };
    expect(refusalOf(() => afterMove('remove', { status }))).toEqual(mayRemove ? 'allowed' : refusal);
  });
  test('has a rule for every status', () => expect(matrix.map(([status]) => status)).toEqual([...channelStatuses]));
});

describe('a new channel', () => {
  const urls = (count: number) => Array.from({ length: count }, (_, index) => `https://x.com/mika${index}`);
  const url = 'https://x.com/mika';
  const place = { platform: 'X', canonicalUrl: url } as const;
  const externalId = 'UCabcdefghijklmnopqrstu_';
  const account = { platform: 'YOUTUBE', handle: 'mika', externalId } as const;
  const having = (ownUrls: readonly string[], accounts: readonly AccountName[] = []) => ({
    ...{ ownUrls, accounts, blockedPlatforms: [] },
  });

  test('is accepted until there are 20', () => {
    expect(refusalOf(() => refuseUnlessNew(place, having(urls(maxChannels - 1))))).toBe('allowed');
    expect(refusalOf(() => refuseUnlessNew(place, having(urls(maxChannels))))).toMatchObject({
      code: 'INVALID_STATE',
      details: { status: 'LIMIT_REACHED' },
    });
  });

  test('is compared with existing channels before the limit', () =>
    expect(refusalOf(() => refuseUnlessNew(place, having([...urls(maxChannels), url])))).toMatchObject({
      code: 'CHANNEL_EXISTS',
    }));

  test('is compared by its handle and its id if an account of the creator has both', () => {
    const [byHandle, byId] = ['https://www.youtube.com/@mika', `https://www.youtube.com/channel/${externalId}`];
    const isNew = (canonicalUrl: string, own: string, accounts: readonly AccountName[]) =>
      refusalOf(() => refuseUnlessNew({ platform: 'YOUTUBE', canonicalUrl }, having([own], accounts)));
    expect(isNew(byHandle, byId, [account])).toMatchObject({ code: 'CHANNEL_EXISTS' });
    expect(isNew(byId, byHandle, [account])).toMatchObject({ code: 'CHANNEL_EXISTS' });
    expect(isNew(byId, byHandle, [{ ...account, handle: 'other' }])).toBe('allowed');
    expect(isNew(byId, byHandle, [])).toBe('allowed');
  });

  test('is refused with the name of the wrong field', () => {
    const at = (path: string) => ({ details: { issues: [{ path }] } });
    const wrongUrl = () => addressOf({ platform: 'X', canonicalUrl: 'https://x.com.evil.example/mika' });
    expect(refusalOf(wrongUrl)).toMatchObject(at('canonicalUrl'));
    expect(refusalOf(() => addressOf({ platform: 'KICK', handle: 'a/b' }))).toMatchObject(at('handle'));
  });
});

test('channels and prices never fetch a URL that a creator sent', () => {
  const files = filesOf('functions/creators/channels', 'functions/creators/pricing');
  expect(files.length).toBeGreaterThan(8);
  expect(files.filter((file) => /\bfetch\b|platform\//.test(textOf(file)))).toEqual([]);
});
